// The first room of a server's page: who is here, whom to play, what is played, how good everybody is.

import { h, fill, renew, disc, plural } from './lib.js';
import { get, post } from './api.js';
import { begin, helpBox, wantsHelp } from './begin.js';
import { gamesTable, resultText, reasonText } from './games_table.js';

const kAgain = 3000;  // ms until the server is asked again who is here
const kTables = 10;  // so many times, and then for the leaderboard and the finished games as well
const kClocks = [['3 min + 2 s', 180, 2], ['5 min + 2 s', 300, 2], ['15 min + 5 s', 900, 5]];

const date = (ms) => (ms ? new Date(ms).toISOString().slice(0, 16).replace('T', ' ') : '');
const kPast = [
  { title: 'Game', number: true, text: (game) => String(game.id), value: (game) => game.id },
  { title: 'White', text: (game) => game.white },
  { title: 'Black', text: (game) => game.black },
  { title: 'Result', text: (game) => (game.void ? 'void' : resultText(game.winner)) },
  { title: 'Ended by', text: (game) => (game.void ? game.text : reasonText(game.reason)) },
  { title: 'Counts for', wide: true, text: (game) => game.tournament || (game.ranked ? 'ranked' : '') },
  { title: 'Date, UTC', wide: true, text: (game) => date(game.ended_ms), value: (game) => game.ended_ms },
];

const show = (game) => { if (!game.void) location.hash = `#game/${game.id}`; };
export const pastTable = (id) => gamesTable({ id, what: 'finished game', most: 200, columns: kPast, down: true, open: show });

