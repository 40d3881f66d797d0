// The page: which room is open, its keys, and notices.

import { h, fill } from './lib.js';
import { get, takeToken } from './api.js';

// A room's files are fetched when it is entered: room(place, path, app) gives {stop, key(event), moved(path)}, the last two if
// it likes. Where it takes long, `place` may be out of sight by then.
const rooms = {
  play: async () => (await import('./play.js')).playRoom,
  watch: async () => (await import('./watch.js')).watchRoom,
  mine: async () => (await import('./mine.js')).mineRoom,
  lesson: async () => (await import('./lesson.js')).lessonRoom,
  look: async () => (await import('./look.js')).lookRoom,
  game: async () => (await import('./look.js')).gameOfServer,
  board: async () => (await import('./board_room.js')).boardRoom,
  join: async () => (await import('./links.js')).joinRoom,
  player: async () => (await import('./lobby.js')).playerRoom,
  tournament: async () => (await import('./tournament.js')).tournamentRoom,
};
const inLobby = ['game', 'join', 'player', 'tournament'];  // rooms of a server alone, without a tab of their own
const ofOne = ['mine', 'board'];  // rooms that no server has
const main = document.querySelector('#main');
const dialog = document.querySelector('#keys');
let room = null;
let open = null;
let noticeTimer = 0;

const app = {
  hello: null,
  // The room is entered anew.
  reload() { open = null; enter(); },
  tell(text) {
    const notice = document.querySelector('#notice');
    notice.textContent = text;
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => { notice.textContent = ''; }, 6000);
  },
  // What the keys do in this room: {key: what it does}.
  keys(table) {
    const shown = links();
    const jumps = shown.length > 1 && { [`Alt+1 to ${shown.length}`]: shown.map((link) => link.textContent).join(', ') };
    fill(document.querySelector('#keys-list'), Object.entries({ ...table, '?': 'this list', ...jumps }).map(([key, what]) => [
      h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)]));
  },
};

const links = () => [...document.querySelectorAll('nav a')];

const has = (name) => Object.hasOwn(rooms, name) && !(app.hello.server ? ofOne : inLobby).includes(name);

async function enter() {
  const [name, ...path] = (location.hash.slice(1) || 'play').split('/');
  const key = location.hash;
  if (key === open) return;
  for (const asking of document.querySelectorAll('dialog[open]')) asking.close();
  // A room may take a change of its own address itself.
  if (room && room.name === name && room.moved && room.moved(path)) { open = key; return; }
  open = key;
  if (room) room.stop();
  room = null;
  const here = inLobby.includes(name) || !links().some((link) => link.dataset.room === name) ? 'play' : name;
  for (const link of links())
    link.dataset.room === here ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current');
  const place = h('div');
  fill(main, place);
  app.keys({});
  const left = () => !place.isConnected;  // another room was asked for meanwhile
  try {
    const made = await rooms[has(name) ? name : 'play']().catch(() => { throw new Error('The files of this room cannot be fetched. Was the server stopped?'); });
    if (left()) return;
    const entered = await made(place, path, { ...app, keys: (table) => { if (!left()) app.keys(table); } });
    if (left()) { entered.stop(); return; }
    room = entered;
    room.name = name;
  } catch (error) {
    if (left()) return;
    open = null;
    fill(place, failure(error));
  }
}

const failure = (error) => h('div.card', {}, h('p.failure', { role: 'alert' }, error.message), h('button', { onclick: () => location.reload() }, 'Try again'));

document.addEventListener('keydown', (event) => {
  const typing = event.target.matches && event.target.matches('input[type=text], input[type=password], input[type=number], select, textarea, dialog *');
  const jump = event.altKey && event.key >= '1' && links()[event.key - 1];
  if (jump) { location.hash = jump.hash; return; }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '?') { dialog.open ? dialog.close() : dialog.showModal(); return; }
  if (event.target.matches && event.target.matches('input[type=range]') && event.key.startsWith('Arrow')) return;
  if (room && room.key) room.key(event);
});
document.querySelector('#keys-button').addEventListener('click', () => dialog.showModal());
// The address names the room, so that this link must not change it.
document.querySelector('.skip').addEventListener('click', (event) => { event.preventDefault(); main.focus(); });
// A press on the address where one is changes nothing of it; a room that failed is entered anew.
document.addEventListener('click', (event) => {
  const link = event.target.closest && event.target.closest('a[href^="#"]');
  if (link && app.hello && open === null && link.hash === location.hash) enter();
});
addEventListener('hashchange', async () => { await takeToken(); enter(); });

async function begin() {
  try {
    await takeToken();
    const [hello, pieces] = await Promise.all([get('/api/hello'), fetch('/pieces.svg').then((answer) => answer.text())]);
    const sprite = new DOMParser().parseFromString(pieces, 'image/svg+xml').documentElement;
    document.body.prepend(document.importNode(sprite, true));
    app.hello = hello;
    // A server has its games in the lobby, and shows one while it is played only where it says so.
    if (hello.server) document.querySelectorAll(`nav [data-room=mine], nav [data-room=board], nav [data-room=look]${hello.watch ? '' : ', nav [data-room=watch]'}`).forEach((link) => link.remove());
    enter();
  } catch (error) {
    fill(main, failure(error));
  }
}
begin();
