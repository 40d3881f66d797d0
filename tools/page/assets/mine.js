// The games that were played on this machine: results by opponent, a rating, and each game a press away.

import { h, fill, plural } from './lib.js';
import { get } from './api.js';
import { gamesTable, resultText, reasonText } from './games_table.js';

const pointsOf = (game) => (game.winner === 'draw' ? 0.5 : game.winner === game.color ? 1 : 0);
const nameOf = (color) => (color === 'white' ? 'White' : 'Black');

// The rating at which the points against rated opponents are what was to be expected; a draw with an opponent of their mean
// strength is counted beside them, so that one who won or lost everything has one, too.
export function ratingOf(games) {
  const rated = games.filter((game) => game.elo !== null && !game.takebacks);
  if (rated.length === 0) return null;
  const mean = rated.reduce((sum, game) => sum + game.elo, 0) / rated.length;
  const against = [...rated.map((game) => game.elo), mean];
  const points = rated.reduce((sum, game) => sum + pointsOf(game), 0.5);
  let [low, high] = [mean - 2000, mean + 2000];
  for (let i = 0; i < 40; ++i) {
    const middle = (low + high) / 2;
    const expected = against.reduce((sum, elo) => sum + 1 / (1 + 10 ** ((elo - middle) / 400)), 0);
    if (expected < points) low = middle; else high = middle;
  }
  return { elo: Math.round(low), games: rated.length };
}

const kColumns = [
  { title: 'Date', text: (game) => game.date },
  { title: 'Opponent', text: (game) => game.opponent },
  { title: 'You', text: (game) => nameOf(game.color) },
  { title: 'Result', text: (game) => `${pointsOf(game) === 1 ? 'won' : pointsOf(game) === 0 ? 'lost' : 'drawn'} ${resultText(game.winner)}${game.takebacks ? ' ↶' : ''}` },
  { title: 'Ended by', text: (game) => reasonText(game.reason) },
  { title: 'Turns', wide: true, number: true, text: (game) => String(game.turns), value: (game) => game.turns },
];

function byOpponent(games) {
  const rows = new Map();
  for (const game of games) {
    const row = rows.get(game.opponent) || { elo: game.elo, games: 0, won: 0, drawn: 0, lost: 0 };
    row.games += 1;
    row[{ 1: 'won', 0.5: 'drawn', 0: 'lost' }[pointsOf(game)]] += 1;
    rows.set(game.opponent, row);
  }
  const heads = ['Opponent', 'strength', 'games', 'won', 'drawn', 'lost'];
  return h('div.scroll', {}, h('table', { id: 'by-opponent' }, h('thead', {}, h('tr', {}, heads.map((x) => h('th', { scope: 'col' }, x)))),
    h('tbody', {}, [...rows].sort((a, b) => b[1].games - a[1].games).map(([name, row]) => h('tr', {}, h('td', {}, name),
      [row.elo === null ? '–' : row.elo, row.games, row.won, row.drawn, row.lost].map((x) => h('td', {}, String(x))))))));
}

export async function mineRoom(main, path, app) {
  fill(main, h('h1', {}, 'My games'));
  app.keys({ Tab: 'to the search and the games' });
  const games = await get('/api/mine');
  if (games.length === 0) {
    fill(main, h('h1', {}, 'My games'), h('div.card', {}, h('p', {}, 'No game was finished here yet. Games that you play on this page are kept on this machine.'),
      h('a.button', { href: '#play' }, 'Play')));
  } else {
    const rating = ratingOf(games);
    const table = gamesTable({ id: 'mine', what: 'game', columns: kColumns, rows: games, down: true, open: (game) => { location.hash = `#look/${game.id}`; } });
    fill(main, h('h1', {}, 'My games'), h('div.card', {}, rating ? [h('p', {}, h('span.big.number', { id: 'my-rating' }, String(rating.elo)), ` Elo among our strategies, from ${plural(rating.games, 'game')} with rated ones.`), games.some((game) => game.takebacks) && h('p.small.soft', {}, '↶: turns were taken back; such a game does not count.')]
      : h('p', {}, 'No rating yet: the opponents so far are not rated.'), byOpponent(games)), h('div.card', {}, table.element));
  }
  return { stop() {} };
}
