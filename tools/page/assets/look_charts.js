// The charts of a recorded game; a press on one goes to the turn.

import { h, disc } from './lib.js';
import { chart, markKey } from './chart.js';

export const BLUNDERS = { belief: ['diamond', 'right on the boards held, wrong on the true one'], sample: ['triangle', 'right on the boards looked at'],
  decision: ['square', 'wrongly decided'], unclassified: ['square', 'not explained'] };
const kSides = ['white', 'black'];
const kMost = 10;  // pawns on the chart of worth
const clip = (cp) => Math.max(-kMost, Math.min(kMost, cp / 100));
const nameOf = (side) => (side === 'white' ? 'White' : 'Black');

// `here`: the turn shown, from 0; `press(turn)`.
export function lookCharts(look, here, press) {
  const turns = Math.max(look.counts.white.length, look.counts.black.length);
  const list = (f) => Array.from({ length: turns }, (_, t) => f(t));
  const counted = (side, step, i) => list((t) => { const c = look.counts[side][t]; return c && c[step] ? c[step][i] : null; });
  const verdicts = (side) => list((t) => { const v = look.verdicts[side][t]; return v && v.value_cp !== undefined ? v : null; });
  const pairs = (step, i, kind, text) => kSides.map((side) => ({ name: [disc(side), ` ${text}`], kind: `${side}${kind}`, values: counted(side, step, i) }));
  const marks = kSides.flatMap((side) => verdicts(side).flatMap((v, t) => (v && v.blunder && v.blunder !== 'none'
    ? [{ at: t, value: clip(v.value_cp), shape: BLUNDERS[v.blunder][0], text: `${nameOf(side)} ${t + 1}: ${v.request}, ${BLUNDERS[v.blunder][1]}` }] : [])));
  const common = { turns, here, press };
  const judged = kSides.some((side) => verdicts(side).some(Boolean));
  return [
    judged && chart({ ...common, title: 'Worth of each request on the true board, pawns, for whoever moves', min: -kMost, max: kMost, marks,
      series: kSides.map((side) => ({ name: [disc(side), ` ${nameOf(side)}`], kind: side, values: verdicts(side).map((v) => (v ? clip(v.value_cp) : null)) })),
      keys: [markKey('diamond', 'blunder of belief'), markKey('triangle', 'of sample'), markKey('square', 'of decision')] }),
    chart({ ...common, title: 'Boards held before and after the sense, by turn', log: true, series: [...pairs('notice', 0, '', 'before'), ...pairs('sense', 0, ' thin', 'after')] }),
    chart({ ...common, title: 'Bits on the true board, by turn', series: [...pairs('notice', 2, '', 'before'), ...pairs('sense', 2, ' thin', 'after')] }),
    h('p.soft.small', {}, 'A press on a chart goes to the turn.'),
  ];
}
