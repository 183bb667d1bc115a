// The forms that the bot opens. https://discord.com/developers/docs/components/reference#label

import { h } from './dom.js';
import { act } from './api.js';
import { dialog } from './dialogs.js';
import { markdown } from './markdown.js';
import { world } from './world.js';

const TextInput = 4, UserSelect = 5, RoleSelect = 6, ChannelSelect = 8, Text = 10, Radio = 21, Checks = 22, Checkbox = 23;

// openForm shows the form that something has opened, until it is sent or closed.
export function openForm({ interaction, form }) {
  const parts = form.components.map(part), inputs = parts.filter((p) => p.name);
  const problem = h('p', { className: 'failure', role: 'alert' });
  const send = h('button', { className: 'button primary', type: 'submit' }, 'Submit');
  const submit = async (event) => {
    event.preventDefault();
    send.disabled = true;
    const got = await act('submit', { interaction, values: Object.fromEntries(inputs.map((p) => [p.name, p.read()])) });
    send.disabled = false;
    problem.textContent = got.failure ?? '';
    if (!got.failure) box.close();
  };
  const box = dialog('form', form.title, null, h('form', { onsubmit: submit },
    h('h2', {}, form.title), parts.map((p) => p.element), problem,
    h('div', { className: 'row' }, h('button', { className: 'button secondary', type: 'button', onclick: () => box.close() }, 'Cancel'), send)));
}

// part returns the element of a part, and for an input its name and what reads its values.
function part({ type, label, description, component: c, content }) {
  if (type === Text) return { element: h('div', { className: 'text' }, markdown(content)) };
  const hint = description && h('span', { className: 'hint' }, description);
  const needed = c.required !== false && c.type !== Checkbox;
  const title = [h('span', {}, label, needed && h('span', { className: 'needed', 'aria-hidden': 'true' }, ' *')), hint];
  const data = { input: c.custom_id };
  if (c.type === TextInput) {
    const input = h(c.style === 2 ? 'textarea' : 'input', {
      value: c.value ?? '', placeholder: c.placeholder ?? '', required: needed, data, autocomplete: 'off', ...(c.max_length && { maxLength: c.max_length }),
    });
    return { name: c.custom_id, read: () => [input.value], element: h('label', {}, title, input) };
  }
  const options = optionsOf(c), most = c.max_values ?? (c.type === Checks ? options.length : 1);
  if ([Radio, Checks, Checkbox].includes(c.type) || most > 1) {
    const boxes = options.map((o) => h('input', {
      type: c.type === Radio ? 'radio' : 'checkbox', name: c.custom_id, value: o.value, checked: o.chosen, required: needed && c.type === Radio, data,
    }));
    const read = () => boxes.filter((b) => b.checked).map((b) => b.value);
    return {
      name: c.custom_id, read: c.type === Checkbox ? () => [String(boxes[0].checked)] : read,
      element: h('fieldset', {}, h('legend', {}, title), boxes.map((b, i) => h('label', { className: 'check' }, b, h('span', {}, options[i].label)))),
    };
  }
  const menu = h('select', { required: needed, data }, h('option', { value: '' }, c.placeholder ?? 'Make a selection'),
    options.map((o) => h('option', { value: o.value, selected: o.chosen }, o.label)));
  return { name: c.custom_id, read: () => (menu.value ? [menu.value] : []), element: h('label', {}, title, menu) };
}

function optionsOf(c) {
  if (c.type === Checkbox) return [{ value: 'true', label: 'Yes', chosen: c.default }];
  if (c.options) return c.options.map((o) => ({ ...o, chosen: o.default }));
  const names = { [UserSelect]: world.users, [RoleSelect]: world.roles, [ChannelSelect]: world.channels }[c.type] ?? new Map([...world.users, ...world.roles]);
  return [...names].map(([value, label]) => ({ value, label, chosen: c.default_values?.some((d) => d.id === value) }));
}
