// What stands on the analysis board, as an address: #board/START/TURNS, or #board/private/HISTORY. START is a FEN with '.' for
// '/' and '_' for ' ', or "start"; TURNS are e7:e2e4,none:e7e5,d4: window and request, the last one perhaps without a request.

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const packed = (text) => text.replaceAll('/', '.').replaceAll(' ', '_');
function unpacked(text) {
  try { return decodeURIComponent(text).replaceAll('.', '/').replaceAll('_', ' '); } catch { throw new Error('The address of this position is damaged.'); }
}

// {start, plies: [[square, request]]} or {position}.
export function readLine([first, second]) {
  if (first === 'private') return { position: unpacked(second || '') };
  const plies = (second || '').split(',').filter(Boolean).map((ply) => ply.split(':'));
  return { start: !first || first === 'start' ? '' : unpacked(first), plies };
}

export function lineAddress(line) {
  if (line.position) return `#board/private/${packed(line.position)}`;
  const start = line.start && line.start !== START ? packed(line.start) : 'start';
  return `#board/${start}/${line.plies.map((ply) => ply.join(':')).join(',')}`;
}

// A line from the plies of a recorded game, up to the step that is shown.
export function lineOf(look, { ply, step }) {
  const plies = look.plies.slice(0, ply + 1).map((turn, i) => (i < ply ? [turn.sense, turn.requested] : step === 'notice' ? null : step === 'sense' ? [turn.sense] : [turn.sense, turn.requested]));
  return { start: look.plies.length > 0 ? look.plies[0].before : '', plies: plies.filter(Boolean) };
}
