// Icons are drawn, since not every machine's fonts have them.

const paths = {
  send: 'M3 11.5 21 3l-5 18-4.5-7z',
  close: 'M5 5l14 14M19 5 5 19',
  window: 'M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  thread: 'M4 5h16v10h-9l-4 4v-4H4zM8 9h8M8 12h5',
  down: 'M6 9l6 6 6-6',
};

const namespace = 'http://www.w3.org/2000/svg';

export function icon(name) {
  const svg = document.createElementNS(namespace, 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', class: 'sign-icon', 'aria-hidden': 'true' })) svg.setAttribute(key, value);
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}
