// The pictures of messages, at the sizes at which Discord shows them.

import { h } from './dom.js';
import { fileURL } from './api.js';
import { enlarge } from './dialogs.js';

// most is the largest size in pixels of a picture.
const most = { width: 550, height: 350 };

// gallery returns the element of a picture, shown whole. The bot shows each of several in a gallery of its own, since
// Discord crops those that share one. Only files that were uploaded here are shown.
export function gallery(media, alt, message) {
  return h('div', { className: 'gallery' }, frame(media, alt, message), description(alt));
}

// frame returns an image that opens large.
function frame(media, alt, message) {
  const file = message.attachments.find((a) => a.id === media.attachment_id || a.url === media.url);
  const attachment = media.attachment_id ?? file?.id;
  if (!attachment) return h('a', { href: media.url, target: '_blank', rel: 'noopener noreferrer' }, alt || media.url);
  const source = fileURL(message.id, attachment);
  const image = h('img', {
    src: source, alt: alt || '', decoding: 'sync', data: { file: attachment },
    onerror: () => { image.closest('.picture')?.classList.add('missing'); },
  });
  const button = h('button', {
    className: 'enlarge', type: 'button', 'aria-label': `Open the picture large${alt ? `: ${alt}` : ''}`,
    onclick: () => enlarge(image, alt),
  }, image);
  const { width, height } = media.width ? media : file ?? {};
  if (width && height) {
    // Keep its place free, so that nothing moves under the mouse when the picture arrives.
    button.style.width = `${Math.round(width * Math.min(1, most.width / width, most.height / height))}px`;
    button.style.aspectRatio = `${width} / ${height}`;
  }
  return h('figure', { className: 'picture' }, button);
}

// description returns a badge that opens the alternative text. It stands below the picture and covers nothing.
function description(alt) {
  return alt && h('details', { className: 'alt' }, h('summary', { 'aria-label': 'Description of the picture' }, 'ALT'), h('p', {}, alt));
}
