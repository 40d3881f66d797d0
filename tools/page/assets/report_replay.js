// A recorded game inside a report: the true board, walked over by buttons, slider and keys.

import { h, fill } from './lib.js';
import { Board } from './board.js';
import { stepper } from './steps.js';

// `plies`: plies_json of the game. show(side, turn) goes to a turn.
export function replay(plies, label) {
  const board = new Board(label);
  const steps = stepper({ plies }, { onStep: (view) => board.draw(view.cells, view.frames, view.arrows) });
  const element = h('div.replay', { tabindex: 0, 'aria-label': label, onkeydown: steps.key }, board.element, steps.element);
  steps.show(0);
  return { element, show: (side, turn) => { const at = steps.find(side, turn, 'sense'); if (at >= 0) steps.go(at); }, end: () => steps.go(steps.steps.length - 1) };
}

// A replay that is made when it is opened first.
export function replayDetails(plies, label, summary) {
  const place = h('div');
  const details = h('details', {}, h('summary', {}, summary), place);
  let made = null;
  const open = () => {
    if (!made) { made = replay(plies, label); fill(place, made.element); made.end(); }
    return made;
  };
  details.addEventListener('toggle', () => details.open && open());
  return { element: details, show(side, turn) { details.open = true; open().show(side, turn); details.scrollIntoView({ block: 'nearest' }); } };
}
