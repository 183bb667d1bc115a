// The box for writing: messages, and slash commands with a field for each option.

import { h } from './dom.js';
import { act } from './api.js';
import { openForm } from './forms.js';
import { icon } from './icons.js';
import { world } from './world.js';
import { Listbox } from './listbox.js';

const Integer = 4, Boolean_ = 5, User = 6, Channel = 7, Number_ = 10;

// Milliseconds without typing before the bot is asked for suggestions.
const rest = 80;

export class Composer {
  constructor(element) {
    this.element = element;
    this.commands = [];
    this.list = new Listbox({ label: 'Suggestions', pick: (item) => item.choose() });
    this.status = h('p', { className: 'status', role: 'status' });
    this.text = h('textarea', {
      className: 'text-box', rows: 1, maxLength: 2000, enterKeyHint: 'send', 'aria-autocomplete': 'list', 'aria-label': 'Message',
      oninput: () => this.typed(), onkeydown: (event) => this.textKey(event), onbeforeinput: (event) => this.lineBreak(event),
      onblur: () => this.list.close(),
    });
    this.box = h('div', { className: 'box' });
    element.append(this.list.element, this.status, this.box);
    this.showText();
  }

  // enter switches to another channel.
  enter(channel, name, commands) {
    // Keep a half-typed command if it is still the same in the new channel.
    const same = channel === this.channel && commands.some((c) => JSON.stringify(c) === JSON.stringify(this.command));
    this.channel = channel;
    this.commands = commands;
    this.text.placeholder = commands.length ? `Message ${name}, or / for commands` : `Message ${name}`;
    this.text.setAttribute('aria-label', `Message ${name}`);
    if (this.command && !same) this.showText();
    if (!this.command && this.list.open) this.typed();
  }

  say(text, bad) {
    this.status.textContent = text;
    this.status.classList.toggle('bad', Boolean(bad));
  }

  // Text.

  showText() {
    this.command = null;
    this.list.close();
    this.list.holdBy(this.text);
    this.box.replaceChildren(
      h('button', { className: 'icon', type: 'button', 'aria-label': 'Commands', onclick: () => this.begin() }, '/'),
      this.text,
      h('button', { className: 'icon send', type: 'button', 'aria-label': 'Send', onclick: () => this.sendText() }, icon('send')));
  }

  // begin offers the commands, as if a slash had been typed.
  begin() {
    this.text.value = '/';
    this.text.focus();
    this.typed();
  }

  // fit adjusts the height of the box to its text.
  fit() {
    this.text.style.height = 'auto';
    this.text.style.height = `${Math.min(this.text.scrollHeight, 200)}px`;
  }

  typed() {
    this.fit();
    this.say('');
    const text = this.text.value;
    if (!text.startsWith('/')) { this.list.close(); return; }
    const exact = text.endsWith(' ') && this.named(text);
    if (exact) { this.showCommand(exact); return; }
    const word = text.slice(1).toLowerCase().trim();
    const fits = this.commands.filter((c) => `${c.path} ${c.plain}`.toLowerCase().includes(word));
    fits.sort((a, b) => b.path.startsWith(word) - a.path.startsWith(word));
    this.list.show(fits.map((c) => ({
      label: `/${c.path}`, description: c.description, value: c.plain, choose: () => this.showCommand(c),
    })), this.commands.length ? 'There is no such command' : 'The bot has not arrived yet');
  }

  // named returns a command by its full name. Phones begin with a capital, so case does not matter.
  named(text) {
    const name = text.trim().toLowerCase();
    return this.commands.find((c) => [c.path, c.plain].some((path) => name === `/${path}`));
  }

  // open shows a command by its default name, if the user has it.
  open(name) {
    const command = this.commands.find((c) => c.plain === name);
    if (command) this.showCommand(command);
  }

  textKey(event) {
    this.shift = event.shiftKey;
    this.list.key(event);
  }

  // lineBreak sends, unless Shift is held. Keyboards of phones report no key, only the line break.
  lineBreak(event) {
    if (event.inputType !== 'insertLineBreak' || this.shift) return;
    event.preventDefault();
    const offered = this.list.items[this.list.active];
    if (offered) offered.choose();
    else this.sendText();
  }

  async sendText() {
    const text = this.text.value.trim();
    if (!text) return;
    if (text.startsWith('/')) {
      const command = this.named(text);
      if (command) this.showCommand(command);
      else this.say('No such command.', true);
      return;
    }
    this.text.value = '';
    this.fit();
    const got = await act('say', { channel: this.channel, text });
    if (got.failure) {
      this.text.value = text;
      this.fit();
      this.say(got.failure, true);
    }
  }

  // Commands.

  showCommand(command) {
    this.command = command;
    this.text.value = '';
    this.list.close();
    this.fields = command.options.map((o) => this.field(o));
    this.more = h('span', { className: 'more' });
    const form = h('form', {
      className: 'command', tabIndex: -1, 'aria-label': `/${command.path}`,
      onsubmit: (event) => event.preventDefault(),
      onkeydown: (event) => {
        if (event.key === 'Escape') this.cancel();
        else if (event.key === 'Enter' && event.target === form) this.sendCommand();
        else return;
        event.preventDefault();
      },
    },
    h('span', { className: 'path' }, `/${command.path}`), this.fields.map((f) => f.element), this.more);
    this.box.replaceChildren(
      h('button', { className: 'icon', type: 'button', 'aria-label': 'Cancel the command', onclick: () => this.cancel() }, icon('close')),
      form,
      h('button', { className: 'icon send', type: 'button', 'aria-label': `Send /${command.path}`, onclick: () => this.sendCommand() }, icon('send')));
    this.offerMore();
    const first = this.fields.find((f) => !f.element.hidden);
    (first?.input ?? form).focus();
    this.say(command.description);
  }

