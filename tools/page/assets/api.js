// The way to the server of this page: questions, changes with the token, and states that are followed.

const kToken = 'lanternfish-token';
const kLost = 3000;  // ms of an ended connection until that is said; the browser has tried again by then
const kAgain = 2000;  // ms until a state that was refused is followed again

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

async function reach(path, options) {
  try { return await fetch(path, options); } catch { throw new Error('The server cannot be reached. Was it stopped?'); }
}
const ask = async (path, options) => answerOf(await reach(path, options));

export const get = async (path) => (await ask(path)).json;
// Null: not computed yet.
export async function getReady(path) {
  const { status, json } = await ask(path);
  return status === 202 ? null : json;
}
export const post = async (path, body) => (await ask(path, {
  ...withToken(stored()), body: typeof body === 'string' ? body : JSON.stringify(body || {}) })).json;

// A file that the server makes.
export async function getFile(path) {
  const response = await reach(path);
  if (response.status === 200) return response.blob();
  await answerOf(response);
  throw new Error('It is not ready yet.');
}

// Calls `show` with each new state until stop() of what it returns; or `lost`, where there is no such state or it is not shown.
// The browser connects again by itself when a connection ends. Any answer that is no stream ends its tries, also a proxy's that
// finds the server away for a moment: then we ask what is the matter, and go on.
export function follow(path, show, app, lost) {
  let source = null;
  let timer = 0;
  let lossTimer = 0;
  let stopped = false;
  const say = () => app.tell('The connection is lost. The page tries to connect again …');
  const found = () => { clearInterval(lossTimer); lossTimer = 0; };
  function open() {
    source = new EventSource(path);
    source.onopen = found;
    source.onmessage = (event) => { found(); show(JSON.parse(event.data)); };
    source.addEventListener('end', () => { found(); source.close(); });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) askWhy();
      else if (lossTimer === 0) lossTimer = setInterval(say, kLost);
    };
  }
  async function askWhy() {
    let status = 0;
    try {
      const answer = await fetch(path);
      status = answer.status;
      if (answer.body) answer.body.cancel();
    } catch { /* not reachable */ }
    if (stopped) return;
    if (status === 403 || status === 404) { if (lost) lost(); return; }
    say();
    timer = setTimeout(open, kAgain);
  }
  open();
  return { stop() { stopped = true; clearTimeout(timer); found(); source.close(); } };
}