// `finished`: the finished games are before the eyes.
export function lobbyRoom(main, app, finished = false) {
  let stopped = false;
  let timer = 0;
  const choice = (name, value, label, checked) => h('label', {}, h('input', { type: 'radio', name, value, checked }), label);
  const color = h('div.row', { role: 'radiogroup', 'aria-label': 'You play' }, choice('color', 'white', [disc('white'), ' White'], true),
    choice('color', 'black', [disc('black'), ' Black']), choice('color', 'random', 'Either'));
  const clock = h('select', { id: 'clock', 'aria-label': 'Clock' }, kClocks.map(([name], i) => h('option', { value: i }, name)));
  const failure = h('p.failure', { role: 'alert' });
  const players = h('div.opponents', { id: 'players' });
  const playing = h('div', { id: 'playing' });
  const invitations = h('div', { id: 'invitations' });
  const going = h('h2', {}, 'Going on');
  const board = gamesTable({ id: 'leaderboard', what: 'player', columns: kLeaderboard, find: 'Search players …', open: (player) => { location.hash = `#player/${player.id}`; } });
  const past = pastTable('past-games');
  const tournaments = h('div');
  fill(main, h('h1', {}, 'Play'), h('p', {}, 'Chess in which you see your own pieces, and one window of three by three squares a turn. Whoever captures the king wins. ',
    h('a', { href: '#lesson', id: 'to-lesson' }, 'Learn it in ten short steps')), h('div.table.cards', {},
    h('div', {}, h('div.card', {}, h('div.row.spread', {}, color, h('label', {}, 'Clock ', clock)), helpBox(), invitations,
      h('h2', {}, 'Who is here'), players,
      h('div.row', {}, h('button', { id: 'friend', onclick: () => play('link') }, 'A friend, by a link')), failure),
    h('div.card', {}, going, playing)),
    h('div.side', {}, account(app), botCard(), tournaments, h('div.card', {}, h('h2', {}, 'Leaderboard'),
      h('p.soft.small', {}, 'Elo by all ranked games, with the 95 % interval; in grey while the games are few.'), board.element))),
  h('div.card', {}, h('h2', {}, 'Finished games'), past.element));

  async function play(opponent) {
    const wanted = main.querySelector('[name=color]:checked').value;
    const [, base, increment] = kClocks[clock.value];
    const mine = wanted === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : wanted;
    failure.textContent = '';
    try { await begin({ color: mine, opponent, base, increment, help: wantsHelp() }); } catch (error) { failure.textContent = error.message; }
  }

  const names = (game) => [disc('white'), ` ${game.white} – `, disc('black'), ` ${game.black} `, game.ranked || game.tournament ? h('span.soft.small', {}, `${game.tournament || 'ranked'} `) : null];
  const row = (player) => h('div.row.spread', {}, h('a', { href: `#player/${player.id}` }, player.name),
    h('span.soft.small', {}, [player.house ? 'of the house' : player.guest ? 'a guest' : player.ranked ? `version ${player.version}, ranked` : '',
      player.busy && [player.house || player.guest || player.ranked ? ', ' : '', h('span.why', {}, player.why)]]),
    h('button', { 'data-play': player.name, 'aria-label': `Play ${player.name}`, disabled: player.busy, onclick: () => play(player.name) }, player.busy ? 'Busy' : 'Play'));

  let looks = 0;
  async function look() {
    try {
      const here = await get('/api/lobby');
      if (stopped) return;
      renew(players, here.players, () => (here.players.length > 0 ? here.players.map(row) : h('p.soft', {}, 'Nobody is here yet.')));
      going.textContent = here.games.length > 0 ? `Going on: ${plural(here.games.length, 'game')}` : 'Going on';
      renew(playing, here.games, () => (here.games.length > 0 ? here.games.map((game) => h('p', {}, names(game),
        game.mine ? h('a', { href: `#play/${game.id}` }, 'Go on')
          : app.hello.watch && game.begun && !game.ranked && !game.tournament && h('a', { href: `#watch/${game.id}` }, 'Watch'))) : h('p.soft', {}, 'No game.')));
      renew(invitations, here.invitations, () => here.invitations.map((game) => h('p', { role: 'status' }, names(game), h('a.button', { href: `#play/${game.id}` }, 'Accept'))));
      if (looks++ % kTables === 0) await tables();
    } catch (error) { app.tell(error.message); }
    if (!stopped) timer = setTimeout(look, kAgain);
  }
  async function tables() {
    const [best, games] = await Promise.all([get('/api/leaderboard'), get('/api/past')]);
    board.update(best.players.map((player, i) => ({ ...player, place: i + 1 })));
    past.update(games.games);
    if (finished) past.element.scrollIntoView();
    finished = false;
    const cups = (await get('/api/tournaments')).tournaments;
    // Nothing where there are none to see and none to make.
    if (cups.length === 0 && !(app.hello.me && app.hello.me.name === 'administrator')) return;
    const { tournamentsCard } = await import('./tournaments_card.js');
    renew(tournaments, cups, () => tournamentsCard(cups, app));
  }
  look();
  app.keys({ Tab: 'from player to player', Enter: 'play' });
  return { stop() { stopped = true; clearTimeout(timer); } };
}

export const rating = (player) => `${player.rating < -0.5 ? '−' : ''}${Math.round(Math.abs(player.rating))} ± ${Math.round(player.error)}`;
const kLeaderboard = [
  { title: '#', number: true, text: (player) => String(player.place), value: (player) => player.place },
  { title: 'Player', text: (player) => `${player.name} v${player.version}` },
  { title: 'Rating', number: true, text: rating, value: (player) => player.rating, node: (player) => (player.official ? rating(player) : h('span.soft', {}, rating(player))) },
  { title: 'Games', number: true, text: (player) => String(player.games), value: (player) => player.games },
];

// What the author of a bot types.
const botCard = () => h('div.card', {}, h('details', { id: 'bot' }, h('summary', {}, 'A bot of yours plays here, too'),
  h('pre.small', {}, ['python3 -m venv rbc && . rbc/bin/activate', 'pip install reconchess', 'rc-register \\', `  --server-url ${location.origin}`, 'rc-connect my_bot.py --ranked \\', `  --server-url ${location.origin}`].join('\n')),
  h('p.soft.small', {}, 'Any bot of the Python package reconchess. While it is connected it is offered ranked games; without --ranked it waits here to be played.')));

