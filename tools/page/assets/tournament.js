// A tournament of a server: its table while it is played and afterwards, and entering it.

import { h, fill, renew, disc, plural } from './lib.js';
import { get, post } from './api.js';
import { crossTable } from './tables.js';
import { pastTable, rating } from './lobby.js';
import { isBoss, when } from './tournaments_card.js';

const kAgain = 3000;  // ms until the table is asked for again

const minutes = (clock) => { const [base, increment] = clock.split('+').map(Number); return base % 60 === 0 ? `${base / 60} min + ${increment || 0} s` : `${clock} s`; };

// #tournament/NAME
export function tournamentRoom(main, path, app) {
  let stopped = false;
  let timer = 0;
  let played = -1;
  let shown = '';
  const name = path[0] || '';
  const { me } = app.hello;
  const head = h('div.card');
  const mine = h('div', { id: 'cup-mine' });
  const boss = isBoss(me) ? forTheBoss() : null;
  const table = h('div.card');
  const cross = h('div.card');
  const past = pastTable('cup-games-table');
  fill(main, head, mine, boss, table, cross, h('div.card', {}, h('h2', {}, 'Finished games'), past.element));

  async function change(what, body) {
    try { await post(`/api/tournaments/${name}/${what}`, body); clearTimeout(timer); look(); } catch (error) { app.tell(error.message); }
  }
  // Others can be entered, bots of the house too, and the end can come earlier.
  function forTheBoss() {
    const player = h('input', { type: 'text', id: 'cup-player', required: true, maxlength: 32, 'aria-label': 'A player' });
    const end = () => confirm(`End ${name} now? Games that are going on are played to their end.`) && change('end');
    return h('div.card', {}, h('form.row', { onsubmit: (event) => { event.preventDefault(); change('enter', { player: player.value.trim() }); player.value = ''; } },
      h('label', {}, 'Player ', player), h('button', { type: 'submit', id: 'cup-add' }, 'Enter this player'), h('button', { type: 'button', id: 'cup-end', onclick: end }, 'End it now')));
  }
  async function look() {
    try {
      const cup = await get(`/api/tournaments/${name}`);
      const inside = Boolean(me) && cup.players.some((player) => player.id === me.id && player.entered);
      // Who asks the lobby is here, and is offered games.
      const here = inside && cup.state !== 'over' ? await get('/api/lobby') : { invitations: [], games: [] };
      if (stopped) return;
      const now = cup.pairings.reduce((sum, pair) => sum + pair.wins + pair.draws + pair.losses, 0);
      const text = JSON.stringify([cup, inside]);
      if (text !== shown) show(cup, now, inside);  // what has the focus keeps it
      shown = text;
      const asked = [...here.invitations, ...here.games.filter((game) => game.mine)].filter((game) => game.tournament === name);
      renew(mine, [asked, here.invitations.length], () => asked.map((game) => h('div.card', { role: 'status' }, h('div.row.spread', {}, h('span', {}, disc('white'), ` ${game.white} – `, disc('black'), ` ${game.black}`),
        h('a.button', { href: `#play/${game.id}` }, here.invitations.includes(game) ? 'Begin your game' : 'Go on')))));
      if (now !== played) { played = now; past.update((await get(`/api/tournaments/${name}/games`)).games); }
    } catch (error) { fill(head, h('h1', {}, name), h('p.failure', { role: 'alert' }, error.message)); }
    if (!stopped) timer = setTimeout(look, kAgain);
  }

  function show(cup, now, inside) {
    const button = cup.state === 'over' ? null : !me || me.guest ? h('span.soft', {}, 'Sign in to enter.')
      : h('button', { id: 'enter', class: inside ? null : 'main', onclick: () => change(inside ? 'leave' : 'enter') }, inside ? 'Leave' : 'Enter');
    fill(table, h('h2', {}, 'Table'), cup.players.length === 0 ? h('p.soft', {}, 'Nobody has entered yet.') : standings(cup.players));
    const names = cup.players.map((player) => player.name);
    const met = new Map();
    const add = (a, b, points, games) => { const so = met.get(`${a}|${b}`) || { points: 0, games: 0 }; met.set(`${a}|${b}`, { points: so.points + points, games: so.games + games }); };
    for (const pair of cup.pairings) {
      const games = pair.wins + pair.draws + pair.losses;
      add(pair.white, pair.black, pair.wins + pair.draws / 2, games);
      add(pair.black, pair.white, pair.losses + pair.draws / 2, games);
    }
    const entered = cup.players.filter((player) => player.entered).map((player) => player.name);
    const open = entered.flatMap((a, i) => entered.slice(i + 1).map((b) => Math.max(0, cup.games - (met.get(`${a}|${b}`) || { games: 0 }).games)));
    const missing = Math.max(0, open.reduce((sum, n) => sum + n, 0) - cup.playing.length);
    fill(head, h('div.row.spread', {}, h('h1', {}, cup.name), button),
      h('p', {}, `${cup.state === 'running' ? 'Running, ' : ''}${when(cup)}. ${minutes(cup.clock)}, ${plural(cup.games, 'game')} of each pair.`),
      h('p.soft', { role: 'status' }, `${plural(now, 'game')} played, ${cup.playing.length} going on${cup.state === 'over' ? '' : `, ${missing} to come`}.`));
    cross.classList.toggle('hidden', names.length < 3);
    fill(cross, h('h2', {}, 'Each against each'), crossTable({ players: names.map((player) => ({ name: player })), pairs: met }));
  }
  look();
  app.keys({});
  return { stop() { stopped = true; clearTimeout(timer); } };
}

const standings = (players) => h('div.scroll', {}, h('table', { id: 'cup-table' },
  h('thead', {}, h('tr', {}, ['#', 'Player', 'Points', 'Games', 'Won', 'Drawn', 'Lost', 'Elo here'].map((title) => h(title === 'Player' ? 'th.text' : 'th', { scope: 'col' }, title)))),
  h('tbody', {}, players.map((player, i) => h('tr', {}, h('td', {}, String(i + 1)), h('td.text', {}, h('a', { href: `#player/${player.id}` }, player.name), player.entered ? null : h('span.soft.small', {}, ' left')),
    [player.points, player.games, player.wins, player.draws, player.losses].map((value) => h('td', {}, String(value))),
    h('td', {}, player.games ? rating(player) : ''))))));
