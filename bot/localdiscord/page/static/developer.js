// The developers' panel: the traffic between bot and Discord.

import { h } from './dom.js';
import { read } from './api.js';

// How often the panel reads the traffic, in milliseconds, and how many lines it shows.
const every = 500, most = 300;

export class Developer {
  constructor(element) {
    this.element = element;
    this.after = 0;
    this.begun = new Map(); // when each interaction was sent to the bot, by its id
    this.state = h('p', { className: 'developer-state', role: 'status' });
    this.lines = h('ol', { className: 'lines', 'aria-label': 'Requests and events, newest first' });
    this.filter = h('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter requests and events', oninput: () => this.sift() });
    element.append(h('h2', {}, 'Behind the scenes'), this.state, this.filter, this.lines);
  }

  toggle() {
    const open = this.element.hidden;
    this.element.hidden = !open;
    clearInterval(this.timer);
    if (!open) return false;
    this.look();
    this.timer = setInterval(() => this.look(), every);
    return true;
  }

  async look() {
    if (this.looking) return;
    this.looking = true;
    try {
      const view = await read('developer', { after: this.after });
      for (const entry of view.entries) {
        this.after = entry.seq;
        this.lines.prepend(this.line(entry));
      }
      while (this.lines.childElementCount > most) this.lines.lastChild.remove();
      this.sift();
      this.state.textContent = `${view.connected ? 'Bot connected' : 'No bot connected'} • ${view.violations} refused by Discord's rules`;
      this.state.classList.toggle('bad', view.violations > 0 || !view.connected);
    } catch (error) {
      this.state.textContent = `Not available: ${error.message}`;
    }
    this.looking = false;
  }

  sift() {
    const word = this.filter.value.toLowerCase();
    for (const line of this.lines.children) line.hidden = !line.firstChild.firstChild.textContent.toLowerCase().includes(word);
  }

  line(e) {
    const took = e.kind === 'rest' ? `${(e.micros / 1000).toFixed(1)} ms` : '';
    return h('li', { className: e.refusal ? 'refused' : e.fault ? 'faulty' : '' }, h('details', {},
      h('summary', {},
        h('time', {}, new Date(e.at).toLocaleTimeString('en', { hour12: false })),
        h('span', { className: `kind ${e.kind}` }, { rest: '→', event: '⇣', command: '⇡' }[e.kind]),
        h('span', { className: 'what' }, h('b', {}, e.name), ` ${e.path ?? ''}`),
        h('span', { className: 'result' }, [e.status || '', took, this.answered(e), e.fault && `⚡ ${e.fault}`].filter(Boolean).join(' • '),
          e.kind === 'rest' && h('span', { className: 'verdict' }, e.refusal ? ' ✗ refused' : e.status < 300 ? ' ✓ valid' : ''))),
      e.refusal && h('p', { className: 'failure' }, e.refusal),
      e.body && h('pre', { 'aria-label': 'Sent' }, pretty(e.body)),
      e.answer && h('pre', { 'aria-label': 'Answered' }, pretty(e.answer))));
  }

  // answered says how long an interaction waited for its first answer.
  answered(e) {
    if (e.kind === 'event' && e.name === 'INTERACTION_CREATE') {
      const id = e.body.match(/"id":"(\d+)"/)?.[1];
      this.begun.set(id, new Date(e.at));
      return '';
    }
    const id = e.path?.match(/^\/interactions\/(\d+)\//)?.[1];
    return this.begun.has(id) ? `answered after ${new Date(e.at) - this.begun.get(id)} ms` : '';
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text; // not JSON, since long bodies are cut
  }
}
