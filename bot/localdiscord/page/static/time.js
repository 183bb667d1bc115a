// Times, formatted for readers.

import { h } from './dom.js';
import { world } from './world.js';

// styles has Discord's styles, and those of the page.
const styles = {
  t: { timeStyle: 'short' }, T: { timeStyle: 'medium' }, d: { dateStyle: 'short' }, D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' }, F: { dateStyle: 'full', timeStyle: 'short' },
  exact: { dateStyle: 'full', timeStyle: 'medium' }, clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, day: {},
};
const formats = {}; // making one takes longer than using it hundreds of times, so they are kept

export const format = (at, style, language = 'en') => (formats[language + style] ??= new Intl.DateTimeFormat(language, styles[style])).format(at);

// timestamp is a time within a text, in the reader's language. https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
export function timestamp(seconds, style = 'f') {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return `<t:${seconds}>`;
  const goesOn = style === 'R';
  return h('time', { className: goesOn ? 'timestamp relative' : 'timestamp', dateTime: at.toISOString(), title: format(at, 'F', world.locale) },
    goesOn ? relative(at) : format(at, style, world.locale));
}

let words;

function relative(at) {
  words ??= new Intl.RelativeTimeFormat(world.locale, { numeric: 'auto' });
  let amount = (at - Date.now()) / 1000;
  for (const [unit, size] of [['second', 60], ['minute', 60], ['hour', 24], ['day', 30], ['month', 12]]) {
    if (Math.abs(amount) < size) return words.format(Math.round(amount), unit);
    amount /= size;
  }
  return words.format(Math.round(amount), 'year');
}

// Clocks keep running. Only the text node changes, so that screen readers do not read it out.
setInterval(() => {
  for (const clock of document.querySelectorAll('.timestamp.relative')) {
    const now = relative(new Date(clock.dateTime));
    if (clock.firstChild.data !== now) clock.firstChild.data = now;
  }
}, 1000);
