// The room where matches of the arena are watched, and running games of a server.

import { h, fill, count } from './lib.js';
import { chart } from './chart.js';
import { get, follow, post } from './api.js';
import { tally, standingsTable, crossTable, scoreOver } from './tables.js';
import { gamesTable, resultText, reasonText } from './games_table.js';
import { liveGames } from './live_games.js';

const kAgain = 1500;  // ms until a match is looked for again

const endText = (game) => (game.ending === 'rules' ? reasonText(game.reason) : game.ending);
const kColumns = [
  { title: 'Game', number: true, text: (game) => String(game.game), value: (game) => game.game },
  { title: 'White', text: (game) => game.white },
  { title: 'Black', text: (game) => game.black },
  { title: 'Result', text: (game) => resultText(game.winner) },
  { title: 'By', text: endText },
  { title: 'Turns', number: true, text: (game) => String(game.white_side.turns), value: (game) => game.white_side.turns },
  { title: 'Most boards', wide: true, number: true, text: (game) => `${count(game.white_side.most_boards)} / ${count(game.black_side.most_boards)}`, value: (game) => Math.max(game.white_side.most_boards, game.black_side.most_boards) },
];

export function watchRoom(main, path, app) {
  let inside = null;
  let stopped = false;
  async function find() {
    try {
      const { matches, root, numbers } = await get('/api/watch');
      if (stopped) return;
      // A server counts its games by numbers of their own; the one that is asked for may be over meanwhile.
      if (numbers && path[0] && !numbers.includes(Number(path[0]))) { numbers.unshift(Number(path[0])); matches.unshift(path[0]); }
      if (matches.length > 0) inside = matchView(main, Number(path[0]) || 0, matches, numbers || matches.map((_, i) => i), app);
      else if (!main.querySelector('#no-match')) fill(main, app.hello.server ? noGame() : nothing(root));
    } catch (error) { app.tell(error.message); }
    if (!stopped && !inside) setTimeout(find, kAgain);
  }
  find();
  app.keys({ Tab: 'to the finished games', Enter: 'look into the chosen one' });
  return { stop() { stopped = true; if (inside) inside.stop(); } };
}

const kEngine = 'cmd=build/release/lanternfish';
const nothing = (root) => h('div.card', { id: 'no-match' }, h('h1', {}, 'No match yet'),
  h('p', {}, `A match that the arena plays into a folder of ${root || 'games'}/ appears here by itself, and can be watched while it runs. Start one in a second terminal, for example:`),
  h('pre', {}, h('code', {}, `build/release/lanternfish-arena match --games 10 --tc 10+0.1 --records ${root || 'games'}/first \\\n  -engine name=lanternfish ${kEngine} \\\n  -engine name=trout ${kEngine} option.Strategy=trout`)),
  h('p.soft', { role: 'status' }, 'Waiting for it …'));

const noGame = () => h('div.card', { id: 'no-match' }, h('h1', {}, 'No game to watch'), h('p', {}, 'Games that count for ratings or tournaments are shown when they are over.'),
  h('p.soft', { role: 'status' }, 'Waiting for another one …'));

function matchView(main, wanted, names, numbers, app) {
  const at = numbers.includes(wanted) ? numbers.indexOf(wanted) : 0;
  const number = numbers[at];
  const late = h('p.soft.small', { role: 'status' });
  const live = liveGames();
  const tables = h('div');
  const games = gamesTable({ id: 'games', what: 'finished game', columns: kColumns, down: true, open: (game) => lookAt(game.index) });
  fill(main, h('div.row.spread', {}, h('h1', {}, `${app.hello.server ? 'Game' : 'Match'} ${names[at]}`), late, names.length > 1 && h('div.tabs', {}, names.map((name, i) =>
    h('a', { href: `#watch/${numbers[i]}`, 'aria-current': i === at ? 'page' : null }, name)))), live.element, tables, h('div.card', {}, h('h2', {}, 'Finished games'), games.element));

  async function lookAt(index) {
    if (app.hello.server) { location.hash = `#game/${number}`; return; }
    try { location.hash = `#look/${(await post(`/api/watch/${number}/${index}`)).id}`; } catch (error) { app.tell(error.message); }
  }
  function show(match) {
    live.show(match);
    if (match.late) late.textContent = match.live.length === 0 ? '' : match.late === 1 ? 'One turn late' : `${match.late} turns late`;
    games.update(match.games.map((game, index) => ({ ...game, index })));
    const result = tally(match.engines, match.games);
    const first = match.engines[0];
    const over = scoreOver(match.games, first);
    fill(tables, match.problem && h('p.failure', {}, match.problem),
      match.engines.length > 0 && !app.hello.server && h('div.card', {}, h('h2', {}, 'Standings'), standingsTable(result)),
      match.engines.length > 2 && h('div.card', {}, h('h2', {}, 'Crosstable'), crossTable(result)),
      over.values.length > 1 && h('div.card', {}, chart({ title: `Score of ${first} over its games, %, with the 95 % interval`, turns: over.values.length, min: 0, max: 100,
        series: [{ name: first, kind: 'white', values: over.values }], bands: [over] })));
  }
  const lost = () => fill(tables, h('p.failure', {}, 'This game is not shown while it is played: it counts, or it is your own.'));

  // Browsers open few connections to one server at a time: a tab that nobody sees gives its own back.
  let source = null;
  function listen() {
    if (source) source.stop();
    source = document.hidden ? null : follow(`/api/watch/${number}/events`, show, app, lost);
  }
  document.addEventListener('visibilitychange', listen);
  listen();
  return { stop() { document.removeEventListener('visibilitychange', listen); if (source) source.stop(); } };
}
