// Emoji on buttons and in menus.

import { h } from './dom.js';

// emoji returns the element of an emoji: a picture if the bot's application has uploaded it, else a character. It is not read
// aloud, since the label says everything.
export function emoji(e) {
  if (!e) return null;
  if (e.id) return h('img', { className: 'emoji', src: `/emojis/${e.id}.png`, alt: '' });
  return h('span', { className: 'emoji', 'aria-hidden': 'true' }, e.name ?? '');
}
