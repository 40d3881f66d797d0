// The report of lanternfish-analyze --html.

import { h, fill, count, pawns, disc } from './lib.js';
import { chart, markKey } from './chart.js';
import { replay } from './report_replay.js';

const report = JSON.parse(document.querySelector('#data').textContent);
const page = document.querySelector('#report');
const kBlunders = { belief: 'diamond', sample: 'triangle', decision: 'square', unclassified: 'square' };
const number = (value, digits = 0) => (value === null || value === undefined ? '–' : value.toFixed(digits));

function table(head, rows) {
  return h('div.scroll', {}, h('table', {}, h('thead', {}, h('tr', {}, head.map((x) => h('th', { scope: 'col' }, x)))),
    h('tbody', {}, rows.map((row) => h('tr', {}, row.map((x) => h('td', {}, x)))))));
}

function summary() {
  const names = { all_players: 'all players', recorded: 'as recorded', strategy: 'strategy', player: 'player' };
  const rows = report.summary.filter((row) => names[row.type]);
  return [h('h2', {}, 'Summary'), table(['', '', 'turns', 'boards before', 'after', 'bits before', 'after', 'regret', 'blunders', 'kings missed'], rows.map((row) => [
    row.name, names[row.type] === row.name ? '' : names[row.type], String(row.turns), count(row.boards_before_median), count(row.boards_left_median), number(row.truth_bits_before, 1), number(row.truth_bits_left, 1),
    number(row.regret_cp), String(row.blunders), `${row.king_captures_missed} of ${row.king_captures_available}`])),
  h('p.soft.small', {}, 'Boards are medians before and after the sense; bits are those of the true board; regret is the mean of centipawns lost to the best request on the true board, each counted to 1000 at most.')];
}

function charts(players, game) {
  const press = game && ((i) => game.show(players[0].color, i + 1));
  const turns = Math.max(...players.map((p) => Math.max(0, ...p.turns.map((t) => t.turn))));
  const series = (value, kind, text) => players.map((p) => {
    const values = Array(turns).fill(null);
    for (const t of p.turns) values[t.turn - 1] = value(t);
    return { name: [disc(p.color), ` ${p.name}${text}`], kind: `${p.color}${kind}`, values };
  });
  const clip = (cp) => Math.max(-10, Math.min(10, cp / 100));
  const marks = players.flatMap((p) => p.turns.filter((t) => t.recorded.blunder && t.recorded.blunder !== 'none').map((t) => ({
    at: t.turn - 1, value: clip(t.recorded.value_cp), shape: kBlunders[t.recorded.blunder], text: `${p.color} ${t.turn}: ${t.recorded.request}` })));
  const judged = players.some((p) => p.turns.some((t) => t.recorded.value_cp !== undefined));
  return [chart({ title: 'Boards before and after the sense, by turn', log: true, turns, press, series: [...series((t) => t.before_sense.boards, '', ', before'), ...series((t) => t.after_sense.boards, ' thin', ', after')] }),
    chart({ title: 'Bits of the true board, by turn', turns, press, series: [...series((t) => t.before_sense.truth_bits, '', ', before'), ...series((t) => t.after_sense.truth_bits, ' thin', ', after')] }),
    judged && chart({ title: 'Worth of each request on the true board, pawns, for whoever moves', turns, press, min: -10, max: 10, series: series((t) => (t.recorded.value_cp === undefined ? null : clip(t.recorded.value_cp)), '', ''), marks,
      keys: [markKey('diamond', 'blunder of belief'), markKey('triangle', 'of sample'), markKey('square', 'of decision')] })];
}

function turnsOf(player, game) {
  const place = h('div');
  const details = h('details', {}, h('summary', {}, `Every turn of ${player.name} (${player.color})`), place);
  details.addEventListener('toggle', () => { if (details.open && !place.hasChildNodes()) fill(place, turnTable(player, game)); });
  return details;
}

function turnTable(player, game) {
  const go = (t) => { game.show(player.color, t.turn); game.element.scrollIntoView({ block: 'center' }); };
  const rows = player.turns.map((t) => [
    game ? h('button.quiet', { 'aria-label': `Board of turn ${t.turn}`, onclick: () => go(t) }, String(t.turn)) : String(t.turn),
    `${count(t.before_sense.boards)}${t.before_sense.deferred ? ' +' : ''}`, count(t.after_sense.boards), t.before_sense.truth === 'held' ? number(t.before_sense.truth_bits, 1) : t.before_sense.truth, t.recorded.sense, t.best_window || '',
    t.recorded.request || '', t.recorded.taken && t.recorded.taken !== t.recorded.request ? t.recorded.taken : '', t.best_request || '', t.recorded.value_cp === undefined ? '' : pawns(t.recorded.value_cp), number(t.recorded.regret_cp),
    t.recorded.blunder && t.recorded.blunder !== 'none' ? t.recorded.blunder : '']);
  return [table(['Turn', 'boards', 'after', 'bits', 'sensed', 'best', 'requested', 'taken', 'best', 'worth', 'regret', 'blunder'], rows),
    player.left_out > 0 && h('p.soft', {}, `${player.left_out} more turns are left out: all boards waited unexpanded.`)];
}

function gameSection(players) {
  const white = players.find((p) => p.color === 'white');
  const black = players.find((p) => p.color === 'black');
  const one = players[0];
  const title = [disc('white'), ` ${white ? white.name : one.opponent} – ${black ? black.name : one.opponent} `, disc('black')];
  const plies = players.map((p) => p.plies).find(Boolean);
  const game = plies && replay(plies, 'The true board');
  if (game) game.end();
  return h('section.card', {}, h('h2', {}, title), h('p.soft.small', {}, `${one.game}; ${one.winner === 'draw' ? 'a draw' : `${one.winner} won`}${one.reason ? `, ${one.reason.toLowerCase().replaceAll('_', ' ')}` : ''}.`), h('div.report-game', {}, game && game.element, h('div', {}, charts(players, game))), players.map((player) => turnsOf(player, game)));
}

const games = new Map();
for (const player of report.players) games.set(player.number, [...(games.get(player.number) || []), player]);
page.append(h('h1', {}, page.dataset.title), h('section.card', {}, summary()), ...[...games.values()].map(gameSection));
// On paper nothing can be opened.
addEventListener('beforeprint', () => { for (const details of document.querySelectorAll('details')) details.open = true; });
