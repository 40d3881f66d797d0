// The page: which room is open, its keys, and notices.

import { h, fill } from './lib.js';
import { get, takeToken } from './api.js';

// A room's files are fetched when it is entered: room(main, path, app) gives {stop, key(event), moved(path)}, the last two if it likes.
const rooms = {
  play: async () => (await import('./play.js')).playRoom,
  watch: async () => (await import('./watch.js')).watchRoom,
  mine: async () => (await import('./mine.js')).mineRoom,
  lesson: async () => (await import('./lesson.js')).lessonRoom,
  look: async () => (await import('./look.js')).lookRoom,
  board: async () => (await import('./board_room.js')).boardRoom,
  join: async () => (await import('./lobby.js')).joinRoom,
  player: async () => (await import('./lobby.js')).playerRoom,
  tournament: async () => (await import('./tournament.js')).tournamentRoom,
};
const inLobby = ['join', 'player', 'tournament'];  // rooms without a tab of their own
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
    fill(document.querySelector('#keys-list'), Object.entries({ ...table, '?': 'this list', 'Alt+1 to 4': 'Play, Watch, Look, Analyse' }).map(([key, what]) => [
      h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)]));
  },
};

async function enter() {
  const [name, ...path] = (location.hash.slice(1) || 'play').split('/');
  const key = location.hash;
  if (key === open) return;
  // A room may take a change of its own address itself.
  if (room && room.name === name && room.moved && room.moved(path)) { open = key; return; }
  open = key;
  if (room) room.stop();
  room = null;
  for (const link of document.querySelectorAll('nav a'))
    link.dataset.room === (inLobby.includes(name) ? 'play' : name) ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current');
  fill(main);
  app.keys({});
  const made = await (rooms[name] || rooms.play)();
  if (key !== open) return;  // another room was asked for meanwhile
  const entered = await made(main, path, app);
  if (key !== open) { entered.stop(); return; }
  room = entered;
  room.name = name;
}

document.addEventListener('keydown', (event) => {
  const typing = event.target.matches && event.target.matches('input[type=text], input[type=password], input[type=number], select, textarea, dialog *');
  if (event.altKey && event.key >= '1' && event.key <= '4') { location.hash = `#${['play', 'watch', 'look', 'board'][event.key - 1]}`; return; }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '?') { dialog.open ? dialog.close() : dialog.showModal(); return; }
  if (event.target.matches && event.target.matches('input[type=range]') && event.key.startsWith('Arrow')) return;
  if (room && room.key) room.key(event);
});
document.querySelector('#keys-button').addEventListener('click', () => dialog.showModal());
addEventListener('hashchange', async () => { await takeToken(); enter(); });

async function begin() {
  try {
    await takeToken();
    const [hello, pieces] = await Promise.all([get('/api/hello'), fetch('/pieces.svg').then((answer) => answer.text())]);
    const sprite = new DOMParser().parseFromString(pieces, 'image/svg+xml').documentElement;
    document.body.prepend(document.importNode(sprite, true));
    app.hello = hello;
    // A server has its games in the lobby, and shows one while it is played only where it says so.
    if (hello.server) document.querySelectorAll(`nav [data-room=mine], nav [data-room=board]${hello.watch ? '' : ', nav [data-room=watch]'}`).forEach((link) => link.remove());
    enter();
  } catch (error) {
    fill(main, h('p.failure', { role: 'alert' }, error.message), h('button', { onclick: () => location.reload() }, 'Try again'));
  }
}
begin();
