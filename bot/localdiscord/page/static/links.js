// Links to channels and messages of Discord, which lead to this page's.

import { h } from './dom.js';
import { as, link } from './api.js';
import { world } from './world.js';

const form = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

// anchor returns a link. One to a message shows it in this window. Any other opens a new window.
export function anchor(className, url, ...content) {
  const [, channel, message] = url.match(form) ?? [];
  if (!channel) return h('a', { className, href: url, target: '_blank', rel: 'noopener noreferrer' }, content);
  const press = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    world.jump(channel, message);
  };
  return h('a', { className, href: link(as, channel, message), onclick: press }, content);
}

// plain returns a link in a text without a name. Discord shows the channel's name for one to a message.
export function plain(url) {
  const [, channel, message] = url.match(form) ?? [];
  if (!channel) return anchor('', url, url);
  return anchor('mention', url, `#${world.channels.get(channel) ?? 'unknown'}${message ? ' › 💬' : ''}`);
}
