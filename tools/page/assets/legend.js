// What a board shows, in words, with the scale of its colours.

import { h, PIECE_NAMES, TYPES } from './lib.js';

const kTexts = {
  pieces: 'Fainter pieces are less likely; the number is a chance in percent.',
  seen: 'What windows showed: it fades with every turn. Hatched squares have not been seen lately.',
  truth: 'The true board, which neither player sees.',
  threat: 'The chance that a piece stands there and attacks the king.',
  windows: 'How much the window around a square would tell, in bits. The star is the best one.',
};

// `most`: the value of the darkest colour, where it is not 100 %.
export function legend(layer, most) {
  const type = TYPES.indexOf(layer);
  const text = type >= 0 ? `The chance that a ${PIECE_NAMES[layer]} stands there.` : kTexts[layer];
  const scale = layer === 'windows' ? ['0', `${(most || 0).toFixed(1)} bits`] : layer === 'threat' || type >= 0 ? ['0', '100 %'] : null;
  return h('div.legend.small.soft', { 'data-layer': layer }, h('p', {}, text),
    scale && h('div.scale', {}, h('span', {}, scale[0]), h('span.ramp', { 'aria-hidden': 'true' }), h('span', {}, scale[1])));
}
