// Walking through a recorded game: each turn has three steps, notice, sense and move.

import { h, fill, square, fenPieces, disc } from './lib.js';
import { plainCells } from './board.js';

export const STEPS = ['notice', 'sense', 'move'];

// The steps of a game in their order: [{ply, side, turn, step}].
export function stepsOf(look) {
  const steps = [];
  look.plies.forEach((ply, i) => {
    for (const step of STEPS) if (step !== 'move' || ply.taken) steps.push({ ply: i, side: ply.side, turn: ply.turn, step });
  });
  return steps;
}

// What a move's piece is, in the position before it.
export const pieceAt = (fen, move) => fenPieces(fen)[square(move)];
export const truthFen = (ply, step) => (step === 'move' ? ply.after : ply.before);

export function stepArrows(ply, step) {
  if (step !== 'move') return [];
  const arrows = [];
  if (ply.requested !== '0000' && ply.requested !== ply.taken) arrows.push({ from: square(ply.requested), to: square(ply.requested.slice(2)), kind: 'asked' });
  if (ply.taken !== '0000') arrows.push({ from: square(ply.taken), to: square(ply.taken.slice(2)), kind: 'taken' });
  return arrows;
}
export const stepFrames = (ply, step) => (step !== 'notice' && ply.sense !== 'none' ? [{ square: square(ply.sense), kind: 'sensed' }] : []);

export function stepWords(ply, step, first) {
  const who = ply.side === 'white' ? 'White' : 'Black';
  if (step === 'notice')
    return first ? `${who} begins.` : ply.captured === 'none' ? `${who} hears that nothing was captured.` : `${who} hears of a capture on ${ply.captured}.`;
  if (step === 'sense') return ply.sense === 'none' ? `${who} senses nothing.` : `${who} senses ${ply.sense}.`;
  if (ply.requested === '0000') return `${who} passes.`;
  if (ply.taken === '0000') return `${who} requests ${ply.requested}: not possible, the turn is lost.`;
  const became = ply.taken === ply.requested ? '' : `, taken as ${ply.taken}`;
  return `${who} requests ${ply.requested}${became}${ply.takes_king ? ' and captures the king.' : ply.capture !== 'none' ? ` and captures on ${ply.capture}.` : '.'}`;
}

const kPace = 900;  // ms of a step when they go by themselves

// Buttons, slider and words; `onStep` gets {index, step, ply, cells, frames, arrows} with the true board.
export function stepper(look, { onStep }) {
  const steps = stepsOf(look);
  let index = 0;
  let timer = 0;
  const words = h('p', { role: 'status', id: 'step-words' });
  const go = (to) => { stop(); show(to); };
  const slider = h('input', { type: 'range', min: 0, max: Math.max(0, steps.length - 1), value: 0, 'aria-label': 'Step', oninput: () => go(Number(slider.value)) });
  const button = (text, label, press) => h('button', { 'aria-label': label, title: label, onclick: press }, text);
  const running = button('▷', 'Play the steps', () => (timer ? stop() : play()));
  running.id = 'play-steps';
  const element = h('div.steps', {}, h('div.row', {}, button('|◀', 'To the first step', () => go(0)), button('◀', 'One step back', () => go(index - 1)),
    running, button('▶', 'One step on', () => go(index + 1)), button('▶|', 'To the last step', () => go(steps.length - 1))), slider, words);

  function show(to) {
    if (steps.length === 0) return;
    index = Math.min(steps.length - 1, Math.max(0, to));
    const step = steps[index];
    const ply = look.plies[step.ply];
    slider.value = index;
    const text = `${ply.turn}. ${stepWords(ply, step.step, step.ply === 0)}`;
    fill(words, disc(ply.side), ` ${text}`);
    slider.setAttribute('aria-valuetext', `${ply.side} ${text}`);
    onStep({ index, step, ply, cells: plainCells(fenPieces(truthFen(ply, step.step))), frames: stepFrames(ply, step.step), arrows: stepArrows(ply, step.step) });
  }
  function play() {
    if (index === steps.length - 1) show(0);
    stop();
    timer = setInterval(() => { show(index + 1); if (index === steps.length - 1) stop(); }, kPace);
    mark();
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    mark();
  }
  function mark() {
    running.textContent = timer ? '❚❚' : '▷';
    running.setAttribute('aria-label', timer ? 'Stop here' : 'Play the steps');
  }
  function key(event) {
    if (event.key === ' ' && !(event.target.closest && event.target.closest('button'))) {
      event.preventDefault();
      timer ? stop() : play();
      return true;
    }
    const moves = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: steps.length - 1, PageDown: index + 6, PageUp: index - 6 };
    if (moves[event.key] === undefined) return false;
    event.preventDefault();
    go(moves[event.key]);
    return true;
  }
  return { element, show, go, play, stop, key, steps, at: () => index, find: (side, turn, step) => steps.findIndex((x) => x.side === side && x.turn === turn && x.step === step),
    keys: { '← →': 'one step', Space: 'the steps go by themselves', 'Page Up, Page Down': 'one turn of both', 'Home, End': 'first and last step' } };
}
