// Elements without markup in strings: what people write can never become HTML.

// h makes an element. Properties that begin with "on" are listeners, those with a dash and "role" are attributes,
// "data" is the dataset; null and false leave one out.
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'data') Object.assign(element.dataset, value);
    else if (name.includes('-') || name === 'role' || name === 'for') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// rebuild replaces what is in an element. Whoever had the focus there keeps it: data tells which is the same.
export function rebuild(element, ...children) {
  const same = (e) => JSON.stringify(e.dataset) === focused;
  const focused = element.contains(document.activeElement) ? JSON.stringify(document.activeElement.dataset) : null;
  element.replaceChildren(...children);
  if (focused) [...element.querySelectorAll('a, button')].find(same)?.focus({ preventScroll: true });
}

let ids = 0;

// freshID is for elements that others point to by id.
export const freshID = (prefix) => `${prefix}-${++ids}`;

// idOrder compares Discord's ids by age; they are too big for numbers.
export function idOrder(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
