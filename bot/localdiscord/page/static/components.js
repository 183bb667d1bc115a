// The components of messages. https://discord.com/developers/docs/components/reference

import { h } from './dom.js';
import { act, fileURL } from './api.js';
import { emoji } from './emoji.js';
import { openForm } from './forms.js';
import { icon } from './icons.js';
import { anchor } from './links.js';
import { inline, markdown } from './markdown.js';
import { world } from './world.js';
import { Listbox } from './listbox.js';
import { gallery } from './pictures.js';

const Row = 1, Button = 2, StringSelect = 3, UserSelect = 5, RoleSelect = 6, ChannelSelect = 8, Text = 10, Gallery = 12;

const buttonStyles = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'secondary' };

// component returns the element of a component.
export function component(c, message) {
  switch (c.type) {
    case Row: return h('div', { className: 'row' }, c.components.map((inner) => component(inner, message)));
    case Button: return button(c, message);
    case Text: return h('div', { className: 'text' }, markdown(c.content));
    case Gallery: return c.items.map(({ media, description }) => gallery(media, description, message));
  }
  return [StringSelect, UserSelect, RoleSelect, ChannelSelect].includes(c.type) ? select(c, message) : null;
}

const colour = (number) => `#${number.toString(16).padStart(6, '0')}`;

function button(c, message) {
  if (c.url) {
    return anchor('button secondary', c.url, emoji(c.emoji), c.label, ' ↗');
  }
  const element = h('button', {
    className: `button ${buttonStyles[c.style]}`, type: 'button', disabled: Boolean(c.disabled), data: { control: c.custom_id },
    'aria-label': c.label ? null : c.emoji?.name,
    onclick: () => use(element, { message: message.id, control: c.custom_id }),
  }, emoji(c.emoji), c.label && h('span', {}, c.label));
  return element;
}

// use presses or chooses, and shows what comes of it other than messages.
async function use(element, request) {
  if (element.getAttribute('aria-busy') === 'true') return;
  element.setAttribute('aria-busy', 'true');
  // The message's element as it is then. It may have been replaced before the answer comes.
  const body = () => document.querySelector(`#m${request.message} .body`);
  body()?.querySelector('.failure')?.remove();
  const got = await act('press', request);
  element.removeAttribute('aria-busy');
  if (got.failure) body()?.append(failure(got.failure));
  if (got.form) openForm(got);
}

export const failure = (why) => h('p', { className: 'failure', role: 'alert' }, `This interaction failed: ${why}.`.replace('..', '.'));

// select returns a menu: a button that opens a list.
function select(c, message) {
  const options = choices(c);
  const low = c.min_values ?? 1, high = c.max_values ?? 1, multiple = high > 1;
  const chosen = new Set(options.filter((o) => o.chosen).map((o) => o.value));
  const send = () => use(face, { message: message.id, control: c.custom_id, values: [...chosen] });
  const list = new Listbox({
    label: c.placeholder || 'Options', multiple,
    pick: (item) => {
      if (!multiple) {
        chosen.clear();
        chosen.add(item.value);
        name.replaceChildren(...faceOf([item]));
        list.close();
        send();
        return;
      }
      if (chosen.has(item.value)) chosen.delete(item.value);
      else if (chosen.size < high) chosen.add(item.value);
      show(list.active);
    },
  });
  const show = (active = 0) => list.show(options.map((o) => ({ ...o, chosen: chosen.has(o.value) })), 'Nothing to choose from', active);
  const dismiss = () => {
    const open = list.open;
    list.close();
    if (open && multiple && chosen.size >= low) send(); // as Discord does when the user leaves a menu of several values
  };
  const name = h('span', { className: 'select-name' }, faceOf(options.filter((o) => o.chosen), c.placeholder || 'Make a selection'));
  const face = h('button', {
    className: 'select', type: 'button', role: 'combobox', disabled: Boolean(c.disabled), data: { control: c.custom_id },
    'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-label': c.placeholder || 'Menu',
    onclick: () => {
      face.focus(); // not every browser does this, and without the focus leaving the menu goes unnoticed
      if (list.open) { dismiss(); return; }
      show();
      list.element.scrollIntoView({ block: 'nearest' });
    },
    onkeydown: (event) => {
      if (!list.open && event.key === 'ArrowDown') { event.preventDefault(); face.click(); return; }
      if (list.open && event.key === 'Tab') { dismiss(); return; }
      list.key(event);
    },
    onblur: dismiss,
  }, name, h('span', { className: 'select-arrow', 'aria-hidden': 'true' }, icon('down')));
  list.holdBy(face);
  return h('div', { className: 'select-holder' }, face, list.element);
}

// faceOf returns what a closed menu shows: what is chosen, else a text.
function faceOf(chosen, otherwise) {
  if (!chosen.length) return [otherwise];
  return [emoji(chosen[0].emoji), chosen.map((o) => o.label).join(', ')].filter(Boolean);
}

function choices(c) {
  if (c.type === StringSelect) {
    return c.options.map((o) => ({ emoji: o.emoji, label: o.label, description: o.description, value: o.value, chosen: o.default }));
  }
  const names = { [RoleSelect]: world.roles, [ChannelSelect]: world.channels }[c.type] ?? world.users;
  return [...names].map(([value, label]) => ({ label, value, chosen: c.default_values?.some((d) => d.id === value) }));
}

export function download(attachment, message) {
  const file = message.attachments.find((a) => a.id === attachment);
  return file && h('a', { className: 'download', href: fileURL(message.id, file.id), download: file.filename },
    file.filename, h('span', { className: 'size' }, ` ${(file.size / 1024).toFixed(1)} kB`));
}

// embed is the older way to show things. https://discord.com/developers/docs/resources/message#embed-object
export function embed(e) {
  const box = h('article', { className: 'embed' },
    h('div', { className: 'embed-text' },
      e.title && h('p', { className: 'embed-title' }, inline(e.title)),
      e.description && h('div', { className: 'text' }, markdown(e.description)),
      e.fields?.length && h('dl', { className: 'fields' }, e.fields.map((f) => h('div', { className: f.inline ? 'field inline' : 'field' }, h('dt', {}, inline(f.name)), h('dd', {}, markdown(f.value))))),
      e.footer && h('p', { className: 'embed-footer' }, e.footer.text)));
  if (e.color) box.style.borderLeftColor = colour(e.color);
  return box;
}
