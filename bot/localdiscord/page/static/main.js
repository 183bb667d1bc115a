// The page: the person you are, the channels, the messages of the open channel, and updates.

import { h, idOrder, rebuild } from './dom.js';
import { act, as, link, listen, read, wanted } from './api.js';
import { icon } from './icons.js';
import { world } from './world.js';
import { avatar, mentionsMe, messageElement } from './message.js';
import { Composer } from './composer.js';
import { Developer } from './developer.js';
import { dialog } from './dialogs.js';

const $ = (id) => document.getElementById(id);

const composer = new Composer($('composer'));
const developer = new Developer($('developer'));
const unread = new Map(); // channel to {count, mentions}
let state; // everything but messages, from the API
let shown; // the open channel
let atEnd = true; // the newest message is in view and stays there

// Channels and people.

function showPlaces() {
  const entry = (place) => {
    const news = unread.get(place.id);
    const name = place.dm ? state.bot.name : place.name;
    return h('a', {
      className: `place${place.parent ? ' child' : ''}${place.archived ? ' archived' : ''}${news ? ' unread' : ''}`,
      href: link(as, place.id), 'aria-current': place.id === shown ? 'page' : null, data: { channel: place.id },
      onclick: (event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); go(place.id); } },
    },
    place.dm ? avatar(state.bot.id, name, true) : h('span', { className: 'sign', 'aria-hidden': 'true' }, place.parent ? icon('thread') : '#'),
    h('span', { className: 'place-name' }, name),
    news?.mentions ? h('span', { className: 'badge', 'aria-label': `${news.mentions} ${place.dm ? 'new messages' : 'mentions'}` }, String(news.mentions)) : null);
  };
  const direct = state.places.filter((p) => p.dm), top = state.places.filter((p) => !p.parent && !p.dm);
  rebuild($('channels'), h('ul', {}, top.map((p) => {
    const threads = state.places.filter((t) => t.parent === p.id);
    return h('li', {}, entry(p), threads.length > 0 && h('ul', {}, threads.map((t) => h('li', {}, entry(t)))));
  })), h('h2', {}, 'Direct messages'), h('ul', { className: 'direct' }, direct.map((p) => h('li', {}, entry(p)))), direct.length ? null : writing(), allowing());
  const called = [...unread.values()].some((news) => news.mentions);
  $('drawer').classList.toggle('called', called);
  $('drawer').setAttribute('aria-label', called ? 'Channels and people, with new mentions' : 'Channels and people');
  world.channels = new Map(state.places.map((p) => [p.id, p.name]));
}

// writing returns the button that opens the first direct messages.
function writing() {
  return h('button', {
    className: 'place', type: 'button', data: { open: 'direct' },
    onclick: async () => {
      const got = await act('direct', {});
      state.places = (await read('state', {})).places;
      go(got.id);
    },
  }, avatar(state.bot.id, state.bot.name, true), h('span', { className: 'place-name' }, `Message ${state.bot.name}`));
}

// allowing returns the switch for direct messages.
function allowing() {
  const on = state.settings.direct_messages;
  return h('button', {
    className: 'switch', type: 'button', role: 'switch', 'aria-checked': String(on), data: { setting: 'direct' },
    onclick: () => act('settings', { direct_messages: !on }), // the feed tells every window of the person
  }, 'Allow direct messages');
}

const languages = { 'en-US': 'English', fr: 'Français', de: 'Deutsch', 'es-ES': 'Español' };
const shownName = (name) => name[0].toUpperCase() + name.slice(1);

function showPeople() {
  rebuild($('people'), state.bot.presence && h('p', { className: 'person presence' }, avatar(state.bot.id, state.bot.name, true),
    h('span', {}, state.bot.name, h('small', {}, state.bot.presence))), h('h2', {}, 'You are'), h('ul', {}, state.people.map((p) => h('li', { className: p.name === as ? 'me' : '' },
    h('a', { className: 'person', href: link(p.name, shown), 'aria-current': p.name === as ? 'true' : null, data: { person: p.name } },
      avatar(p.id, shownName(p.name)), h('span', {}, shownName(p.name), h('small', {}, languages[p.locale] ?? p.locale))),
    h('a', { className: 'window', href: link(p.name, shown), data: { window: p.name }, target: '_blank', rel: 'noopener', title: 'Open in a new window', 'aria-label': `${shownName(p.name)} in a window of its own` }, icon('window'))))));
}

