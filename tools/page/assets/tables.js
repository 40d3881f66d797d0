// Standings and crosstables of a match, from its finished games.

import { h } from './lib.js';

// {names, players: Map(name -> {points, games, wins, draws, losses}), pairs: Map("a|b" -> {points, games})}
export function tally(engines, games) {
  const players = new Map(engines.map((name) => [name, { name, points: 0, games: 0, wins: 0, draws: 0, losses: 0, losses_by: {} }]));
  const pairs = new Map();
  const pair = (a, b) => { const key = `${a}|${b}`; if (!pairs.has(key)) pairs.set(key, { points: 0, games: 0 }); return pairs.get(key); };
  for (const game of games) {
    for (const side of ['white', 'black']) {
      const [me, other] = side === 'white' ? [game.white, game.black] : [game.black, game.white];
      if (!players.has(me)) players.set(me, { name: me, points: 0, games: 0, wins: 0, draws: 0, losses: 0, losses_by: {} });
      const points = game.winner === 'draw' ? 0.5 : game.winner === side ? 1 : 0;
      const player = players.get(me);
      player.points += points;
      player.games += 1;
      player[points === 1 ? 'wins' : points === 0 ? 'losses' : 'draws'] += 1;
      if (points === 0) { const why = game.ending === 'rules' ? 'king' : game.ending; player.losses_by[why] = (player.losses_by[why] || 0) + 1; }
      const met = pair(me, other);
      met.points += points;
      met.games += 1;
    }
  }
  return { players: [...players.values()].sort((a, b) => b.points / Math.max(1, b.games) - a.points / Math.max(1, a.games)), pairs };
}

// 95 % interval of a score, Wilson: it stays sensible for few games and for scores near 0 and 1.
export function interval(points, games) {
  if (games === 0) return [0, 1];
  const z = 1.96;
  const p = points / games;
  const middle = (p + (z * z) / (2 * games)) / (1 + (z * z) / games);
  const half = (z * Math.sqrt((p * (1 - p)) / games + (z * z) / (4 * games * games))) / (1 + (z * z) / games);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

export function standingsTable(result) {
  return h('div.scroll', {}, h('table', { id: 'standings' }, h('thead', {}, h('tr', {}, ['Player', 'points', 'games', 'score', '95 %', 'won', 'drawn', 'lost'].map((x) => h('th', { scope: 'col' }, x)))),
    h('tbody', {}, result.players.map((p) => { const [low, high] = interval(p.points, p.games);
      return h('tr', {}, h('td', {}, p.name), h('td', {}, String(p.points)), h('td', {}, String(p.games)), h('td', {}, p.games ? `${((100 * p.points) / p.games).toFixed(1)} %` : ''),
        h('td', {}, p.games ? `${Math.round(100 * low)}–${Math.round(100 * high)} %` : ''), h('td', {}, String(p.wins)), h('td', {}, String(p.draws)), h('td', {}, String(p.losses))); }))));
}

export function crossTable(result) {
  const names = result.players.map((p) => p.name);
  return h('div.scroll', {}, h('table', { id: 'crosstable' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Points of'), names.map((name) => h('th', { scope: 'col' }, `– ${name}`)))),
    h('tbody', {}, names.map((a) => h('tr', {}, h('th', { scope: 'row' }, a), names.map((b) => { const met = result.pairs.get(`${a}|${b}`); return h('td', {}, a === b && !met ? '' : met ? `${met.points} / ${met.games}` : '–'); }))))));
}

// The first player's score after each game, with its interval.
export function scoreOver(games, name) {
  const [values, low, high] = [[], [], []];
  let points = 0;
  let played = 0;
  for (const game of games) {
    if (game.white !== name && game.black !== name) continue;
    played += 1;
    points += game.winner === 'draw' ? 0.5 : (game.winner === 'white') === (game.white === name) ? 1 : 0;
    const [a, b] = interval(points, played);
    values.push((100 * points) / played);
    low.push(100 * a);
    high.push(100 * b);
  }
  return { values, low, high };
}

export const REASONS = { rules: 'king or a limit', time: 'time', silence: 'silence', crash: 'crash', nonsense: 'nonsense', illegal: 'an illegal request', resigned: 'resigned' };
