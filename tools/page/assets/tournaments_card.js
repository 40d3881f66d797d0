// The tournaments of a server, in its lobby; and making one.

import { h, plural } from './lib.js';
import { post } from './api.js';

const moment = (ms) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
export const when = (t) => (t.state === 'announced' ? `begins ${moment(t.begins_ms)} UTC` : t.state === 'running' ? `until ${moment(t.ends_ms)} UTC` : `ended ${moment(t.ends_ms)} UTC`);

export const isBoss = (me) => Boolean(me && me.name === 'administrator');

// `tournaments`: those of the server.
export function tournamentsCard(tournaments, app) {
  // The newest first, and of those that are over a few.
  const order = { running: 0, announced: 1, over: 2 };
  const shown = tournaments.sort((a, b) => order[a.state] - order[b.state] || b.ends_ms - a.ends_ms).filter((t, i) => t.state !== 'over' || i < 5);
  return h('div.card', { id: 'tournaments' }, h('h2', {}, 'Tournaments'),
    shown.map((t) => h('p', {}, h('a', { href: `#tournament/${t.name}` }, t.name), h('span.soft.small', {}, ` ${when(t)}, ${plural(t.entered, 'player')}`))), isBoss(app.hello.me) && form(app));
}

function form(app) {
  const field = (type, id, more) => h('input', { type, id, required: true, ...more });
  const name = field('text', 'cup-name', { pattern: '[A-Za-z0-9._\\-]{1,40}', title: 'Letters, digits, points, _ and -, no blanks', placeholder: 'autumn-cup', size: 14 });
  const clock = field('text', 'cup-clock', { value: '300+2', size: 7 });
  const games = field('number', 'cup-games', { value: 2, min: 1, max: 1000 });
  const hours = field('number', 'cup-hours', { value: 24, min: 1, max: 8760 });
  const failure = h('p.failure', { role: 'alert' });
  async function make() {
    const now = Date.now();
    try {
      const made = await post('/api/tournaments', { name: name.value, clock: clock.value, games: Number(games.value), begins_ms: now, ends_ms: now + 3600000 * Number(hours.value) });
      location.hash = `#tournament/${made.name}`;
    } catch (error) { failure.textContent = error.message; }
  }
  return h('details', {}, h('summary.small', {}, 'Make one'), h('form', { onsubmit: (event) => { event.preventDefault(); make(); } },
    h('p', {}, h('label', {}, 'Name ', name)), h('p', {}, h('label', {}, 'Clock ', clock)), h('p', {}, h('label', {}, 'Games of each pair ', games)),
    h('p', {}, h('label', {}, 'Hours, from now on ', hours)), h('button', { type: 'submit', id: 'make-cup' }, 'Make it'), failure));
}