// Sign in and out. A guest needs neither.
function account(app) {
  const card = h('div.card', { id: 'account' });
  const { me } = app.hello;
  const failure = h('p.failure', { role: 'alert' });
  const call = async (path, body) => {
    try { await post(path, body); location.reload(); } catch (error) { failure.textContent = error.message; }
  };
  if (me && !me.guest) {
    fill(card, h('div.row.spread', {}, h('span', {}, 'Signed in as ', h('a', { href: `#player/${me.id}`, id: 'me' }, me.name)),
      h('button', { id: 'sign-out', onclick: () => call('/api/session/end') }, 'Sign out')), failure);
    return card;
  }
  const name = h('input', { type: 'text', id: 'username', autocomplete: 'username', required: true, maxlength: 32 });
  const password = h('input', { type: 'password', id: 'password', autocomplete: 'current-password', required: true, minlength: 6 });
  const said = () => ({ username: name.value.trim(), password: password.value });
  fill(card, h('p.soft', {}, me ? `You are ${me.name}. ` : '', 'A guest needs no account; with one, your games stay yours.'),
    h('form', { onsubmit: (event) => { event.preventDefault(); call('/api/session', said()); } },
      h('p', {}, h('label', {}, 'Name ', name)), h('p', {}, h('label', {}, 'Password ', password)),
      h('div.row', {}, h('button', { type: 'submit', id: 'sign-in' }, 'Sign in'),
        h('button', { type: 'button', id: 'sign-up', onclick: (event) => { if (event.target.form.reportValidity()) call('/api/session/new', said()); } }, 'New account'))), failure);
  return card;
}

// #player/ID: whom somebody played, with which result.
export function playerRoom(main, path, app) {
  const past = pastTable('player-games');
  const card = h('div.card');
  const chart = h('div');
  fill(main, card, chart, h('div.card', {}, h('h2', {}, 'Finished games'), past.element));
  (async () => {
    const id = Number(path[0]) || 0;
    const [player, games, best] = await Promise.all([get(`/api/player/${id}`), get(`/api/past/${id}`), get('/api/leaderboard')]);
    const place = best.players.findIndex((rated) => rated.id === id);
    const now = best.players[place];
    fill(card, h('h1', {}, player.name), h('p.soft', {}, player.house ? 'A bot of the house.' : player.guest ? 'A guest.' : player.version ? `Version ${player.version} of its bot.` : ''),
      now && h('p', { id: 'rating' }, h('strong', {}, `Rating ${rating(now)}`), `, place ${place + 1} of ${best.players.length}; ${plural(now.games, 'ranked game')}: ${now.wins} won, ${now.draws} drawn, ${now.losses} lost.`),
      player.opponents.length > 0 && h('div.scroll', {}, h('table', {}, h('thead', {}, h('tr', {}, ['Version', 'Against', 'Won', 'Drawn', 'Lost'].map((title) => h(title === 'Against' ? 'th.text' : 'th', { scope: 'col' }, title)))),
        h('tbody', {}, player.opponents.map((o) => h('tr', {}, h('td', {}, String(o.version)), h('td.text', {}, h('a', { href: `#player/${o.id}` }, `${o.name} v${o.opponent_version}`)),
          [o.wins, o.draws, o.losses].map((n) => h('td', {}, String(n)))))))),
      h('p', {}, plural(games.games.length, 'finished game'), games.games.length >= 200 ? ' and more' : ''));
    past.update(games.games);
    if (player.ratings.length > 1) fill(chart, h('div.card', {}, (await import('./rating_chart.js')).ratingChart(player.ratings)));
  })().catch((error) => fill(card, h('h1', {}, 'Player'), h('p.failure', { role: 'alert' }, error.message)));
  app.keys({});
  return { stop() {} };
}
