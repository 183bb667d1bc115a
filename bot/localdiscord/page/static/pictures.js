// The pictures of messages, at the sizes at which Discord shows them.

import { h } from './dom.js';
import { fileURL } from './api.js';
import { enlarge } from './dialogs.js';

// alone is the largest size in pixels of a picture on its own.
const alone = { width: 550, height: 350 };

// gallery returns the element of one picture, shown whole, or of several, a mosaic that crops them. An item has the
// media and its alternative text.
export function gallery(items, message) {
  if (items.length === 1) return h('div', { className: 'gallery' }, frame(items[0].media, items[0].alt, message, alone), descriptions(items));
  const frames = items.map(({ media, alt }) => frame(media, alt, message, null));
  return h('div', { className: 'gallery' },
    h('div', { className: 'mosaic', data: { pictures: String(items.length) } }, frames), descriptions(items));
}

// frame returns an image that opens large. Without a largest size, the mosaic around it says how large it is. Only
// files that were uploaded here are shown.
function frame(media, alt, message, most) {
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
  if (most && width && height) {
    // Keep its place free, so that nothing moves under the mouse when the picture arrives.
    button.style.width = `${Math.round(width * Math.min(1, most.width / width, most.height / height))}px`;
    button.style.aspectRatio = `${width} / ${height}`;
  }
  return h('figure', { className: 'picture' }, button);
}

// descriptions returns a badge for each alternative text, which opens it. They stand below the pictures and cover nothing.
function descriptions(items) {
  const badges = items.map(({ alt }, i) => alt && h('details', { className: 'alt' },
    h('summary', { 'aria-label': items.length > 1 ? `Description of picture ${i + 1}` : 'Description of the picture' },
      items.length > 1 ? `ALT ${i + 1}` : 'ALT'),
    h('p', {}, alt)));
  return badges.some(Boolean) && h('div', { className: 'alts' }, badges);
}
