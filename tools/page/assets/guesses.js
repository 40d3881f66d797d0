// Pieces that a person guesses on the board, and notes: kept by the browser for each game. Guesses fade with each turn.

import { h, fill, s, use, PIECE_NAMES, TYPES } from './lib.js';

const kFade = 0.15;  // of a guess, each turn
const kLeast = 0.25;

export function guesses(id, changed) {
  const key = `lanternfish-guesses-${id}`;
  const stored = () => { try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; } };
  const { pieces = {}, notes = '' } = stored();
  let kind = null;  // the piece that a press puts down, or 'x', which takes one away
  let white = true;

  const save = () => localStorage.setItem(key, JSON.stringify({ pieces, notes: text.value }));
  const text = h('textarea', { id: 'notes', rows: 3, maxlength: 4000, 'aria-label': 'Notes', placeholder: 'Notes, for you alone', oninput: save });
  text.value = notes;
  const palette = h('div.row', { role: 'group', 'aria-label': 'Guessed pieces' });
  const element = h('div.card', { id: 'guesses' }, h('h2', {}, 'Guesses and notes'), palette,
    h('p.small.soft', {}, 'Choose a piece and press a square: it stands there as your guess and fades with each turn.'), text);
  const letter = (type) => (white ? type.toUpperCase() : type);
  const button = (type, label, content) => h('button.guess', { 'aria-pressed': String(kind === type), 'aria-label': label, 'data-guess': type,
    onclick: () => { kind = kind === type ? null : type; draw(); changed(); } }, content);

  function draw() {
    fill(palette, [...TYPES].map((type) => button(type, `Guess a ${PIECE_NAMES[type]}`, s('svg', { viewBox: '0 0 100 100', width: 30, height: 30, 'aria-hidden': 'true' }, use(letter(type))))),
      button('x', 'Take a guess away', '×'));
  }
  draw();

  return { element, active: () => kind !== null, leave() { kind = null; draw(); },
    // The opponent's colour.
    of(opponentIsWhite) { if (white !== opponentIsWhite) { white = opponentIsWhite; draw(); } },
    put(n, turn) {
      if (kind === 'x') delete pieces[n];
      else pieces[n] = [letter(kind), turn];
      save();
    },
    // What to draw on a square, or null.
    on(n, turn) {
      const guess = pieces[n];
      return guess ? { piece: guess[0], opacity: Math.max(kLeast, 1 - kFade * (turn - guess[1])) } : null;
    } };
}
