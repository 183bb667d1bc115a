// Elements are made without markup in strings, so that what people write can never become HTML.

// h makes an element. Properties that begin with "on" are listeners, "role" and those with a dash are attributes,
// "data" is the dataset. Properties that are null or false are left out.
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

// rebuild replaces the children of an element. The focus stays on the child with the same dataset.
export function rebuild(element, ...children) {
  const same = (e) => JSON.stringify(e.dataset) === focused;
  const focused = element.contains(document.activeElement) ? JSON.stringify(document.activeElement.dataset) : null;
  element.replaceChildren(...children.filter(Boolean));
  if (focused) [...element.querySelectorAll('a, button')].find(same)?.focus({ preventScroll: true });
}

let ids = 0;

// freshID returns an id for an element that others refer to.
export const freshID = (prefix) => `${prefix}-${++ids}`;

// idOrder compares Discord's ids by age. They are too big for numbers.
export function idOrder(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
