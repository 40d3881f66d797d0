// The room where matches of the arena are watched.

import { h, fill, square, fenPieces, count, percent, disc } from './lib.js';
import { Board, plainCells, beliefCells } from './board.js';
import { chart } from './chart.js';
import { follow, post } from './api.js';
import { tally, standingsTable, crossTable, scoreOver } from './tables.js';

export function watchRoom(main, path, app) {
  const matches = app.hello.matches;
  if (matches.length === 0) {
    fill(main, h('div.card', {}, h('h1', {}, 'No match to watch'), h('p', {}, 'Start the server with the folder that lanternfish-arena writes a match into:'), h('pre', {}, h('code', {}, 'lanternfish-web --match games/match'))));
    return { stop() {} };
  }
  const number = Math.min(matches.length - 1, Math.max(0, Number(path[0]) || 0));
  let match = null;
  const boards = new Map();  // of a live game: {black, truth, white}

  const live = h('div', { id: 'live' });
  const tables = h('div');
  const list = h('div.card');
  const head = h('div.row.spread', {}, h('h1', {}, `Match ${matches[number]}`), matches.length > 1 && h('div.tabs', {}, matches.map((name, i) =>
    h('a', { href: `#watch/${i}`, 'aria-current': i === number ? 'page' : null }, name))));
  fill(main, head, live, tables, list);

  const source = follow(`/api/watch/${number}/events`, (next) => { match = next; show(); });

  function boardsOf(game) {
    const key = `${game.game} ${game.white} ${game.black}`;
    if (!boards.has(key)) {
      const made = { key, white: new Board(`What ${game.white}, White, holds possible`), truth: new Board('The true board'), black: new Board(`What ${game.black}, Black, holds possible`),
        whiteText: h('p.small'), blackText: h('p.small'), words: h('p', { role: 'status' }), charts: h('div') };
      made.element = h('section.card.live-game', {}, h('h2', {}, `Game ${game.game}: `, disc('white'), ` ${game.white} – ${game.black} `, disc('black')), made.words,
        h('div.three', {}, h('div', {}, made.white.element, made.whiteText), made.truth.element, h('div', {}, made.black.element, made.blackText)), made.charts);
      boards.set(key, made);
    }
    return boards.get(key);
  }

  function showLive() {
    const shown = match.live.map((game) => {
      const made = boardsOf(game);
      const truth = fenPieces(game.board);
      const last = game.turns[game.turns.length - 1];
      const arrows = last && last.taken !== '0000' ? [{ from: square(last.taken), to: square(last.taken.slice(2)), kind: 'taken' }] : [];
      const frames = (side) => { const turn = [...game.turns].reverse().find((t) => t.side === side); return turn && turn.sense !== 'none' ? [{ square: square(turn.sense), kind: 'sensed' }] : []; };
      made.truth.draw(plainCells(truth), last ? frames(last.side) : [], arrows);
      for (const side of ['white', 'black']) {
        const belief = game.beliefs[side];
        made[side].draw(beliefCells(truth, belief, side === 'white'), frames(side));
        const clock = last && last.clocks_ms[side === 'white' ? 0 : 1];
        fill(made[`${side}Text`], h('strong.number', {}, count(belief.boards)), belief.boards === 1 ? ' board' : ' boards', belief.deferred ? ` + ${count(belief.deferred)} put off` : '',
          belief.truth === 'held' ? `; truth ${percent(1000 * 2 ** -belief.truth_bits)} %` : '; truth not held', clock !== null && clock !== undefined ? `; ${(clock / 1000).toFixed(1)} s left` : '');
      }
      made.words.textContent = last ? `Turn ${last.turn} of ${last.side === 'white' ? game.white : game.black}: sensed ${last.sense}, requested ${last.requested}${last.taken !== last.requested ? `, taken ${last.taken}` : ''}${last.capture !== 'none' ? `, captured on ${last.capture}` : ''}.` : 'The game begins.';
      const turns = Math.max(1, Math.ceil(game.turns.length / 2) + 1);
      const of = (side, key) => Array.from({ length: turns }, (_, i) => { const t = game.turns.find((x) => x.side === side && x.turn === i + 1); return t ? t[key] : null; });
      const held = game.turns.some((t) => t.boards_before_sense !== null);
      fill(made.charts, held && chart({ title: 'Boards the engines say they hold before the sense', log: true, turns, height: 130,
        series: [{ name: [disc('white'), ` ${game.white}`], kind: 'white', values: of('white', 'boards_before_sense') }, { name: [disc('black'), ` ${game.black}`], kind: 'black', values: of('black', 'boards_before_sense') }] }),
        game.turns.length > 0 && chart({ title: 'Bits of the true board after the sense: 0 is certain, 1 a chance of a half', turns, height: 130, min: 0,
          series: [{ name: [disc('white'), ` ${game.white}`], kind: 'white', values: of('white', 'truth_bits') }, { name: [disc('black'), ` ${game.black}`], kind: 'black', values: of('black', 'truth_bits') }] }));
      return made.element;
    });
    const keep = new Set(match.live.map((game) => `${game.game} ${game.white} ${game.black}`));
    for (const key of boards.keys()) if (!keep.has(key)) boards.delete(key);
    if (shown.length === 0) fill(live, h('p.soft', {}, 'No game goes on at the moment.'));
    else if (live.children.length !== shown.length || shown.some((element, i) => live.children[i] !== element)) fill(live, shown);
  }

  function show() {
    showLive();
    const result = tally(match.engines, match.games);
    const first = match.engines[0];
    const over = scoreOver(match.games, first);
    fill(tables, match.problem && h('p.failure', {}, match.problem), h('div.card', {}, h('h2', {}, 'Standings'), standingsTable(result)),
      match.engines.length > 2 && h('div.card', {}, h('h2', {}, 'Crosstable'), crossTable(result)),
      over.values.length > 1 && h('div.card', {}, chart({ title: `Score of ${first} over its games, %, with the 95 % interval`, turns: over.values.length, min: 0, max: 100, series: [{ name: first, kind: 'white', values: over.values }], bands: [over] })));
    fill(list, h('h2', {}, 'Finished games'), match.games.length === 0 ? h('p.soft', {}, 'None yet.') : h('div.scroll', {}, h('table', { id: 'games' }, h('thead', {}, h('tr', {}, ['Game', 'White', 'Black', 'Result', 'by', 'turns', 'most boards'].map((x) => h('th', { scope: 'col' }, x)))),
      h('tbody', {}, match.games.map((game, i) => h('tr', {}, h('td', {}, h('button.quiet', { onclick: () => lookAt(i), 'aria-label': `Look into game ${game.game}` }, `${game.game}`)), h('td', {}, game.white), h('td', {}, game.black),
        h('td', {}, game.winner === 'draw' ? '½–½' : game.winner === 'white' ? '1–0' : '0–1'), h('td', {}, game.ending === 'rules' ? game.reason.toLowerCase().replaceAll('_', ' ') : game.ending), h('td', {}, String(game.white_side[0])),
        h('td', {}, `${count(game.white_side[3])} / ${count(game.black_side[3])}`))).reverse().slice(0, 200)))));
  }

  async function lookAt(index) {
    try { location.hash = `#look/${(await post(`/api/watch/${number}/${index}`)).id}`; } catch (error) { app.tell(error.message); }
  }
  app.keys({ Tab: 'to the finished games', Enter: 'look into the chosen one' });
  return { stop: () => source.stop() };
}
