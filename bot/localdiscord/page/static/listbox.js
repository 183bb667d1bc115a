// A list to choose from, for menus of messages, autocomplete and commands. The element that shows it keeps the focus and
// passes on the keys.

import { h, freshID } from './dom.js';
import { emoji } from './emoji.js';

export class Listbox {
  // items are {emoji, label, description, value, chosen}. pick is called with the one that was chosen.
  constructor({ label, pick, multiple = false }) {
    this.pick = pick;
    this.items = [];
    this.active = -1;
    this.element = h('ul', { className: 'listbox', role: 'listbox', id: freshID('list'), 'aria-label': label, hidden: true });
    if (multiple) this.element.setAttribute('aria-multiselectable', 'true');
    // Keep the focus where it is.
    this.element.addEventListener('pointerdown', (event) => event.preventDefault());
  }

  get open() { return !this.element.hidden; }

  // show lists items, or note if there are none.
  show(items, note, active = items.length ? 0 : -1) {
    this.items = items;
    this.element.replaceChildren(...items.map((item, i) => h('li', {
      role: 'option', id: `${this.element.id}-${i}`, className: 'option', 'aria-selected': Boolean(item.chosen) + '',
      data: { value: item.value }, onclick: () => this.pick(item), onpointermove: () => this.mark(i, false),
    },
    emoji(item.emoji),
    h('span', { className: 'option-label' }, item.label),
    item.description && h('span', { className: 'option-description' }, item.description))));
    if (!items.length && note) this.element.append(h('li', { className: 'option-note', role: 'option', 'aria-disabled': 'true' }, note));
    this.element.hidden = !items.length && !note;
    this.tell();
    this.mark(active, true);
  }

  close() {
    this.element.hidden = true;
    this.tell();
    this.mark(-1);
  }

  // tell announces on the holder whether the list is open.
  tell() {
    if (this.holder?.hasAttribute('aria-expanded')) this.holder.setAttribute('aria-expanded', String(this.open));
  }

  mark(i, scroll) {
    this.element.querySelector('.active')?.classList.remove('active');
    this.active = i;
    const option = i < 0 ? null : this.element.children[i];
    option?.classList.add('active');
    if (scroll) option?.scrollIntoView({ block: 'nearest' });
    if (option) this.holder?.setAttribute('aria-activedescendant', option.id);
    else this.holder?.removeAttribute('aria-activedescendant');
  }

  // holdBy sets the element that has the focus while the list is open.
  holdBy(element) {
    this.holder = element;
    element.setAttribute('aria-controls', this.element.id);
  }

  // picks returns whether a key chooses. Where nothing can be typed, the space bar does too.
  picks(key) { return key === 'Enter' || key === 'Tab' || (key === ' ' && this.holder.matches('button')); }

  // key handles a key and returns whether it did.
  key(event) {
    if (!this.open) return false;
    const last = this.items.length - 1;
    const to = { ArrowDown: this.active >= last ? 0 : this.active + 1, ArrowUp: this.active <= 0 ? last : this.active - 1, PageDown: Math.min(this.active + 8, last), PageUp: Math.max(this.active - 8, 0) }[event.key];
    if (to !== undefined) this.mark(to, true);
    else if (this.picks(event.key) && this.active >= 0) this.pick(this.items[this.active]);
    else if (event.key === 'Escape') this.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
