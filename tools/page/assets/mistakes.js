// Learn from your mistakes: the turns that cost a player most, each asked again before the answer is shown.

import { h, fill, square, squareName, pawns, isWhite, plural } from './lib.js';
import { isRequest } from './look_requests.js';

const kAsked = 3;
const kWorthAsking = 50;  // centipawns lost

export function worstTurns(look, side) {
  return look.verdicts[side].map((verdict, i) => ({ verdict, turn: i + 1 }))
    .filter(({ verdict }) => verdict && verdict.regret_cp >= kWorthAsking)
    .sort((a, b) => b.verdict.regret_cp - a.verdict.regret_cp).slice(0, kAsked);
}

// `tools`: {show(side, turn): puts up the board after the sense, as the side knew it; ask(side, turn): Lanternfish's answer;
// own(): the side's pieces there; point(arrows); done()}.
export function mistakes(look, side, tools) {
  const turns = worstTurns(look, side);
  const element = h('div.card', { id: 'mistakes' });
  let at = 0;
  let from = null;
  let answered = false;

  function begin() {
    if (at >= turns.length) {
      fill(element, h('h2', {}, 'Learn from your mistakes'), h('p', {}, turns.length === 0 ? 'No request of this side cost half a pawn or more.' : `That was all: ${plural(turns.length, 'turn')}.`),
        h('button', { id: 'mistakes-end', onclick: tools.done }, 'Back to the game'));
      return;
    }
    from = null;
    answered = false;
    tools.show(side, turns[at].turn);
    tools.ask(side, turns[at].turn);
    fill(element, h('h2', {}, `Mistake ${at + 1} of ${turns.length}`), h('p', {}, `Turn ${turns[at].turn}: this is what could be known after the sense. What would you request? Press a piece, then where it is to go.`),
      h('div.row', {}, h('button', { id: 'mistake-show', onclick: () => answer(null) }, 'Show me'), h('button.quiet', { onclick: tools.done }, 'Stop')));
  }

  async function answer(move) {
    if (answered) return;
    answered = true;
    const { turn, verdict } = turns[at];
    const made = look.plies.find((ply) => ply.side === side && ply.turn === turn).requested;
    const arrow = (request, kind) => (request && request !== '0000' ? [{ from: square(request), to: square(request.slice(2)), kind }] : []);
    fill(element, h('h2', {}, `Mistake ${at + 1} of ${turns.length}`), h('p.soft', {}, 'Lanternfish thinks …'));
    const asked = await tools.ask(side, turn);
    if (!element.isConnected) return;  // nobody waits for it any more
    const rows = (asked && asked.requests) || [];
    const rowOf = (request) => rows.find((row) => isRequest(row, request));
    const said = (request, name) => { const row = rowOf(request); return `${name} ${request === '0000' ? 'pass' : request}${row ? `: ${pawns(row.mean)} on average, ${pawns(row.worst)} at worst` : rows.length > 0 ? ': not among the best dozen' : ''}. `; };
    const right = move && rows.length > 0 && isRequest(rows[0], move);
    tools.point([...arrow(verdict.best_request, 'taken'), ...arrow(rows.length ? rows[0].move : null, 'alternative')]);
    fill(element, h('h2', {}, `Mistake ${at + 1} of ${turns.length}`), move && h('p', { id: 'mistake-said' }, h('strong', {}, right ? 'Yes, that is what Lanternfish requests. ' : ''), said(move, 'You request')),
      h('p', {}, said(made, 'In the game it was'), rows.length > 0 && said(rows[0].move, 'Lanternfish requests')),
      rows.length === 0 && h('p.failure', {}, 'There is no answer of Lanternfish.', asked && asked.problem && ` ${asked.problem}`),
      h('p', { id: 'mistake-truth' }, `On the true board ${verdict.best_request} was best; the request of the game cost ${(verdict.regret_cp / 100).toFixed(2)} pawns.`),
      h('div.row', {}, h('button.main', { id: 'mistake-next', onclick: () => { at += 1; begin(); } }, at + 1 < turns.length ? 'The next one' : 'Done'), h('button.quiet', { onclick: tools.done }, 'Stop')));
  }

  return { element, begin,
    press(n) {
      if (answered || at >= turns.length) return;
      const own = tools.own();
      const mine = (m) => own[m] && isWhite(own[m]) === (side === 'white');
      if (mine(n)) from = n;
      else if (from !== null) {
        const last = own[from].toLowerCase() === 'p' && (n >> 3 === 7 || n >> 3 === 0);
        answer(`${squareName(from)}${squareName(n)}${last ? 'q' : ''}`);
      }
      tools.chosen(from);
    } };
}