// Messages.

const list = $('messages'), scroll = $('scroll');

// put shows a message in its place, or replaces its earlier version.
function put(m) {
  const before = $(`m${m.id}`);
  const element = messageElement(m);
  if (before) {
    exchange(before, element);
  } else {
    let next = list.lastElementChild;
    while (next && idOrder(next.dataset.id, m.id) > 0) next = next.previousElementSibling;
    if (next) next.after(element);
    else list.prepend(element);
  }
  regroup(element);
  regroup(element.nextElementSibling);
}

// exchange replaces a message without flicker. It keeps the elements of pictures that stay, and the focus.
function exchange(before, after) {
  for (const image of after.querySelectorAll('img[data-file]')) {
    const same = before.querySelector(`img[data-file="${image.dataset.file}"]`);
    if (same) image.replaceWith(same);
  }
  const refocus = focusIn(before);
  before.replaceWith(after);
  refocus(after);
}

// focusIn remembers which part of a message has the focus, and returns a function that focuses it in a replacement. A menu
// that is open stays open.
function focusIn(before) {
  const focused = document.activeElement;
  if (!before?.contains(focused)) return () => {};
  const controls = (element) => [...element.querySelectorAll('[data-control]')];
  const at = controls(before).indexOf(focused), open = focused.ariaExpanded === 'true';
  return (after) => {
    const enabled = controls(after).filter((c) => !c.disabled);
    after.tabIndex = -1;
    const next = enabled.find((c) => c === controls(after)[at]) ?? enabled[0] ?? after;
    next.focus({ preventScroll: true });
    if (open && next.ariaExpanded && next.ariaLabel === focused.ariaLabel) next.click();
  };
}

// A message that follows another of the same author within this time is shown without a head.
const together = 7 * 60 * 1000;

function regroup(element) {
  if (!element) return;
  const before = element.previousElementSibling;
  element.classList.toggle('follows', Boolean(before) && !element.dataset.own && before.dataset.author === element.dataset.author &&
    before.classList.contains('ephemeral') === element.classList.contains('ephemeral') && element.dataset.at - before.dataset.at < together);
}

function remove(id) {
  const element = $(`m${id}`);
  const next = element?.nextElementSibling;
  if (element?.contains(document.activeElement)) scroll.focus({ preventScroll: true });
  element?.remove();
  regroup(next);
}

const OfUser = 2, OfMessage = 3; // the types of commands in menus

let menus = []; // the commands in the menus of the channel

// openMenu shows the menu of a message and of its author. A long press, a right click and the button ⋯ open it.
function openMenu(event) {
  const element = event.target.closest('.message');
  if (!element || !menus.length || event.target.closest('a, img')) return;
  event.preventDefault();
  const choose = async (command, target) => {
    box.close();
    const outcome = await act('menu', { channel: shown, command, ...target });
    if (outcome.failure) composer.say(outcome.failure, true);
  };
  const items = (title, type, target) => [h('h3', {}, title), menus.filter((m) => m.type === type).map((m) => h('button', {
    type: 'button', onclick: () => choose(m.name, target),
  }, m.name))];
  const { id, author } = element.dataset;
  const box = dialog('menu', 'Apps', () => $(element.id),
    !element.classList.contains('ephemeral') && items('This message', OfMessage, { message: id }),
    items(world.users.get(author) ?? 'This person', OfUser, { user: author }));
}

list.addEventListener('contextmenu', openMenu);
list.addEventListener('click', (event) => { if (event.target.closest('.apps')) openMenu(event); });

// A message alone is read from its beginning.
const toEnd = () => { scroll.scrollTop = list.children.length > 1 ? scroll.scrollHeight : 0; };

let lastTop = 0; // the last scroll position of the messages

scroll.addEventListener('scroll', () => {
  // Only scrolling up leaves the end. Messages can also grow, for example when the window becomes narrower.
  atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 60 || (atEnd && scroll.scrollTop >= lastTop);
  lastTop = scroll.scrollTop;
  if (scroll.scrollTop < 200 && !$('older').hidden) older();
}, { passive: true });
new ResizeObserver(() => { if (atEnd) toEnd(); }).observe(list);
new ResizeObserver(() => { if (atEnd) toEnd(); }).observe(scroll);

let reads = 0; // how many reads of messages are running
let pressing = false; // the mouse button or a finger is down
let current = false; // news of the feed apply to state
const late = []; // news that came while messages were read

