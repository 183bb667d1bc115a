// Discord's markdown, as elements. https://support.discord.com/hc/en-us/articles/210298617

import { h } from './dom.js';
import { anchor, plain } from './links.js';
import { timestamp } from './time.js';
import { world } from './world.js';

// markdown returns the blocks of a text.
export function markdown(text) {
  const blocks = [];
  const parts = text.split(/```(?:[a-z0-9+-]*\n)?([\s\S]*?)```/i);
  parts.forEach((part, i) => {
    if (i % 2 === 1) blocks.push(h('pre', {}, h('code', {}, part.replace(/\n$/, ''))));
    else blocks.push(...lines(part));
  });
  return blocks;
}

// lines groups lines into paragraphs, quotes and lists.
function lines(text) {
  const blocks = [];
  let open = null; // the quote, list or paragraph that the next line may belong to
  const into = (kind, make) => {
    if (open?.kind !== kind) blocks.push((open = { kind, element: make() }).element);
    return open.element;
  };
  for (const line of text.replace(/^\n|\n$/g, '').split('\n')) {
    let found;
    if ((found = line.match(/^(#{1,3}) +(.+)/))) {
      // The first two levels of headings belong to the page and its channel.
      blocks.push(h('p', { className: `heading-${found[1].length}`, role: 'heading', 'aria-level': found[1].length + 2 }, inline(found[2])));
      open = null;
    } else if ((found = line.match(/^-# +(.+)/))) {
      blocks.push(h('p', { className: 'subtext' }, inline(found[1])));
      open = null;
    } else if ((found = line.match(/^> ?(.*)/))) {
      const quote = into('quote', () => h('blockquote'));
      if (quote.childNodes.length) quote.append(h('br'));
      quote.append(...inline(found[1]));
    } else if ((found = line.match(/^( *)[-*] +(.+)/))) {
      into('ul', () => h('ul')).append(h('li', { className: found[1].length > 1 ? 'deep' : '' }, inline(found[2])));
    } else if ((found = line.match(/^ *(\d+)\. +(.+)/))) {
      into(`ol`, () => h('ol', { start: Number(found[1]) })).append(h('li', {}, inline(found[2])));
    } else {
      const paragraph = into('p', () => h('p'));
      if (paragraph.childNodes.length) paragraph.append(h('br'));
      paragraph.append(...inline(line));
    }
  }
  return blocks.filter((block) => block.childNodes.length);
}

// The inline forms, in the order in which they are tried.
const forms = [
  [/`([^`]+)`/, (m) => h('code', {}, m[1])],
  [/\\([^A-Za-z0-9\s])/, (m) => m[1]],
  [/\*\*\*(.+?)\*\*\*/, (m) => h('strong', {}, h('em', {}, inline(m[1])))],
  [/\*\*(.+?)\*\*/, (m) => h('strong', {}, inline(m[1]))],
  [/__(.+?)__/, (m) => h('u', {}, inline(m[1]))],
  [/~~(.+?)~~/, (m) => h('s', {}, inline(m[1]))],
  [/\|\|(.+?)\|\|/, (m) => spoiler(m[1])],
  [/\*([^*\s](?:[^*]*[^*\s])?)\*/, (m) => h('em', {}, inline(m[1]))],
  [/(?<!\w)_([^_]+)_(?!\w)/, (m) => h('em', {}, inline(m[1]))],
  [/\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m) => anchor('', m[2], inline(m[1]))],
  [/<?(https?:\/\/[^\s<>]+[^\s<>.,:;!?)'"])>?/, (m) => plain(m[1])],
  [/<@!?(\d+)>/, (m) => mention(`@${world.users.get(m[1]) ?? 'unknown-user'}`, m[1] === world.me)],
  [/<#(\d+)>/, (m) => channel(m[1])],
  [/<@&\d+>/, () => mention('@role')],
  [/@(everyone|here)\b/, (m) => mention(`@${m[1]}`, true)],
  [/<\/([^:>]+):\d+>/, (m) => command(m[1])],
  [/<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => timestamp(Number(m[1]), m[2])],
  [/<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
];

// any finds the first place where a form may begin, so that plain text is skipped at once.
const any = new RegExp(forms.map(([form]) => form.source).join('|'));

export function inline(text) {
  const out = [];
  while (text) {
    const start = text.search(any);
    if (start < 0) break;
    if (start > 0) out.push(text.slice(0, start));
    text = text.slice(start);
    // The form that fits here. The search has already checked look-behinds.
    const [match, make] = firstFit(text);
    if (!match) {
      out.push(text[0]);
      text = text.slice(1);
      continue;
    }
    out.push(make(match));
    text = text.slice(match[0].length);
  }
  if (text) out.push(text);
  return out;
}

// here has the forms, anchored to the start of a text. So none searches the rest of a text that was written to be slow.
const here = forms.map(([form, make]) => [new RegExp(form, 'y'), make]);

function firstFit(text) {
  for (const [form, make] of here) {
    form.lastIndex = 0;
    const match = form.exec(text);
    if (match) return [match, make];
  }
  return [];
}

const mention = (text, mine) => h('span', { className: mine ? 'mention mine' : 'mention' }, text);

function channel(id) {
  const name = world.channels.get(id);
  if (!name) return mention('#unknown');
  return h('button', { className: 'mention', type: 'button', onclick: () => world.open(id) }, `#${name}`);
}

// command returns a mention that opens a command. Discord, too, shows it as it is written.
function command(name) {
  return h('button', { className: 'mention', type: 'button', onclick: () => world.openCommand(name) }, `/${name}`);
}

function spoiler(text) {
  const reveal = (event) => {
    event.currentTarget.className = 'spoiler shown';
    event.currentTarget.removeAttribute('aria-label');
  };
  return h('button', { className: 'spoiler', type: 'button', 'aria-label': 'Spoiler, press to reveal', onclick: reveal }, inline(text));
}
