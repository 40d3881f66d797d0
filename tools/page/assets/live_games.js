// Games of a match while they are played: the true board, and at its sides what each player may hold possible.

import { h, fill, square, fenPieces, count, percent, disc } from './lib.js';
import { Board, plainCells, beliefCells } from './board.js';
import { chart } from './chart.js';
import { resultText, reasonText } from './games_table.js';

const kSides = ['white', 'black'];
const nameOf = (side) => (side === 'white' ? 'White' : 'Black');
const keyOf = (game) => `${game.game} ${game.white} ${game.black}`;

export function liveGames() {
  const element = h('div', { id: 'live' });
  const shown = new Map();  // by key: a game's boards
  const over = new Map();   // the last game on each place stays until another one begins

  function show(match) {
    const now = new Set(match.live.map(keyOf));
    for (const game of match.live) {
      if (!shown.has(keyOf(game))) shown.set(keyOf(game), liveGame(game));
      shown.get(keyOf(game)).show(game);
    }
    for (const [key, view] of shown) {
      if (now.has(key)) continue;
      shown.delete(key);
      over.set(key, view);
      const ended = match.games.find((game) => keyOf(game) === key);
      view.end(ended);
    }
    for (const key of over.keys()) if (over.size > Math.max(0, 1 - match.live.length)) over.delete(key);
    const views = [...shown.values(), ...over.values()].map((view) => view.element);
    if (views.length === 0)
      fill(element, h('p.soft', {}, match.engines.length === 0 ? 'This match has not begun. It appears here when it does.' : 'No game goes on at the moment.'));
    else if (element.children.length !== views.length || views.some((view, i) => element.children[i] !== view)) fill(element, views);
  }
  return { element, show };
}

function liveGame(game) {
  const boards = { truth: new Board('The true board') };
  const texts = {};
  for (const side of kSides) {
    boards[side] = new Board(`What ${game[side]}, ${nameOf(side)}, holds possible`);
    texts[side] = h('p.small');
  }
  const words = h('p', { role: 'status' });
  const charts = h('div');
  const beside = (side) => h('div', {}, h('h3', {}, disc(side), ` ${game[side]} holds possible`), boards[side].element, texts[side]);
  const result = h('span');
  const element = h('section.card.live-game', {}, h('h2', {}, `Game ${game.game}: `, disc('white'), ` ${game.white} – ${game.black} `, disc('black'), result), words,
    h('div.three', {}, beside('white'), h('div', {}, h('h3', {}, 'The true board'), boards.truth.element), beside('black')), charts);

  function show(next) {
    const truth = fenPieces(next.board);
    const last = next.turns[next.turns.length - 1];
    const arrows = last && last.taken !== '0000' ? [{ from: square(last.taken), to: square(last.taken.slice(2)), kind: 'taken' }] : [];
    const frames = (side) => { const turn = [...next.turns].reverse().find((t) => t.side === side); return turn && turn.sense !== 'none' ? [{ square: square(turn.sense), kind: 'sensed' }] : []; };
    boards.truth.draw(plainCells(truth), last ? frames(last.side) : [], arrows);
    for (const side of kSides) {
      const belief = next.beliefs[side];
      boards[side].draw(beliefCells(truth, belief, side === 'white'), frames(side));
      const clock = last && last.clocks_ms[side === 'white' ? 0 : 1];
      fill(texts[side], h('strong.number', {}, count(belief.boards)), belief.boards === 1 ? ' board' : ' boards', belief.deferred ? ` + ${count(belief.deferred)} put off` : '',
        belief.truth === 'held' ? `; truth ${percent(1000 * 2 ** -belief.truth_bits)} %` : '; truth not held', clock !== null && clock !== undefined ? `; ${(clock / 1000).toFixed(1)} s left` : '');
    }
    words.textContent = last ? `Turn ${last.turn} of ${next[last.side]}: sensed ${last.sense}, requested ${last.requested}${last.taken !== last.requested ? `, taken ${last.taken}` : ''}${last.capture !== 'none' ? `, captured on ${last.capture}` : ''}.` : 'The game begins.';
    showCharts(next);
  }

  function showCharts(next) {
    const turns = Math.max(1, Math.ceil(next.turns.length / 2) + 1);
    const of = (side, key) => Array.from({ length: turns }, (_, i) => { const t = next.turns.find((x) => x.side === side && x.turn === i + 1); return t ? t[key] : null; });
    const series = (key) => kSides.map((side) => ({ name: [disc(side), ` ${next[side]}`], kind: side, values: of(side, key) }));
    const held = next.turns.some((t) => t.boards_before_sense !== null);
    fill(charts, held && chart({ title: 'Boards the engines say they hold before the sense', log: true, turns, height: 130, series: series('boards_before_sense') }),
      next.turns.length > 0 && chart({ title: 'Bits of the true board after the sense: 0 is certain, 1 a chance of a half', turns, height: 130, min: 0, series: series('truth_bits') }));
  }

  // `ended`: its line among the finished games, where it is there already.
  function end(ended) {
    element.classList.add('over');
    fill(result, h('strong.badge', {}, ended ? `${resultText(ended.winner)}, ${ended.ending === 'rules' ? reasonText(ended.reason) : ended.ending}` : 'over'));
  }
  return { element, show, end };
}