// reading holds back news while messages are read, since the news may be newer than what is read.
async function reading(show) {
  reads += 1;
  try {
    await show();
  } catch (error) {
    composer.say(error.message, true);
  }
  reads -= 1;
  catchUp();
}

// catchUp shows the news that were held back.
function catchUp() {
  if (!reads && !pressing) late.splice(0).forEach(news);
}

// A press holds back news, too: the browser makes no click of it if its button is replaced before the release.
scroll.addEventListener('pointerdown', (event) => { pressing = event.button === 0; });
for (const end of ['pointerup', 'pointercancel', 'blur']) {
  window.addEventListener(end, () => {
    pressing = false;
    setTimeout(catchUp); // the click comes after the release
  });
}

let loadingOlder = null; // the promise of a running read of older messages

async function older() {
  if (list.firstElementChild) await (loadingOlder ??= reading(showOlder).finally(() => { loadingOlder = null; }));
}

async function showOlder() {
  const channel = shown, first = list.firstElementChild;
  const page = await read('messages', { channel, before: first.dataset.id });
  if (channel !== shown || first !== list.firstElementChild) return;
  const height = scroll.scrollHeight, top = scroll.scrollTop;
  list.prepend(...page.messages.map(messageElement));
  for (const element of [...list.children].slice(0, page.messages.length + 1)) regroup(element);
  scroll.scrollTop = top + scroll.scrollHeight - height;
  more(page.more);
}

function more(is) {
  $('older').hidden = !is;
  $('start').hidden = is;
}

$('older').onclick = older;

// fill shows the newest messages of the channel again.
async function fill() {
  const channel = shown;
  const [page] = await Promise.all([read('messages', { channel }), readCommands()]);
  if (channel !== shown) return;
  const held = document.activeElement?.closest('.message'), refocus = focusIn(held);
  list.setAttribute('aria-busy', 'true'); // so that screen readers do not read out old messages
  list.replaceChildren(...page.messages.map(messageElement));
  for (const element of list.children) regroup(element);
  if (held && $(held.id)) refocus($(held.id));
  else if (held) scroll.focus({ preventScroll: true });
  list.removeAttribute('aria-busy');
  more(page.more);
  const place = placeOf(channel);
  $('start').replaceChildren(...welcome(place));
  atEnd = true;
  toEnd();
  document.documentElement.dataset.ready = channel;
}

async function readCommands() {
  const channel = shown;
  const [commands, offered] = await Promise.all([read('commands', { channel }), read('menus', { channel })]);
  if (channel !== shown) return;
  menus = offered;
  composer.enter(channel, name(placeOf(channel)), commands);
}

const placeOf = (id) => state.places.find((p) => p.id === id);
const name = (place) => (place.dm ? `@${state.bot.name}` : place.parent ? place.name : `#${place.name}`);

function welcome(place) {
  if (place.dm) {
    return [h('h3', {}, state.bot.name), h('p', {}, 'This is the beginning of your direct messages with ', h('b', {}, state.bot.name),
      '. Only ', h('b', {}, shownName(as)), ' can read them.')];
  }
  return [h('h3', {}, `Welcome to ${name(place)}`),
    h('p', {}, 'No account, no token: everything stays on this machine. You are ', h('b', {}, shownName(as)),
      ', and can be others: see the list below the channels.')];
}

const greeted = new Set(); // the channels where the bot was asked to introduce itself

// greet has the bot introduce itself in an empty channel, as soon as both are there.
function greet() {
  const help = composer.commands.find((c) => c.plain === 'help'), { parent, dm } = placeOf(shown);
  if (!help || parent || dm || list.firstElementChild || greeted.has(shown)) return;
  greeted.add(shown);
  composer.run(help, {});
}

// open shows a channel.
async function open(channel) {
  shown = channel;
  delete document.documentElement.dataset.ready;
  unread.delete(channel);
  const place = placeOf(channel);
  $('title').textContent = name(place);
  $('topic').textContent = place.archived ? 'archived' : '';
  document.title = `${name(place)} · ${state.guild}`;
  history.replaceState(null, '', link(as, channel));
  showPlaces();
  showPeople();
  drawer(false);
  await reading(fill);
  greet();
}

// go opens a channel that the user chose. The browser's back button returns.
function go(channel) {
  if (channel !== shown) history.pushState(null, '', link(as, channel));
  return open(channel);
}

