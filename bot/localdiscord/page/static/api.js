// The page's side of its API. Every request acts as one person.

const parameters = new URLSearchParams(location.search);

export const as = (parameters.get('as') || 'ana').toLowerCase();
export const wanted = { channel: parameters.get('channel'), message: parameters.get('message'), developer: parameters.has('developer') };

const address = (path, more = {}) => `${path}?${new URLSearchParams({ as, ...more })}`;

// link returns the address of the page as a person, perhaps in a channel or at a message of it.
export const link = (who, channel, message) => `/?${new URLSearchParams({ as: who, ...(channel && { channel }), ...(message && { message }) })}`;

export const fileURL = (message, attachment) => address(`/files/${message}/${attachment}`);

export async function read(what, more) {
  const response = await fetch(address(`/api/${what}`, more));
  if (!response.ok) throw new Error(await why(response));
  return response.json();
}

// why returns the reason of a refusal in words.
async function why(response) {
  const text = await response.text();
  try {
    return JSON.parse(text).why;
  } catch {
    return text;
  }
}

// act does something and returns the outcome. Its failure says in words what went wrong.
export async function act(what, request) {
  try {
    const response = await fetch(address(`/api/${what}`), {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request),
    });
    return response.ok ? await response.json() : { kind: 'refused', failure: await why(response) };
  } catch {
    return { kind: 'refused', failure: 'The local Discord cannot be reached. Is it still running?' };
  }
}

// Milliseconds to wait before a lost feed is opened again.
const retry = { first: 300, most: 5000 };

// listen reports what happens: news(item) for each item, connected(true) whenever a feed begins, so that what was missed
// can be read, and connected(false) when it is lost.
export function listen(news, connected) {
  let pause = retry.first;
  const open = () => {
    const socket = new WebSocket(`ws://${location.host}${address('/api/feed')}`);
    socket.onopen = () => { pause = retry.first; connected(true); };
    socket.onmessage = (event) => news(JSON.parse(event.data));
    socket.onclose = () => {
      connected(false);
      setTimeout(open, pause);
      pause = Math.min(2 * pause, retry.most);
    };
  };
  open();
}
