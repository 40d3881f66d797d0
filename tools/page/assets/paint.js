// A board painted on a canvas, for pictures that leave the page: the same cells, frames and arrows as on the page's board,
// always in the light colours.

import { square, squareName, windowSquares, isWhite, TYPES } from './lib.js';

const kColours = { light: '#e3ebf0', dark: '#a5bccc', last: 'rgb(90 150 60 / .4)', frame: '#b06a00', arrow: 'rgb(15 98 174 / .85)', coordinate: '#3b5364' };
const kPieces = { w: ['#fffdf6', '#1b2731', '#1b2731', 'transparent'], b: ['#2b3742', '#0a0f14', '#d7e1e8', '#d7e1e8'] };

// Pictures of the twelve pieces, `size` pixels wide, from the page's own drawings.
export async function piecePictures(size) {
  const pictures = new Map();
  await Promise.all([...TYPES].flatMap((type) => ['w', 'b'].map(async (side) => {
    const [fill, edge, detail, shine] = kPieces[side];
    const drawing = document.querySelector(`#piece-${type}`).innerHTML;
    const style = `.pb{fill:${fill};stroke:${edge};stroke-width:3.5;stroke-linejoin:round}.pd{fill:none;stroke:${detail};stroke-width:3;stroke-linecap:round}`
      + `.po{fill:${detail}}.ps{fill:none;stroke:${shine};stroke-width:3;stroke-linecap:round;opacity:.7}`;
    const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${size}" height="${size}"><style>${style}</style>${drawing}</svg>`;
    const picture = new Image(size, size);
    picture.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    await picture.decode();
    URL.revokeObjectURL(picture.src);
    pictures.set(side === 'w' ? type.toUpperCase() : type, picture);
  })));
  return pictures;
}

// `view`: {cells, frames, arrows} as Board.draw() takes them. The board's corner is at (left, top).
export function paintBoard(to, pictures, view, { left, top, cell, flip }) {
  const corner = (n) => [left + cell * (flip ? 7 - (n & 7) : n & 7), top + cell * (flip ? n >> 3 : 7 - (n >> 3))];
  for (let n = 0; n < 64; ++n) paintCell(to, pictures, view.cells[n] || {}, n, corner(n), { cell, flip });
  for (const { square: center } of view.frames || []) {
    const places = windowSquares(center).map(corner);
    const [x, y] = [0, 1].map((i) => Math.min(...places.map((place) => place[i])));
    const [width, height] = [0, 1].map((i) => Math.max(...places.map((place) => place[i])) + cell - [x, y][i]);
    to.strokeStyle = kColours.frame;
    to.lineWidth = 3;
    to.strokeRect(x + 2, y + 2, width - 4, height - 4);
  }
  const middle = (n) => corner(n).map((v) => v + cell / 2);
  for (const arrow of view.arrows || []) paintArrow(to, middle(arrow.from), middle(arrow.to), cell, arrow.kind);
}

function paintCell(to, pictures, shown, n, [x, y], { cell, flip }) {
  to.fillStyle = ((n & 7) + (n >> 3)) % 2 ? kColours.light : kColours.dark;
  to.fillRect(x, y, cell, cell);
  if (shown.last) { to.fillStyle = kColours.last; to.fillRect(x, y, cell, cell); }
  to.fillStyle = kColours.coordinate;
  to.font = `600 ${Math.round(cell / 5)}px system-ui, sans-serif`;
  to.textAlign = 'left';
  to.textBaseline = 'alphabetic';
  if ((n & 7) === (flip ? 7 : 0)) to.fillText(squareName(n)[1], x + 2, y + cell / 5 + 1);
  if (n >> 3 === (flip ? 7 : 0)) to.fillText(squareName(n)[0], x + cell - cell / 7 - 2, y + cell - 3);
  const pieces = (shown.pieces || []).slice(0, 4);
  pieces.forEach(({ piece, opacity }, i) => {
    const size = pieces.length > 1 ? cell / 2 : cell;
    to.globalAlpha = opacity;
    to.drawImage(pictures.get(piece), x + (pieces.length > 1 ? (i % 2) * size : 0), y + (pieces.length > 2 ? (i >> 1) * size : pieces.length > 1 ? size / 2 : 0), size, size);
    to.globalAlpha = 1;
  });
  if (shown.captured) {
    to.fillStyle = 'rgb(168 50 30)';
    to.beginPath();
    to.arc(x + cell * 0.78, y + cell * 0.22, cell * 0.22, 0, 7);
    to.fill();
    to.drawImage(pictures.get(shown.captured), x + cell * 0.58, y + cell * 0.02, cell * 0.4, cell * 0.4);
  }
}

function paintArrow(to, [x1, y1], [x2, y2], cell, kind) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (along, aside) => [x2 - cell * (along * dx + aside * dy), y2 - cell * (along * dy - aside * dx)];
  to.strokeStyle = to.fillStyle = kColours.arrow;
  to.lineWidth = cell / 6;
  to.lineCap = 'round';
  to.setLineDash(kind === 'asked' ? [1, cell / 3.5] : []);
  to.beginPath();
  to.moveTo(x1, y1);
  to.lineTo(...at(0.42, 0));
  to.stroke();
  to.setLineDash([]);
  if (kind === 'asked') return;
  to.beginPath();
  for (const point of [at(0.08, 0), at(0.42, 0.24), at(0.42, -0.24)]) to.lineTo(...point);
  to.fill();
}

// A line of text with the sign of a side before it.
export function paintName(to, text, side, { left, middle, width, size, bold }) {
  let x = left;
  if (side) {
    to.beginPath();
    to.arc(x + size / 2, middle, size / 2.4, 0, 7);
    to.fillStyle = isWhite(side) ? '#fffdf6' : '#11181e';
    to.strokeStyle = '#4a5b68';
    to.lineWidth = 1.5;
    to.fill();
    to.stroke();
    x += size * 1.4;
  }
  to.fillStyle = '#15212c';
  to.font = `${bold ? 700 : 500} ${size}px system-ui, "Segoe UI", Roboto, sans-serif`;
  to.textAlign = 'left';
  to.textBaseline = 'middle';
  to.fillText(text, x, middle, width - (x - left));
}

export const arrowOf = (move, kind) => ({ from: square(move), to: square(move.slice(2)), kind });
