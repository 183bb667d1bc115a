// A message, as its reader sees it.

import { h } from './dom.js';
import { act } from './api.js';
import { icon } from './icons.js';
import { inline, markdown } from './markdown.js';
import { world } from './world.js';
import { format } from './time.js';
import { component, download, embed } from './components.js';
import { gallery } from './pictures.js';

const Ephemeral = 1 << 6, Loading = 1 << 7, V2 = 1 << 15;
const Reply = 19, Command = 20;

export const nameOf = (user) => user.global_name || user.username;

// avatar returns a disc with an initial in the person's colour. Bots have a picture.
export function avatar(id, name, bot = false) {
  if (bot) return h('img', { className: 'avatar', src: '/static/icon.svg', alt: '' });
  return h('span', { className: `avatar hue-${[...id].reduce((sum, digit) => sum + Number(digit), 0) % 6}`, 'aria-hidden': 'true' }, name[0]);
}

export function messageElement(m) {
  const loading = Boolean(m.flags & Loading), ephemeral = Boolean(m.flags & Ephemeral);
  const at = new Date(m.timestamp);
  const element = h('li', {
    className: 'message', id: `m${m.id}`,
    data: {
      id: m.id, author: m.author.id, at: at.getTime(), edited: m.edited_timestamp ?? '',
      own: [Command, Reply].includes(m.type) ? 'head' : '',
    },
  },
  context(m),
  avatar(m.author.id, nameOf(m.author), m.author.bot),
  h('div', { className: 'body' },
    h('p', { className: 'head' },
      h('strong', { className: m.author.bot ? 'name bot' : 'name' }, nameOf(m.author)),
      m.author.bot && h('span', { className: 'tag' }, 'APP'),
      h('time', { dateTime: m.timestamp, title: format(at, 'exact') }, clock(at))),
    h('button', { className: 'apps', type: 'button', tabIndex: -1, 'aria-label': 'Apps' }, '⋯'),
    loading ? thinking(m) : content(m),
    ephemeral && h('p', { className: 'ephemeral-note' }, icon('eye'), ' Only you can see this • ',
      h('button', { className: 'link', type: 'button', onclick: () => act('dismiss', { message: m.id }) }, 'Dismiss message'))));
  element.classList.toggle('ephemeral', ephemeral);
  element.classList.toggle('mentions-me', mentionsMe(m));
  return element;
}

export const mentionsMe = (m) => m.mention_everyone || m.mentions.some((user) => user.id === world.me);

function clock(at) {
  const time = format(at, 'clock');
  return at.toDateString() === new Date().toDateString() ? `Today at ${time}` : `${format(at, 'day')} ${time}`;
}

// context returns the line above a message: the command or message that it answers.
function context(m) {
  const by = m.interaction_metadata;
  if (m.type === Command && by) {
    return h('p', { className: 'context' }, h('strong', {}, nameOf(by.user)), ' used ', h('span', { className: 'command' }, `/${by.name}`));
  }
  const to = m.referenced_message;
  return m.type === Reply && to && h('p', { className: 'context' }, h('strong', {}, `@${nameOf(to.author)}`), ' ', to.content.slice(0, 100));
}

const thinking = (m) => h('p', { className: 'thinking' }, h('span', { className: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), ` ${nameOf(m.author)} is thinking…`);

function content(m) {
  return [
    m.content && h('div', { className: 'text' }, markdown(m.content), m.edited_timestamp && h('span', { className: 'edited' }, ' (edited)')),
    !(m.flags & V2) && attachments(m),
    m.embeds.map((e) => embed(e)),
    m.components.map((c) => component(c, m)),
    m.thread && h('p', { className: 'thread' }, icon('thread'), ' ', h('button', { className: 'link', type: 'button', onclick: () => world.open(m.thread.id) }, inline(m.thread.name), ' ›')),
  ];
}

// attachments returns the files below a message's text: pictures first.
function attachments(m) {
  const isPicture = (a) => a.content_type?.startsWith('image/');
  const pictures = m.attachments.filter(isPicture);
  return [
    pictures.map((media) => gallery(media, media.description, m)),
    m.attachments.filter((a) => !isPicture(a)).map((a) => h('div', {}, download(a.id, m))),
  ];
}
