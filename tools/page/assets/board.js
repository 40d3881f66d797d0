// A board that can be looked at, clicked, dragged on and walked over with the arrow keys.

import { h, s, fill, use, square, squareName, pieceName, windowSquares, isWhite } from './lib.js';

// What a cell may show: pieces [{piece, opacity}], fog and heat (0 to 1), lost, last, chosen, target, offer (press here), guess, best, captured (the
// piece that was, drawn small), percent (text), label (text for screen readers, beside what the pieces say).
function cellContent(cell) {
  const layers = [];
  const layer = (name, opacity) => {
    const element = h(`span.layer.${name}`);
    if (opacity !== undefined) element.style.opacity = opacity;
    layers.push(element);
  };
  if (cell.heat > 0) layer('heat', 0.1 + 0.8 * cell.heat);
  if (cell.last) layer('last');
  if (cell.fog > 0) layer('fog', cell.fog);
  const pieces = cell.pieces || [];
  if (pieces.length > 0) {
    const set = s('svg.piece-set', { viewBox: '0 0 100 100', 'aria-hidden': 'true' });
    pieces.slice(0, 4).forEach(({ piece, opacity }, i) => {
      const drawn = use(piece);
      const half = pieces.length > 1;
      const place = half ? { x: (i % 2) * 50, y: i > 1 ? 50 : 0, width: 50, height: 50 } : { x: 0, y: 0, width: 100, height: 100 };
      if (pieces.length === 2) place.y = 25;
      for (const [key, value] of Object.entries(place)) drawn.setAttribute(key, value);
      drawn.setAttribute('opacity', opacity);
      set.append(drawn);
    });
    layers.push(set);
  }
  if (cell.captured) layers.push(s('svg.captured', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, use(cell.captured)));
  if (cell.best) layers.push(h('span.best', {}, '★'));
  if (cell.target) layer('target');
  if (cell.offer) layer('offer');
  if (cell.guess) layer('guess');
  if (cell.chosen) layer('chosen');
  if (cell.lost) layer('lost');
  if (cell.percent) layers.push(h('span.percent', {}, cell.percent));
  return layers;
}

const spoken = (cell) => [
  ...(cell.pieces || []).map(({ piece, opacity }) => (opacity < 0.995 ? `perhaps ${pieceName(piece)}` : pieceName(piece))),
  ...(cell.captured ? [`captured ${pieceName(cell.captured)}`] : []),
  ...(cell.best ? ['best window'] : []),
  ...(cell.label ? [cell.label] : []),
].join(', ') || 'empty';

export class Board {
  // handlers: press(square, when in ms), hover(square or null), drag(from, to), canDrag(square).
  constructor(label, handlers = {}) {
    this.handlers = handlers;
    this.flipped = false;
    this.cursor = square('e2');
    this.frames = [];
    this.arrows = [];
    this.keys = Array(64).fill(null);
    this.cells = Array.from({ length: 64 }, (_, n) => h(((n & 7) + (n >> 3)) % 2 ? 'button.cell' : 'button.cell.dark',
      { type: 'button', role: 'gridcell', tabindex: -1, 'data-square': squareName(n) }));
    this.grid = h('div.cells', { role: 'grid', 'aria-label': label });
    this.overlay = s('svg.overlay', { viewBox: '0 0 8 8', 'aria-hidden': 'true' });
    this.element = h(handlers.press ? 'div.board.active' : 'div.board', {}, this.grid, this.overlay);
    this.layOut();
    this.cells.forEach((cell, n) => {
      cell.addEventListener('click', (event) => {
        if (this.dragged) { this.dragged = false; return; }
        this.setCursor(n);
        if (handlers.press) handlers.press(n, event.timeStamp);
      });
      cell.addEventListener('pointerenter', () => handlers.hover && handlers.hover(n));
      cell.addEventListener('focus', () => { this.setCursor(n); if (handlers.hover) handlers.hover(n); });
      cell.addEventListener('pointerdown', (event) => this.startDrag(event, n));
    });
    this.grid.addEventListener('pointerleave', () => handlers.hover && handlers.hover(null));
    this.grid.addEventListener('keydown', (event) => this.walk(event));
  }

