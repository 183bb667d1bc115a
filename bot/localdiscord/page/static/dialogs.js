// What opens over the page: large pictures, and the forms that a bot shows.

import { h, freshID } from './dom.js';
import { act } from './api.js';
import { icon } from './icons.js';

// dialog shows an element over the page. Closing it returns the focus to what had it, or to the element that again
// returns.
function dialog(className, label, again, ...children) {
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

const Row = 1, Input = 4, Text = 10, Label = 18;
const Paragraph = 2;

// showForm shows the form of an interaction and sends it.
export function showForm({ modal, interaction }) {
  const fields = new Map();
  const field = (c, label, description) => {
    const id = freshID('field');
    const options = { id, required: c.required !== false, maxLength: c.max_length ?? 4000, minLength: c.min_length ?? 0, placeholder: c.placeholder ?? '', value: c.value ?? '' };
    const input = c.type === Input
      ? h(c.style === Paragraph ? 'textarea' : 'input', options)
      : h('select', { id, required: c.required !== false }, (c.options ?? []).map((o) => h('option', { value: o.value, selected: o.default }, o.label)));
    fields.set(c.custom_id, input);
    return h('p', { className: 'form-field' }, h('label', { for: id }, label, c.required !== false && h('span', { className: 'required' }, ' *')), description && h('small', {}, description), input);
  };
  const why = h('p', { className: 'failure', role: 'alert', hidden: true });
  let sending = false;
  const submit = async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    const values = Object.fromEntries([...fields].map(([id, input]) => [id, input.value]));
    const got = await act('submit', { interaction, values });
    sending = false;
    why.hidden = !got.failure;
    why.textContent = got.failure ?? '';
    if (!got.failure) box.close();
  };
  const box = dialog('form', modal.title, null, h('form', { onsubmit: submit },
    h('h2', {}, modal.title),
    modal.components.map((c) => {
      if (c.type === Row) return field(c.components[0], c.components[0].label);
      if (c.type === Label) return field(c.component, c.label, c.description);
      return c.type === Text && h('p', {}, c.content);
    }),
    why,
    h('div', { className: 'form-buttons' },
      h('button', { className: 'button secondary', type: 'button', onclick: () => box.close() }, 'Cancel'),
      h('button', { className: 'button primary', type: 'submit' }, 'Submit'))));
}
