// What opens over the page: large pictures, the menus of messages, and forms.

import { h } from './dom.js';
import { icon } from './icons.js';

// dialog shows an element over the page. Closing it returns the focus to what had it, or to the element that again
// returns.
export function dialog(className, label, again, ...children) {
  const before = document.activeElement;
  const refocus = () => { const to = before?.isConnected ? before : again?.(); if (to?.isConnected) to.focus({ preventScroll: true }); };
  const element = h('dialog', { className, 'aria-label': label, onclose: () => { element.remove(); refocus(); } }, children);
  element.addEventListener('click', (event) => { if (event.target === element) element.close(); });
  document.body.append(element);
  element.showModal();
  return element;
}

// enlarge shows the picture of a message as large as the window. A press on it shows it in full size if that is larger
// still, and then closes it. Escape, a press beside it and the button close it, too.
export function enlarge(image, alt) {
  const large = h('img', { src: image.src, alt: alt || '' });
  const press = () => {
    const whole = large.clientWidth >= large.naturalWidth;
    if (whole || box.classList.contains('full')) box.close();
    else box.classList.add('full');
  };
  const zoom = h('button', { className: 'zoom', type: 'button', 'aria-label': 'Full size, or close', onclick: press }, large);
  // The message may be shown anew meanwhile. It keeps the image then.
  const opener = () => image.closest('button');
  const box = dialog('lightbox', 'Picture', opener,
    h('button', { className: 'close', type: 'button', 'aria-label': 'Close', onclick: () => box.close() }, icon('close')), zoom, alt && h('p', { className: 'caption' }, alt));
}