  cancel() {
    this.showText();
    this.say('');
    this.text.focus();
  }

  // field returns an option: its name, and a box for its value. Optional ones are hidden until the user adds them.
  field(option) {
    const input = h('input', {
      type: 'text', autocomplete: 'off', autocapitalize: 'none', spellcheck: false, inputMode: [Integer, Number_].includes(option.type) ? 'decimal' : 'text',
      role: 'combobox', 'aria-expanded': 'false', 'aria-autocomplete': 'list', 'aria-label': `${option.name}: ${option.description}`,
      'aria-required': String(option.required), data: { option: option.plain },
      oninput: () => { field.value = undefined; this.suggest(field); },
      onfocus: () => { this.say(option.description); this.list.holdBy(input); this.suggest(field); },
      onblur: () => { this.asked = null; this.list.close(); },
      onkeydown: (event) => this.fieldKey(event, field),
    });
    const element = h('label', { className: 'option-field', hidden: !option.required }, h('span', {}, option.name), input);
    const field = { option, input, element, value: undefined };
    return field;
  }

  // offerMore lists the options that are hidden.
  offerMore() {
    const hidden = this.fields.filter((f) => f.element.hidden);
    this.more.replaceChildren(...hidden.map((f) => h('button', {
      className: 'add', type: 'button', title: f.option.description, data: { add: f.option.plain },
      onclick: () => { f.element.hidden = false; this.offerMore(); f.input.focus(); },
    }, `+ ${f.option.name}`)));
  }

  fieldKey(event, field) {
    if (this.list.key(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      this.sendCommand();
    } else if (event.key === 'Backspace' && !field.input.value) {
      event.preventDefault();
      const shown = this.fields.filter((f) => !f.element.hidden);
      const before = shown[shown.indexOf(field) - 1];
      if (!field.option.required) { field.element.hidden = true; this.offerMore(); }
      if (before) before.input.focus();
      else if (field.option.required) this.cancel();
    }
  }

  // suggest lists possible values of a field: fixed choices at once, the bot's suggestions after a moment.
  async suggest(field) {
    const ask = (this.asked = {});
    const { option, input } = field;
    const chosen = field.value !== undefined, typed = chosen ? '' : input.value;
    const offer = (choices, note) => this.list.show(choices.map((c) => ({
      label: c.name, value: String(c.value),
      choose: () => { input.value = c.name; field.value = c.value; this.next(field); },
    })), note, chosen ? choices.findIndex((c) => c.value === field.value) : undefined); // so that Tab keeps the choice
    const fixed = this.fixed(option);
    if (fixed) {
      const word = typed.toLowerCase();
      offer(fixed.filter((c) => `${c.name} ${c.value}`.toLowerCase().includes(word)), 'No such choice');
      return;
    }
    if (!option.autocomplete) { this.list.close(); return; }
    await new Promise((done) => { setTimeout(done, rest); });
    if (this.asked !== ask) return;
    const got = await act('complete', {
      channel: this.channel, command: this.command.plain, options: this.values(field), focused: option.plain, text: typed,
    });
    if (this.asked !== ask) return; // the user has typed on meanwhile
    offer(got.choices ?? [], got.failure ? 'Loading options failed' : 'No options match your search');
  }

  fixed(option) {
    if (option.choices.length) return option.choices;
    const of = (names) => [...names].map(([value, name]) => ({ name, value }));
    return {
      [Boolean_]: [{ name: 'True', value: true }, { name: 'False', value: false }], [User]: of(world.users), [Channel]: of(world.channels),
    }[option.type];
  }

  // next moves to the first field that is still empty.
  next(field) {
    this.list.close();
    const empty = this.fields.find((f) => !f.element.hidden && !f.input.value);
    this.asked = null;
    if (empty && empty !== field) empty.input.focus();
  }

  // values returns what was filled in, except for the field that is being typed.
  values(but) {
    const values = {};
    for (const field of this.fields) {
      if (field === but || field.element.hidden || !field.input.value) continue;
      values[field.option.plain] = field.value ?? field.input.value;
    }
    return values;
  }

  // run sends a command and returns what became of it.
  async run(command, options) {
    this.say(`Sending /${command.path} …`);
    const got = await act('slash', { channel: this.channel, command: command.plain, options });
    if (got.form) openForm(got);
    this.say(got.failure ? `/${command.path}: ${got.failure}` : '', got.failure);
    return got;
  }

  async sendCommand() {
    const { command } = this;
    const missing = this.fields.find((f) => f.option.required && !f.input.value);
    if (missing) {
      this.say(`${missing.option.name} is required.`, true);
      missing.input.focus();
      return;
    }
    const options = this.values(), { fields, more } = this, shown = [...this.box.children];
    this.showText();
    this.text.focus();
    const got = await this.run(command, options);
    // A command that never reached the bot can be corrected and sent again.
    if (got.kind !== 'refused' || this.command || this.text.value) return;
    Object.assign(this, { command, fields, more });
    this.box.replaceChildren(...shown);
    this.box.querySelector('form').focus();
  }
}
