// Before a recorded game is looked into: the games that the server offers, and files of one's own.

import { h, fill, plural } from './lib.js';
import { get, post } from './api.js';
import { gamesTable, resultText, reasonText } from './games_table.js';

const kMaxFile = 2 * 1024 * 1024;
const kAgain = 500;  // ms until the list is asked for again while files are read

const kColumns = [
  { title: 'White', text: (game) => game.white || game.problem || '' },
  { title: 'Black', text: (game) => game.black || '' },
  { title: 'Result', text: (game) => resultText(game.winner) },
  { title: 'Ended by', text: (game) => reasonText(game.reason) },
  { title: 'Turns', wide: true, number: true, text: (game) => String(game.turns || ''), value: (game) => game.turns || 0 },
  { title: 'Date', wide: true, text: (game) => game.date },
  { title: 'File', wide: true, text: (game) => game.file },
];

export function lookFiles(main, app) {
  let stopped = false;
  const failure = h('p.failure', { role: 'alert', id: 'look-failure' });
  const input = h('input', { type: 'file', accept: '.json,application/json', id: 'file' });
  const zone = h('div.drop', { id: 'drop' }, h('p', {}, 'Drop a recorded game here (GameHistory JSON of reconchess or of this project),'),
    h('p', {}, h('label', {}, 'or choose a file: ', input)));
  const list = h('div.card');
  fill(main, h('h1', {}, 'Look into a game'), list, zone, failure);

  async function open(address, body) {
    failure.textContent = '';
    try {
      location.hash = `#look/${(await post(address, body)).id}`;
    } catch (error) {
      failure.textContent = error.message;
      // Where record and rules part, the recorded board is there to go on from.
      if (error.json && error.json.rest) {
        failure.append(' ', h('button', { id: 'look-rest', onclick: () => open(`${address}/rest`, body) }, 'Look at what follows'));
      }
    }
  }
  async function openFile(file) {
    if (file.size > kMaxFile) failure.textContent = 'This file is too long for a recorded game.';
    else open('/api/look', await file.text());
  }
  input.addEventListener('change', () => input.files[0] && openFile(input.files[0]));
  zone.addEventListener('dragover', (event) => { event.preventDefault(); zone.classList.add('over'); });
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    const file = event.dataTransfer.files[0];
    if (file) openFile(file);
  });

  const table = gamesTable({ id: 'files', what: 'recorded game', columns: kColumns, sort: 5, down: true, open: (game) => open(`/api/look/file/${game.number}`) });
  const reading = h('p.soft.small');
  async function follow() {
    try {
      const { games, left } = await get('/api/look');
      if (stopped) return;
      if (games.length + left === 0) {
        fill(list, h('p', {}, 'Games that you played here are under ', h('a', { href: '#mine' }, 'My games'),
          '. Started with --games FOLDER, the server offers the games of that folder here.'));
        return;
      }
      if (!table.element.isConnected) fill(list, table.element, reading);
      table.update(games);
      reading.textContent = left > 0 ? `${plural(left, 'more file')} are being read …` : '';
      if (left > 0) setTimeout(follow, kAgain);
    } catch (error) { failure.textContent = error.message; }
  }
  follow();
  app.keys({ Tab: 'to the search, the heads of the table and its games' });
  return { stop() { stopped = true; } };
}
