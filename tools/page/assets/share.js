// What a finished game can be taken away as: a file, a report, an animated picture.

import { h, fill, disc } from './lib.js';
import { getReady, getFile } from './api.js';

const kSaving = 60000;  // ms, ample, in which the browser takes a file over

// `id`: the game's name in Look. `reports`: a report is offered. `record`: where its GameHistory is. `why(error)`: what is said of an
// error. update(look) is to be called with each state of it.
export function takeAway(id, { reports = true, record = `/api/look/${id}/record`, why = (error) => error.message } = {}) {
  let look = null;
  const report = h('button', { id: 'report', disabled: true, onclick: saveReport }, 'Report');
  const failure = h('span.failure', { role: 'alert', id: 'away-failure' });
  const picture = h('button', { id: 'picture', disabled: true, onclick: () => pictureDialog(id, look, why) }, 'Picture');
  async function saveReport() {
    failure.textContent = '';
    try {
      const address = URL.createObjectURL(await getFile(`/api/look/${id}/report`));
      h('a', { href: address, download: 'rbc-report.html' }).click();
      setTimeout(() => URL.revokeObjectURL(address), kSaving);
    } catch (error) { failure.textContent = why(error); }
  }
  return { elements: [h('a', { href: record, download: 'rbc-game.json' }, 'Save'), reports && report, picture, failure],
    update(next) {
      look = next;
      const judged = look.progress.stage === 'done';
      report.disabled = !judged;
      report.title = judged ? 'One page that opens from disk: charts, every turn, the board' : 'The report can be had when all requests are judged';
      picture.disabled = look.plies.length === 0;
      picture.title = 'An animated picture of the game (GIF)';
    } };
}

function pictureDialog(id, look, why) {
  const dialog = h('dialog', { 'aria-label': 'Animated picture' });
  const place = h('div');
  const counted = !['queued', 'boards'].includes(look.progress.stage);
  let stopped = false;
  let address = '';
  const views = [[null, 'The true board'], ['white', [disc('white'), ' What White held possible']], ['black', [disc('black'), ' What Black held possible']]];
  const buttons = views.map(([side, name]) => h('button', { 'data-picture': side || 'truth', disabled: side !== null && !counted, onclick: () => make(side) }, name));
  fill(dialog, h('h2', {}, 'The game as an animated picture'), h('div.row', {}, buttons), place, h('form', { method: 'dialog' }, h('button', {}, 'Close')));
  const belief = (step) => getReady(`/api/look/${id}/${step.side}/${step.turn}/${step.step}`);

  async function make(side) {
    for (const button of buttons) button.disabled = true;
    const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Picture' });
    fill(place, bar);
    try {
      const { animation } = await import('./animation.js');
      const made = await animation(look, { side, flip: side === 'black', belief, progress(part) { bar.value = part; return !stopped; } });
      if (!made) return;
      URL.revokeObjectURL(address);
      address = URL.createObjectURL(made);
      fill(place, h('img.picture', { src: address, alt: 'The game, turn by turn' }),
        h('p', {}, h('a.button', { href: address, download: `rbc-game${side ? `-${side}` : ''}.gif` }, `Save (${Math.round(made.size / 1000)} KB)`)));
    } catch (error) { fill(place, h('p.failure', {}, why(error))); }
    buttons.forEach((button, i) => { button.disabled = views[i][0] !== null && !counted; });
  }
  dialog.addEventListener('close', () => { stopped = true; URL.revokeObjectURL(address); dialog.remove(); });
  document.body.append(dialog);
  dialog.showModal();
}
