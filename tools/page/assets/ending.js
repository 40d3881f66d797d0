// A finished game on the board that it was played on: how it ended, and then all of it with the truth.

import { h, square, fenPieces, PIECE_NAMES } from './lib.js';
import { plainCells } from './board.js';
import { stepper, stepArrows, truthFen, pieceAt } from './steps.js';

// What took the king, from where; empty where the game ended otherwise.
export function lastWords(look) {
  const last = look.plies[look.plies.length - 1];
  if (!last || !last.takes_king) return '';
  const who = last.side === 'white' ? 'White’s' : 'Black’s';
  return `${who} ${PIECE_NAMES[pieceAt(last.before, last.taken).toLowerCase()]} went from ${last.taken.slice(0, 2)} to ${last.taken.slice(2, 4)} and captured the king.`;
}

// The final position, with the last move and what it captured.
export function finalView(look) {
  const last = look.plies[look.plies.length - 1];
  if (!last) return { cells: [], frames: [], arrows: [] };
  const step = last.taken ? 'move' : 'sense';
  const cells = plainCells(fenPieces(truthFen(last, step)));
  if (last.takes_king) {
    const at = square(last.taken.slice(2));
    cells[at] = { ...cells[at], last: true, captured: last.side === 'white' ? 'k' : 'K' };
  }
  return { cells, frames: [], arrows: stepArrows(last, step) };
}

// Shows the final position at once; the replay begins when it is asked for. `key` takes the keys of the steps.
export function ending(board, look, flip) {
  board.flip(flip);
  const draw = (view) => {
    board.draw(view.cells, view.frames, view.arrows);
    const taken = view.arrows.find((arrow) => arrow.kind === 'taken');
    if (taken) board.slide(taken.from, taken.to);
  };
  const steps = stepper(look, { onStep: draw });
  const truth = h('div.hidden', {}, h('h2', {}, 'The game as it was'), steps.element);
  const open = () => { button.remove(); truth.classList.remove('hidden'); };
  const button = h('button.main', { id: 'replay', onclick: () => { open(); steps.show(0); steps.play(); } }, '▶ Replay with the truth');
  draw(finalView(look));
  return {
    element: h('div', {}, h('p', { id: 'last-words' }, lastWords(look)), h('div.row', {}, button), truth),
    keys: steps.keys,
    key(event) {
      const taken = steps.key(event);
      if (taken) open();
      return taken;
    },
    stop: steps.stop,
  };
}
