// A turn as it goes, in ten seconds, for somebody who has never heard of the game.

import { h, fill, square, fenPieces, isWhite, windowSquares } from './lib.js';
import { Board } from './board.js';

const kPace = 2000;  // ms of a picture
const kBefore = 'r1bqk2r/pppp1ppp/2n2n2/2b1p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1';
const kAfter = 'r1bqk2r/pppp1Qpp/2n2n2/2b1p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1';
const kLook = square('f7');
const asked = [{ from: square('h5'), to: square('e8'), kind: 'asked' }];
const taken = [{ from: square('h5'), to: square('f7'), kind: 'taken' }];
const kPictures = [
  { text: 'Your own pieces you see. Black’s stand somewhere in the dark.', seen: [] },
  { text: 'First you look at one window of three by three squares.', seen: [], frame: 'preview' },
  { text: 'It opens: there is the king, and a pawn before him.', seen: windowSquares(kLook), frame: 'sensed' },
  { text: 'Then you ask for a move: the queen to the king’s square.', seen: windowSquares(kLook), frame: 'sensed', arrows: asked },
  { text: 'She goes as far as she can: the pawn was in the way, and is captured. Next turn, the king.', seen: windowSquares(kLook), after: true, arrows: taken },
];

export function demo() {
  const board = new Board('A turn as it goes');
  const words = h('p.demo-words', { 'aria-live': 'off' });
  const dots = h('div.row.dots', {}, kPictures.map((_, i) => h('button.dot', { 'aria-label': `Picture ${i + 1}`, onclick: () => { stop(); show(i); } })));
  const button = h('button.quiet.small', { id: 'demo-run', onclick: () => (timer ? stop() : run()) });
  const element = h('div.demo', {}, board.element, words, h('div.row', {}, dots, button));
  let at = 0;
  let timer = 0;

  function show(i) {
    at = i;
    const picture = kPictures[i];
    const cells = fenPieces(picture.after ? kAfter : kBefore).map((piece, n) => (picture.seen.includes(n) || (piece && isWhite(piece))
      ? (piece ? { pieces: [{ piece, opacity: 1 }] } : {}) : { fog: 1, label: 'not seen' }));
    if (picture.after) cells[kLook].captured = 'p';
    board.draw(cells, picture.frame ? [{ square: kLook, kind: picture.frame }] : [], picture.arrows || []);
    if (picture.after) board.slide(square('h5'), kLook);
    words.textContent = picture.text;
    [...dots.children].forEach((dot, n) => dot.setAttribute('aria-pressed', String(n === i)));
  }
  const mark = () => { fill(button, timer ? '❚❚ Stop' : '▶ Play'); };
  function run() {
    timer = setInterval(() => show((at + 1) % kPictures.length), kPace);
    mark();
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    mark();
  }
  show(0);
  matchMedia('(prefers-reduced-motion: reduce)').matches ? (show(2), mark()) : run();
  return { element, stop };
}
