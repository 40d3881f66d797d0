// The lesson: ten short steps on a real board, each with one thing to do.

import { h, fill, square, squareName, fenPieces, isWhite, windowSquares } from './lib.js';
import { Board } from './board.js';
import { begin } from './begin.js';
import { LESSON } from './lesson_steps.js';

const kFirstGame = { color: 'white', opponent: 'random', base: 0, increment: 0, help: true };

export function lessonRoom(main, path, app) {
  let at = Math.min(LESSON.length - 1, Math.max(0, Number(path[0] || 1) - 1));
  let solved = false;
  let chosen = null;
  let seen = new Set();
  let move = null;  // of a solved task

  const board = new Board('The board of the lesson', { press, canDrag: () => false, drag: () => {} });
  const title = h('h1');
  const text = h('p', { id: 'lesson-text' });
  const said = h('p.lesson-said', { id: 'lesson-said', role: 'status', 'aria-live': 'polite' });
  const next = h('button.main', { id: 'lesson-next', onclick: () => (at + 1 < LESSON.length ? show(at + 1) : begin(kFirstGame).catch((error) => { app.tell(error.message); location.hash = '#play'; })) });
  const back = h('button', { id: 'lesson-back', onclick: () => show(at - 1) }, 'Back');
  const pass = h('button', { id: 'lesson-pass', onclick: () => solve('0000') }, 'Pass');
  const bar = h('div.lesson-bar', { 'aria-hidden': 'true' }, LESSON.map(() => h('i')));
  fill(main, h('div.table', {}, board.element, h('div.side', {}, h('div.card', {}, bar, title, text, said, h('div.row', {}, back, pass, next)),
    h('p.small.soft', {}, h('a', { href: '#play' }, 'Leave the lesson')))));

  const step = () => LESSON[at];
  const white = () => step().white !== false;
  const mine = (piece) => piece && isWhite(piece) === white();
  const moves = () => (step().task.kind === 'move' && !solved ? step().task.accept : []);

  function show(to) {
    at = to;
    solved = step().task.kind === 'next';
    chosen = null;
    move = null;
    seen = new Set((step().known || []).map(square));
    said.textContent = '';
    history.replaceState(null, '', `#lesson/${at + 1}`);
    board.flip(!white());
    draw();
    if (solved) next.focus();
  }

  function offered(n) {
    const { kind, accept } = step().task;
    if (solved) return false;
    if (kind === 'sense') return accept.includes(squareName(n));
    return moves().some((m) => (chosen === null ? square(m) === n : square(m) === chosen && square(m.slice(2)) === n));
  }

  function position() {
    if (!move || move === '0000') return fenPieces(step().fen);
    if (step().after) return fenPieces(step().after);
    const pieces = fenPieces(step().fen);
    pieces[square(move.slice(2))] = pieces[square(move)];
    pieces[square(move)] = '';
    return pieces;
  }

  function cells() {
    const taken = move && (step().taken || move);
    return position().map((piece, n) => {
      const cell = mine(piece) || (seen.has(n) && piece) ? { pieces: [{ piece, opacity: 1 }] } : {};
      if (!seen.has(n) && !mine(piece)) { cell.fog = 1; cell.label = 'not seen'; }
      if (step().lost && square(step().lost) === n && !solved) cell.lost = true;
      if (taken && taken !== '0000' && square(taken.slice(2)) === n) {
        cell.last = true;
        if (step().captured) cell.captured = step().captured;
      }
      if (chosen === n) cell.chosen = true;
      if (offered(n)) { cell.offer = true; cell.label = `${cell.label ? `${cell.label}, ` : ''}press here`; }
      return cell;
    });
  }

  function draw() {
    const { kind } = step().task;
    const frames = kind === 'sense' && solved && move === null && sensed !== null ? [{ square: sensed, kind: 'sensed' }] : [];
    const taken = move && (step().taken || move);
    const arrows = !move || move === '0000' ? [] : [...(taken !== move ? [{ from: square(move), to: square(move.slice(2)), kind: 'asked' }] : []),
      ...(taken !== '0000' ? [{ from: square(taken), to: square(taken.slice(2)), kind: 'taken' }] : [])];
    board.draw(cells(), frames, arrows);
    title.textContent = `${at + 1}. ${step().title}`;
    text.textContent = step().text;
    pass.classList.toggle('hidden', kind !== 'pass' || solved);
    back.disabled = at === 0;
    next.disabled = !solved;
    next.textContent = at + 1 < LESSON.length ? 'Next' : 'Play a first game';
    [...bar.children].forEach((dot, i) => dot.classList.toggle('on', i < at || (i === at && solved)));
  }

  let sensed = null;
  function press(n) {
    const { kind, accept, hint } = step().task;
    if (solved || kind === 'next' || kind === 'pass') return;
    if (kind === 'sense') {
      for (const s of windowSquares(n)) seen.add(s);
      sensed = n;
      solved = accept.includes(squareName(n));
      said.textContent = solved ? step().done : `You may look there, too, but not now. ${hint}`;
      draw();
      if (solved) next.focus();
      return;
    }
    const from = moves().some((m) => square(m) === n);
    if (from) chosen = n;
    else if (chosen !== null && offered(n)) { solve(squareName(chosen) + squareName(n)); return; }
    else said.textContent = hint;
    draw();
  }

  function solve(request) {
    solved = true;
    move = request;
    chosen = null;
    const taken = step().taken || request;
    if (taken !== '0000') for (const s of squaresBetween(square(taken), square(taken.slice(2)))) seen.add(s);
    said.textContent = step().done;
    draw();
    if (taken !== '0000') board.slide(square(taken), square(taken.slice(2)));
    next.focus();
  }

  show(at);
  app.keys({ Enter: 'the next step', 'B, arrows': 'go to the board and walk over it' });
  return { stop() {}, moved: (to) => { show(Math.min(LESSON.length - 1, Math.max(0, Number(to[0] || 1) - 1))); return true; },
    key(event) { if (event.key === 'b') board.cells[board.cursor].focus(); return event.key === 'b'; } };
}

// The way of a piece, both ends with it: what it passed is known to be empty.
function squaresBetween(from, to) {
  const [df, dr] = [(to & 7) - (from & 7), (to >> 3) - (from >> 3)];
  const steps = Math.max(Math.abs(df), Math.abs(dr));
  const straight = df === 0 || dr === 0 || Math.abs(df) === Math.abs(dr);
  return straight ? Array.from({ length: steps + 1 }, (_, i) => from + (i * df) / steps + 8 * ((i * dr) / steps)) : [from, to];
}
