// The analysis board before there is a game on it: a position is put up by hand or as FEN, or a private history is given.

import { h, fill, s, use, fenPieces, TYPES, pieceName } from './lib.js';
import { Board, plainCells } from './board.js';
import { START, lineAddress } from './line.js';

const kExample = 'position startpos color black history opponent capture none sense e3 result 3/3/PPP move requested d7d5 taken d7d5 capture none opponent capture none';

// Castling where king and rook stand at home.
function castling(pieces) {
  const home = (king, rook, at) => pieces[king] === at[0] && pieces[rook] === at[1];
  return `${home(4, 7, 'KR') ? 'K' : ''}${home(4, 0, 'KR') ? 'Q' : ''}${home(60, 63, 'kr') ? 'k' : ''}${home(60, 56, 'kr') ? 'q' : ''}` || '-';
}
function fenOf(pieces, side) {
  const rows = Array.from({ length: 8 }, (_, i) => pieces.slice(8 * (7 - i), 8 * (8 - i)).map((piece) => piece || '1').join('').replaceAll(/1+/g, (empty) => String(empty.length)));
  return `${rows.join('/')} ${side === 'white' ? 'w' : 'b'} ${castling(pieces)} - 0 1`;
}

export function setupBoard(main, app) {
  let pieces = fenPieces(START);
  let side = 'white';
  let put = null;  // the piece that a press puts down, or 'x', which takes one away
  const board = new Board('The position', { press, canDrag: (n) => put === null && Boolean(pieces[n]), drag: (from, to) => { pieces[to] = pieces[from]; pieces[from] = ''; changed(); } });
  const palette = h('div.row.palette', { role: 'group', 'aria-label': 'Pieces to put down' });
  const fen = h('input', { type: 'text', id: 'board-fen', 'aria-label': 'Position as FEN', autocomplete: 'off', spellcheck: 'false', onchange: () => take(fen.value.trim()) });
  const sides = h('div.tabs', { role: 'group', 'aria-label': 'Who moves first' });
  const history = h('textarea', { id: 'board-history', rows: 5, 'aria-label': 'Private history', placeholder: kExample, spellcheck: 'false' });
  const failure = h('p.failure', { role: 'alert', id: 'board-failure' });

  function press(n) {
    if (put === null) return;
    pieces[n] = put === 'x' || pieces[n] === put ? '' : put;
    changed();
  }
  function take(text) {
    const [rows, who] = text.split(/\s+/);
    if (!/^([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+$/.test(rows)) { failure.textContent = 'This is no position in FEN.'; return; }
    failure.textContent = '';
    pieces = fenPieces(rows);
    side = who === 'b' ? 'black' : 'white';
    draw();
    fen.value = text;
  }
  function changed() { draw(); fen.value = fenOf(pieces, side); }
  function draw() {
    board.draw(plainCells(pieces));
    const choice = (piece, content, label) => h('button.guess', { 'aria-pressed': String(put === piece), 'aria-label': label, 'data-put': piece, onclick: () => { put = put === piece ? null : piece; draw(); } }, content);
    fill(palette, [...TYPES.toUpperCase(), ...TYPES].map((piece) => choice(piece, s('svg', { viewBox: '0 0 100 100', width: 30, height: 30, 'aria-hidden': 'true' }, use(piece)), `Put down a ${pieceName(piece)}`)), choice('x', '×', 'Take pieces away'));
    fill(sides, ['white', 'black'].map((who) => h('button', { 'aria-pressed': String(side === who), 'data-first': who, onclick: () => { side = who; changed(); } }, `${who === 'white' ? 'White' : 'Black'} moves first`)));
  }
  function begin() {
    const kings = ['K', 'k'].map((king) => pieces.filter((piece) => piece === king).length);
    if (kings[0] !== 1 || kings[1] !== 1) { failure.textContent = 'Each side needs one king.'; return; }
    location.hash = lineAddress({ start: fen.value.trim(), plies: [] });
  }
  function beginPrivate() {
    const text = history.value.trim().replaceAll(/\s+/g, ' ');
    if (!text.startsWith('position ')) { failure.textContent = 'A private history begins with the word position.'; return; }
    location.hash = lineAddress({ position: text });
  }

  const all = (text) => () => { take(text); };
  fill(main, h('h1', {}, 'Analysis board'), h('div.table', {}, board.element, h('div.side', {},
    h('div.card', {}, h('h2', {}, 'A position'), h('p.soft', {}, 'Put it up, then sense and move for both sides. What each may hold possible is counted as you go.'), palette, sides,
      h('p', {}, h('label.wide', {}, 'FEN', fen)),
      h('div.row', {}, h('button.main', { id: 'board-begin', onclick: begin }, 'Begin'), h('button', { id: 'board-start', onclick: all(START) }, 'Usual position'),
        h('button', { id: 'board-clear', onclick: all('4k3/8/8/8/8/8/8/4K3 w - - 0 1') }, 'Kings alone')), failure),
    h('div.card', {}, h('h2', {}, 'A private history'), h('p.soft', {}, 'All that one player was told, as the engine’s command ', h('code', {}, 'position'), ' has it, as in the arena’s logs. You see what may stand where, what each window would tell, and what Lanternfish would request.'),
      history, h('div.row', {}, h('button.main', { id: 'board-private', onclick: beginPrivate }, 'Look at it'), h('button', { id: 'board-example', onclick: () => { history.value = kExample; } }, 'An example'))))));
  fen.value = START;
  draw();
  app.keys({ 'Arrows, Enter': 'walk over the board, put a piece down' });
  return { key: (event) => { if (event.key !== 'Escape') return false; put = null; draw(); return true; }, stop() {} };
}
