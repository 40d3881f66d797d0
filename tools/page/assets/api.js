// The way to the server of this page: questions, changes with the token, and states that are followed.

const kToken = 'lanternfish-token';

// A server for many people knows its browsers by a cookie; there the field alone counts, which no other page can send.
const stored = () => localStorage.getItem(kToken) || 'page';
const withToken = (token) => ({ method: 'POST', headers: { 'X-Lanternfish-Token': token } });

// The printed address carries the token behind '#'; it is remembered for reloads and other tabs, and taken out of sight.
// Any page may have made such an address: a token that the server does not know takes no other's place.
export async function takeToken() {
  const found = /^#token=([0-9a-f]+)$/.exec(location.hash);
  if (found) {
    history.replaceState(null, '', location.pathname + '#play');
    if (found[1] !== stored() && (await fetch('/api/hello', withToken(found[1]))).ok) localStorage.setItem(kToken, found[1]);
  }
  // Listeners show the token this way; where connections are short, those who do not are let go.
  document.cookie = `lanternfish-${location.port || 80}=${stored()}; SameSite=Strict; Path=/`;
}

async function answerOf(response) {
  const text = await response.text();
  let json = null;
  try { json = JSON.parse(text); } catch { /* told below */ }
  if (!response.ok) throw Object.assign(new Error((json && json.error) || `The server answers ${response.status}.`), { json, status: response.status });
  return { status: response.status, json };
}

async function ask(path, options) {
  let response;
  try { response = await fetch(path, options); } catch { throw new Error('The server cannot be reached. Was it stopped?'); }
  return answerOf(response);
}

export const get = async (path) => (await ask(path)).json;
// Null: not computed yet.
export async function getReady(path) {
  const { status, json } = await ask(path);
  return status === 202 ? null : json;
}
export const post = async (path, body) => (await ask(path, {
  ...withToken(stored()), body: typeof body === 'string' ? body : JSON.stringify(body || {}) })).json;

// Calls `show` with each new state until stop() of what it returns. The browser connects again by itself.
export function follow(path, show, lost) {
  const source = new EventSource(path);
  source.onmessage = (event) => show(JSON.parse(event.data));
  source.addEventListener('end', () => source.close());
  source.onerror = () => { if (source.readyState === EventSource.CLOSED && lost) lost(); };
  return { stop: () => source.close() };
}
