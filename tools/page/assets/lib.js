// What every part of the page and the reports share: elements, numbers, squares, small boards.

const SVG = 'http://www.w3.org/2000/svg';
export const PIECE_NAMES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
export const TYPES = 'pnbrqk';

// h('div.card', {onclick: f, 'aria-label': 'x'}, child, ...): strings become text, null is left out.
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(' ');
  return filled(element, attributes, children);
}

export function s(tag, attributes, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElementNS(SVG, name);
  if (classes.length > 0) element.setAttribute('class', classes.join(' '));
  return filled(element, attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'value' || key === 'checked' || key === 'disabled' || key === 'open') element[key] = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// What an element is called: by this it is known again when another one takes its place.
const called = (element) => `${element.id} ${element.getAttribute('aria-label') || element.textContent}`;

// Other children than before. The focus goes to what takes the place of the one that had it.
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) && document.activeElement !== element ? document.activeElement : null;
  const name = focused && called(focused);
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  const next = focused && (focused.isConnected ? focused : [...element.querySelectorAll(focused.tagName)].find((other) => called(other) === name));
  if (next) next.focus({ preventScroll: true });
}

// fill() with make(), where `said`, all that is shown, differs from the last time. Else what a hand is about to press stays.
const saidBefore = new WeakMap();
export function renew(element, said, make) {
  const text = JSON.stringify(said);
  if (saidBefore.get(element) === text) return;
  saidBefore.set(element, text);
  fill(element, make());
}

// Squares are numbers, a1 = 0, h8 = 63.
export const square = (name) => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
export const squareName = (n) => String.fromCharCode(97 + (n & 7)) + ((n >> 3) + 1);
// The sign of a side; its colours are the same on light and dark pages.
export const disc = (side) => h(`span.disc.${side}`, { role: 'img', 'aria-label': side === 'white' ? 'White' : 'Black' });
export const isWhite = (piece) => piece === piece.toUpperCase();
export const pieceName = (piece) => `${isWhite(piece) ? 'white' : 'black'} ${PIECE_NAMES[piece.toLowerCase()]}`;

export function fenPieces(fen) {
  const pieces = Array(64).fill('');
  fen.split(' ')[0].split('/').forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      if (c >= '1' && c <= '8') file += Number(c);
      else pieces[(7 - i) * 8 + file++] = c;
    }
  });
  return pieces;
}

// The squares of a window, and what a window's text says of them.
export function windowSquares(center) {
  const squares = [];
  for (let rank = Math.min(7, (center >> 3) + 1); rank >= Math.max(0, (center >> 3) - 1); --rank)
    for (let file = Math.max(0, (center & 7) - 1); file <= Math.min(7, (center & 7) + 1); ++file) squares.push(rank * 8 + file);
  return squares;
}
export function windowPieces(center, text) {
  const contents = [...text.replaceAll('/', '')].flatMap((c) => (c >= '1' && c <= '9' ? Array(Number(c)).fill('') : [c]));
  return windowSquares(center).map((at, i) => [at, contents[i]]);
}

export function count(n) {
  if (n === null || n === undefined) return '–';
  if (n < 10000) return n < 10 && n % 1 !== 0 ? n.toFixed(1) : String(Math.round(n));
  return n < 999500 ? `${Math.round(n / 1000)} k` : `${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)} M`;
}
export const plural = (n, word) => `${count(n)} ${word}${n === 1 ? '' : 's'}`;
export const percent = (perMille) => (perMille === 0 ? '0' : perMille < 10 ? '<1' : String(Math.round(perMille / 10)));
export const pawns = (centipawns) =>
  Math.abs(centipawns) >= 5000 ? (centipawns > 0 ? 'wins' : 'loses') : `${centipawns >= 0 ? '+' : '−'}${(Math.abs(centipawns) / 100).toFixed(2)}`;

export const use = (piece) => s('use', { href: `#piece-${piece.toLowerCase()}`, class: isWhite(piece) ? 'w' : 'b' });

// A board as one picture, without squares that can be pressed.
export function miniBoard(fen, options = {}) {
  const pieces = fenPieces(fen);
  const picture = s('svg.mini', { viewBox: '0 0 800 800', role: 'img', 'aria-label': options.label || `Board ${fen.split(' ')[0]}` });
  for (let n = 0; n < 64; ++n) {
    const x = 100 * (options.flip ? 7 - (n & 7) : n & 7);
    const y = 100 * (options.flip ? n >> 3 : 7 - (n >> 3));
    picture.append(s(((n & 7) + (n >> 3)) % 2 ? 'rect.l' : 'rect.d', { x, y, width: 100, height: 100 }));
    if (options.marks && options.marks.includes(n)) picture.append(s('rect.mark', { x, y, width: 100, height: 100 }));
    if (pieces[n]) {
      const piece = use(pieces[n]);
      for (const [key, value] of Object.entries({ x, y, width: 100, height: 100 })) piece.setAttribute(key, value);
      picture.append(piece);
    }
  }
  return picture;
}
