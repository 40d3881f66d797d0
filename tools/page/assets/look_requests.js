// What Lanternfish would request in a turn of a recorded game, asked for and shown beside the request that was made.

import { h, fill, square, pawns, percent } from './lib.js';
import { getReady, post } from './api.js';

const kTries = 400;
const kPause = 300;  // ms
const kRows = 12;
const kHardlyDone = 50;  // per mille: a request that is carried out less often is a pass by another name
const called = (move) => (move === '0000' ? 'pass' : move);

// One question for each turn. ask() promises the server's answer, or {problem}; of() is this answer, "waiting", or undefined.
// `why(error)`: what is said of an error.
export function questions(id, changed, why) {
  const asked = new Map();  // by turn: {answer, promise}
  async function answerTo(key) {
    try {
      let json = await post(`/api/look/${id}/${key}/requests`);
      for (let i = 0; i < kTries && json.waiting; ++i) {
        await new Promise((resolve) => setTimeout(resolve, kPause));
        json = (await getReady(`/api/look/${id}/${key}/requests`)) || { waiting: true };
      }
      return json.waiting ? { problem: 'There is no answer yet.' } : json;
    } catch (error) { return { problem: why(error) }; }
  }
  async function asking(key, one) {
    one.answer = await answerTo(key);
    changed();
    return one.answer;
  }
  function ask(side, turn) {
    const key = `${side}/${turn}`;
    const known = asked.get(key);
    if (known && !known.answer.problem) return known.promise;
    const one = { answer: 'waiting' };
    asked.set(key, one);
    one.promise = asking(key, one);
    changed();
    return one.promise;
  }
  return { ask, of: (side, turn) => (asked.get(`${side}/${turn}`) || {}).answer };
}

export const isRequest = (row, move) => row.move === move || row.same.includes(move);

// `made`: the recorded request. `point(arrows)`: draws them on the board. `pick(i)`: shows a likely board.
export function requestsCard(answer, made, { ask, point, pick }) {
  const head = h('div.row.spread', {}, h('h2', {}, 'Requests'), h('button', { id: 'ask', disabled: answer === 'waiting', onclick: ask },
    answer === 'waiting' ? 'Lanternfish thinks …' : ['Ask Lanternfish ', h('kbd', {}, 'A')]));
  if (!answer || answer === 'waiting')
    return [head, h('p.soft.small', {}, 'Mean, worst and best score over the boards held, of the request that was made and of the alternatives.')];
  if (answer.problem) return [head, h('p.failure', {}, answer.problem)];
  const heads = ['Request', 'mean', 'worst', 'best', 'done', 'fails on'];
  const told = (row, i) => i === 0 || row.legal >= kHardlyDone || isRequest(row, made) || isRequest(row, '0000');
  const rows = answer.requests.filter(told);
  const last = rows.findIndex((row) => isRequest(row, made));
  const shown = rows.slice(0, last >= kRows ? kRows - 1 : kRows).concat(last >= kRows ? [rows[last]] : []);
  const body = h('tbody', {}, shown.map((row) => rowOf(row, made, mark, point, pick)));
  function mark(row) { for (const other of body.children) other.classList.toggle('pointed', other === row); }
  return [head, h('div.scroll', {}, h('table.requests', {}, h('thead', {}, h('tr', {}, heads.map((x) => h('th', { scope: 'col' }, x)))), body)),
    h('p.soft.small', {}, 'A click on a row draws its arrow. “Done” is the chance that the request is carried out as asked; “fails on” names the likely boards after the sense on which it is not.')];
}

function rowOf(row, made, mark, point, pick) {
  const here = isRequest(row, made);
  const show = () => {
    mark(element);
    point(row.move === '0000' ? [] : [{ from: square(row.move), to: square(row.move.slice(2)), kind: 'alternative' }]);
  };
  const name = [h('button.quiet.link', { 'aria-label': `Draw ${called(row.move)}` }, called(here ? made : row.move)), here && h('span.badge', {}, 'made'),
    row.same.length > 0 && h('span.soft', { title: `comes to the same: ${row.same.map(called).join(', ')}` }, row.same.includes('0000') ? ' = pass' : ` = ${row.same.length} more`)];
  const fails = row.otherwise.slice(0, 3).map((i) => h('button.quiet', { 'aria-label': `Show likely board ${i + 1}`, onclick: (event) => { event.stopPropagation(); pick(i); } }, String(i + 1)));
  const element = h(here ? 'tr.press.here' : 'tr.press', { onclick: show }, h('td', {}, name), [row.mean, row.worst, row.best].map((v) => h('td', {}, pawns(v))),
    h('td', {}, `${percent(row.legal)} %`), h('td', {}, fails, row.otherwise.length > 3 && '…'));
  return element;
}