  layOut() {
    const rows = [];
    for (let row = 0; row < 8; ++row) {
      const rank = this.flipped ? row : 7 - row;
      const cells = [];
      for (let column = 0; column < 8; ++column) cells.push(this.cells[rank * 8 + (this.flipped ? 7 - column : column)]);
      rows.push(h('div.rank', { role: 'row' }, cells));
    }
    fill(this.grid, rows);
    this.keys.fill(null);
    this.setCursor(this.cursor);
  }

  flip(flipped) {
    if (flipped !== this.flipped) {
      this.flipped = flipped;
      this.layOut();
    }
  }

  setCursor(n) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = n;
    this.cells[n].tabIndex = 0;
  }

  walk(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || !this.handlers.press) return;
    event.preventDefault();
    event.stopPropagation();
    const sign = this.flipped ? -1 : 1;
    const file = Math.min(7, Math.max(0, (this.cursor & 7) + sign * step[0]));
    const rank = Math.min(7, Math.max(0, (this.cursor >> 3) + sign * step[1]));
    this.setCursor(rank * 8 + file);
    this.cells[this.cursor].focus();
  }

  startDrag(event, from) {
    this.dragged = false;  // a finger's drag ends without a click
    if (event.button !== 0 || !this.handlers.drag || !this.handlers.canDrag(from)) return;
    const picture = this.cells[from].querySelector('.piece-set');
    if (!picture) return;
    const start = [event.clientX, event.clientY];
    let ghost = null;
    const move = (at) => {
      if (!ghost && Math.hypot(at.clientX - start[0], at.clientY - start[1]) > 6) {
        ghost = picture.cloneNode(true);
        ghost.setAttribute('class', 'dragged');
        const size = this.cells[from].getBoundingClientRect().width;
        ghost.setAttribute('width', size);
        ghost.setAttribute('height', size);
        document.body.append(ghost);
        picture.style.opacity = 0.3;
      }
      if (ghost) {
        ghost.style.left = `${at.clientX}px`;
        ghost.style.top = `${at.clientY}px`;
      }
    };
    const end = (at) => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener);
      picture.style.opacity = '';
      if (!ghost) return;
      ghost.remove();
      const below = document.elementFromPoint(at.clientX, at.clientY);
      const cell = below && below.closest('.cell');
      this.dragged = cell === this.cells[from];
      if (at.type === 'pointerup' && cell && this.element.contains(cell) && cell !== this.cells[from])
        this.handlers.drag(from, square(cell.dataset.square));
    };
    const listeners = [['pointermove', move], ['pointerup', end], ['pointercancel', end]];
    for (const [name, listener] of listeners) window.addEventListener(name, listener);
  }

  // `cells`: 64 of them. `frames`: [{square, kind}], kind 'sensed', 'preview' or 'best'. `arrows`: [{from, to, kind}].
  draw(cells, frames = [], arrows = []) {
    const { drag, canDrag } = this.handlers;
    cells.forEach((cell, n) => {
      this.cells[n].classList.toggle('drags', Boolean(drag) && canDrag(n));
      const key = JSON.stringify(cell) + this.flipped;
      if (key === this.keys[n]) return;
      this.keys[n] = key;
      const bottom = this.flipped ? n >> 3 === 7 : n >> 3 === 0;
      const left = this.flipped ? (n & 7) === 7 : (n & 7) === 0;
      fill(this.cells[n], cellContent(cell), bottom && h('span.coordinate.file', {}, squareName(n)[0]),
        left && h('span.coordinate.number-of-rank', {}, squareName(n)[1]));
      this.cells[n].setAttribute('aria-label', `${squareName(n)}: ${spoken(cell)}`);
    });
    this.frames = frames;
    this.arrows = arrows;
    this.drawOverlay();
  }

  // Frames alone, as the pointer moves.
  preview(frames) {
    this.frames = frames;
    this.drawOverlay();
  }

  // The piece that stands on `to` comes there from `from`, where motion is welcome.
  slide(from, to) {
    const picture = this.cells[to].querySelector('.piece-set');
    if (!picture || from === to || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const [x1, y1] = this.center(from);
    const [x2, y2] = this.center(to);
    const way = `translate(${((x1 - x2) * 100) / 0.96}%, ${((y1 - y2) * 100) / 0.96}%)`;
    this.cells[to].classList.add('moving');
    const motion = picture.animate([{ transform: way }, { transform: 'none' }], { duration: 260, easing: 'ease-in-out' });
    motion.onfinish = motion.oncancel = () => this.cells[to].classList.remove('moving');
  }

  // Arrows alone.
  point(arrows) {
    this.arrows = arrows;
    this.drawOverlay();
  }

  center(n) {
    return [this.flipped ? 7.5 - (n & 7) : (n & 7) + 0.5, this.flipped ? (n >> 3) + 0.5 : 7.5 - (n >> 3)];
  }

  drawOverlay() {
    const shapes = [];
    for (const { square: center, kind } of this.frames) {
      const places = windowSquares(center).map((n) => this.center(n));
      const x = Math.min(...places.map((p) => p[0])) - 0.5;
      const y = Math.min(...places.map((p) => p[1])) - 0.5;
      const size = { x: x + 0.05, y: y + 0.05, width: Math.max(...places.map((p) => p[0])) + 0.4 - x,
        height: Math.max(...places.map((p) => p[1])) + 0.4 - y, rx: 0.1 };
      shapes.push(s('rect.frame.halo', size), s(`rect.frame.${kind}`, size));
    }
    for (const { from, to, kind } of this.arrows) {
      const [x1, y1] = this.center(from);
      const [x2, y2] = this.center(to);
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
      const tip = [x2 - 0.08 * dx, y2 - 0.08 * dy];
      const neck = [x2 - 0.42 * dx, y2 - 0.42 * dy];
      shapes.push(s(`path.arrow.${kind}`, { d: `M${x1} ${y1}L${neck[0]} ${neck[1]}` }));
      if (kind !== 'asked')
        shapes.push(s(`path.head.${kind}`, {
          d: `M${tip[0]} ${tip[1]}L${neck[0] - 0.24 * dy} ${neck[1] + 0.24 * dx}L${neck[0] + 0.24 * dy} ${neck[1] - 0.24 * dx}Z` }));
    }
    fill(this.overlay, shapes);
  }
}

