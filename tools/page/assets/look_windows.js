// What each window would tell before a sense, beside the one that was chosen.

import { h, count } from './lib.js';

const kShown = 5;
const bar = (share) => { const element = h('span.bar'); element.style.width = `${Math.round(28 * share)}px`; return element; };

export function windowsCard(windows, chosen) {
  const list = [...windows].sort((a, b) => a.expected - b.expected);
  if (list.length === 0) return [h('h2', {}, 'Windows'), h('p.soft.small', {}, 'Shown when the boards before the sense are counted.')];
  const sensed = list.find((w) => w.square === chosen);
  const shown = list.slice(0, kShown);
  if (sensed && !shown.includes(sensed)) shown.push(sensed);
  const most = Math.max(...list.map((w) => w.gain), 0.01);
  const heads = ['Window', 'leaves', 'worst', 'here', 'bits'];
  return [h('h2', {}, 'What each window would tell'), h('div.scroll', {}, h('table', {}, h('thead', {}, h('tr', {}, heads.map((x) => h('th', { scope: 'col' }, x)))),
    h('tbody', {}, shown.map((w) => h(w === sensed ? 'tr.here' : 'tr', {}, h('td', {}, w.square, w === sensed ? ' (sensed)' : ''), h('td', {}, count(w.expected)),
      h('td', {}, count(w.worst)), h('td', {}, count(w.here)), h('td', {}, bar(w.gain / most), ` ${w.gain.toFixed(1)}`)))))),
  h('p.soft.small', {}, 'Boards left on average, at worst, and on the true board; information in bits.')];
}