window.addEventListener('popstate', () => {
  const channel = new URLSearchParams(location.search).get('channel');
  if (state && channel !== shown && placeOf(channel)) open(channel);
});

world.open = (id) => placeOf(id) && go(id);

// jump shows a message of a channel, or only the channel.
world.jump = async (channel, message) => {
  if (!placeOf(channel)) {
    composer.say('You cannot see the channel of this link.', true);
    return;
  }
  if (channel !== shown) await go(channel);
  if (message) await reach(channel, message);
};

// reach scrolls to a message of the open channel. It loads older messages until the message is there.
async function reach(channel, message) {
  const missing = () => shown === channel && !$(`m${message}`) && !$('older').hidden;
  while (missing() && idOrder(list.firstElementChild.dataset.id, message) > 0) {
    const first = list.firstElementChild;
    await older();
    if (first === list.firstElementChild) break; // they cannot be read now
  }
  const element = shown === channel && $(`m${message}`);
  if (!element) {
    composer.say('The message of this link is gone.', true);
    return;
  }
  atEnd = false;
  element.scrollIntoView({ block: 'center' });
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.classList.add('linked');
  setTimeout(() => element.classList.remove('linked'), 2000);
}

world.openCommand = (name) => composer.open(name);

// refresh reads everything: at the start, and after news were missed.
async function refresh() {
  state = await read('state');
  current = true;
  $('guild').textContent = state.guild;
  $('developers').hidden = !state.developer;
  world.me = state.me.id;
  world.locale = state.me.locale;
  world.users = new Map([[state.bot.id, state.bot.name], ...state.people.map((p) => [p.id, shownName(p.name)])]);
  world.channels = new Map(state.places.map((p) => [p.id, p.name]));
  world.roles = new Map(Object.entries(state.roles));
  await open((placeOf(shown ?? wanted.channel) ?? state.places[0]).id);
  const { message } = wanted;
  wanted.message = null;
  if (message) await reach(shown, message);
}

function news(item) {
  if (!current || ((reads || pressing) && (item.gone || item.message?.channel_id === shown))) {
    late.push(item);
    return;
  }
  if (item.places) {
    state.places = item.places;
    showPlaces();
    if (!placeOf(shown)) open(state.places[0].id);
  }
  if (item.settings) {
    state.settings = item.settings;
    showPlaces();
  }
  if (item.presence !== undefined) {
    state.bot.presence = item.presence;
    showPeople();
  }
  if (item.commands) readCommands().then(greet).catch(() => {}); // they are read again once the connection is back
  if (item.gone) remove(item.gone);
  if (!item.message) return;
  const m = item.message;
  if (m.channel_id === shown) {
    const first = list.firstElementChild;
    const loaded = $(`m${m.id}`) || $('older').hidden || !first || idOrder(m.id, first.dataset.id) > 0;
    if (loaded) put(m);
    if (atEnd) toEnd();
  } else if (m.author.id !== world.me && !m.edited_timestamp) {
    const count = unread.get(m.channel_id) ?? { mentions: 0 };
    if (placeOf(m.channel_id)?.dm || mentionsMe(m)) count.mentions += 1;
    unread.set(m.channel_id, count);
    showPlaces();
  }
}

// The drawer holds channels and people on narrow windows.
function drawer(out) {
  if (out === $('sidebar').classList.contains('out')) return;
  $('sidebar').classList.toggle('out', out);
  $('veil').hidden = !out;
  $('drawer').setAttribute('aria-expanded', String(out));
  $('chat').inert = $('developer').inert = out; // so that keys do not reach what is behind the veil
  (out ? $('channels').querySelector('[aria-current]') : $('drawer'))?.focus();
}

$('drawer').onclick = () => drawer(true);
$('veil').onclick = () => drawer(false);
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') drawer(false); });

const toggleDeveloper = () => { $('developers').setAttribute('aria-expanded', String(developer.toggle())); };
$('developers').onclick = toggleDeveloper;
if (wanted.developer) toggleDeveloper();

listen(news, (connected) => {
  $('lost').textContent = connected ? '' : 'Connecting…';
  delete document.documentElement.dataset.ready;
  current = false;
  late.length = 0; // everything is read again
  // A person who was never let in is told why.
  if (connected || !state) refresh().catch((error) => { $('lost').textContent = error.message; });
});
