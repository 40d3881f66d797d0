// The turns of a recorded game as a list to click: what each side sensed and what became of its request.

import { h, fill, disc } from './lib.js';

const request = (ply) => (!ply.taken ? '' : ply.requested === '0000' ? 'pass' : ply.taken === '0000' ? `${ply.requested} ✗`
  : ply.taken === ply.requested ? ply.taken : `${ply.requested} → ${ply.taken}`);

// `open(ply index)`. mark(index) shows where one is; judged(verdicts) adds what the judge found.
export function turnList(look, open) {
  const buttons = look.plies.map((ply, i) => h('button.quiet.turn', { 'aria-label': `${ply.side} ${ply.turn}: sensed ${ply.sense}, ${request(ply)}`, onclick: () => open(i) },
    h('span.soft', {}, ply.sense === 'none' ? '–' : ply.sense), ' ', request(ply), ply.takes_king ? ' ♔✗' : ply.capture && ply.capture !== 'none' ? ' ×' : ''));
  const rows = [];
  look.plies.forEach((ply, i) => {
    const row = rows[ply.turn - 1] || (rows[ply.turn - 1] = { white: null, black: null });
    row[ply.side] = buttons[i];
  });
  const body = h('tbody', {}, rows.map((row, i) => h('tr', {}, h('th', { scope: 'row' }, String(i + 1)), h('td.text', {}, row.white), h('td.text', {}, row.black))));
  const box = h('div.turns', { tabindex: 0, 'aria-label': 'Turns' }, h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, ''),
    h('th.text', { scope: 'col' }, disc('white'), ` ${look.white}`), h('th.text', { scope: 'col' }, disc('black'), ` ${look.black}`))), body));
  const element = h('div.card', {}, h('h2', {}, 'Turns'), h('p.soft.small', {}, 'Sensed, and what became of the request. ', h('span.blunder', {}, '?'), ' is a blunder.'), box);
  let at = null;
  let marked = 0;
  return { element,
    mark(index) {
      if (at) at.removeAttribute('aria-current');
      at = buttons[index];
      at.setAttribute('aria-current', 'step');
      const top = at.closest('tr').offsetTop;
      if (top < box.scrollTop + 30 || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
    },
    judged(verdicts) {
      const blunders = look.plies.flatMap((ply, i) => { const v = verdicts[ply.side][ply.turn - 1]; return v && v.blunder && v.blunder !== 'none' ? [i] : []; });
      if (blunders.length === marked) return;
      marked = blunders.length;
      for (const i of blunders) if (!buttons[i].querySelector('.blunder')) buttons[i].append(h('span.blunder', { title: 'a blunder' }, ' ?'));
    } };
}
