// Turns by hand on the analysis board: a press senses, a piece that is moved requests; at an earlier step they begin a branch.

import { h, fill, square, squareName, PIECE_NAMES } from './lib.js';
import { get } from './api.js';
import { question } from './questions.js';

// `tools`: {id(): name of what is shown in Look; now(): the step that is shown; line(): {start, plies}; play(plies, then): puts up other turns and
// goes to a step; next(): one step on; changed(): the board is to be drawn anew; tell(text)}.
export function hand(tools) {
  let chosen = null;
  let may = [];        // requests at the step that is shown
  let mayKey = '';
  const element = h('div.card', { id: 'hand' });
  const asksSense = () => tools.now() && tools.now().step.step === 'notice';
  const asksRequest = () => tools.now() && tools.now().step.step === 'sense';
  const before = () => tools.line().plies.slice(0, tools.now().step.ply);
  const targets = (from) => may.filter((r) => r !== '0000' && square(r) === from).map((r) => square(r.slice(2)));

  function sense(name) {
    if (!asksSense()) return;
    const { side, turn } = tools.now().step;
    tools.play([...before(), [name]], { side, turn, step: 'sense' });
  }
  function request(move) {
    if (!asksRequest()) return;
    const { side, turn } = tools.now().step;
    chosen = null;
    tools.play([...before(), [tools.now().ply.sense, move]], { side, turn, step: 'move' });
  }
  async function go(from, to) {
    const wanted = may.filter((r) => r.startsWith(squareName(from) + squareName(to)));
    if (wanted.length === 1) request(wanted[0]);
    else if (wanted.length > 1) {
      const move = await question('Promote to', [...wanted.map((m) => [m, PIECE_NAMES[m[4]]]), ['', 'Take it back']]);
      if (move) request(move);
    }
  }

  // The step has changed.
  async function follow() {
    const { step } = tools.now();
    const key = `${tools.id()} ${step.side} ${step.turn}`;
    chosen = null;
    if (asksRequest() && mayKey !== key) {
      may = [];
      mayKey = key;
      try {
        const list = await get(`/api/look/${tools.id()}/${step.side}/${step.turn}/may`);
        if (mayKey === key) { may = list; tools.changed(); }
      } catch (error) { mayKey = ''; tools.tell(error.message); }
    }
    show();
  }
  function show() {
    const { step, ply } = tools.now();
    const who = step.side === 'white' ? 'White' : 'Black';
    const words = asksSense() ? `${who} looks: press the middle of a window.` : asksRequest() ? `${who} moves: press a piece, then where it is to go.`
      : ply.takes_king ? 'The king is taken: the game is over. Go back to try another way.' : 'What became of it. The other side is next.';
    fill(element, h('p', { id: 'hand-words', role: 'status' }, h('strong', {}, words)), h('div.row', {},
      h('button', { id: 'hand-none', disabled: !asksSense(), onclick: () => sense('none') }, 'Sense nothing'),
      h('button', { id: 'hand-pass', disabled: !asksRequest(), onclick: () => request('0000') }, 'Pass'),
      step.step === 'move' && !ply.takes_king && h('button.main', { id: 'hand-next', onclick: tools.next }, `${step.side === 'white' ? 'Black' : 'White'} is next`)));
  }

  return { element, follow, canDrag: (n) => asksRequest() && targets(n).length > 0, drag: go,
    press(n) {
      if (asksSense()) { sense(squareName(n)); return; }
      if (!asksRequest()) { if (!tools.now().ply.takes_king) tools.next(); return; }
      if (chosen !== null && targets(chosen).includes(n)) { go(chosen, n); return; }
      chosen = chosen !== n && targets(n).length > 0 ? n : null;
      tools.changed();
    },
    // What a press is for, on the cells of the board.
    mark(cells) {
      if (chosen === null || !asksRequest()) return cells;
      const list = [...cells];
      list[chosen] = { ...list[chosen], chosen: true, label: 'chosen' };
      for (const n of targets(chosen)) list[n] = { ...list[n], target: true, label: 'may go here' };
      return list;
    },
  };
}