// Cells of a position as it is.
export const plainCells = (pieces) => pieces.map((piece) => (piece ? { pieces: [{ piece, opacity: 1 }] } : {}));

// Cells of a belief: the owner's pieces, and of the opponent's what may stand where, as faint as it is unlikely.
export function beliefCells(ownPieces, belief, ownerIsWhite) {
  return ownPieces.map((piece, n) => {
    if (piece && isWhite(piece) === ownerIsWhite) return { pieces: [{ piece, opacity: 1 }] };
    if (!belief || !belief.pieces) return {};
    const may = belief.pieces.map((list, type) => ({ type, p: list[n] })).filter((m) => m.p > 0).sort((a, b) => b.p - a.p);
    const sum = may.reduce((total, m) => total + m.p, 0);
    if (sum === 0) return {};
    const shown = may[0].p >= 0.7 * sum ? may.slice(0, 1) : may.filter((m) => m.p >= 0.08 * sum).slice(0, 4);
    const letter = (type) => (ownerIsWhite ? 'pnbrqk'[type] : 'PNBRQK'[type]);
    return {
      pieces: shown.map((m) => ({ piece: letter(m.type), opacity: Math.round((0.1 + 0.9 * Math.min(1, m.p / 1000)) * 100) / 100 })),
      percent: sum < 995 ? (sum < 10 ? '<1' : String(Math.round(sum / 10))) : '',
      label: sum < 995 ? `${Math.round(sum / 10)} percent` : '',
    };
  });
}
