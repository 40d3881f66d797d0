// The report of lanternfish-arena report --html.

import { h, count } from './lib.js';
import { chart } from './chart.js';
import { replayDetails } from './report_replay.js';
import { tally, standingsTable, crossTable, scoreOver, REASONS } from './tables.js';

const report = JSON.parse(document.querySelector('#data').textContent);
const page = document.querySelector('#report');
const names = report.standings.players.map((player) => player.name);
const card = (title, ...content) => h('section.card', {}, h('h2', {}, title), ...content);
const digits = (value, n = 0) => (value === null || value === undefined ? '–' : value.toFixed(n));

function table(head, rows, id) {
  return h('div.scroll', {}, h('table', { id }, h('thead', {}, h('tr', {}, head.map((x) => h('th', { scope: 'col' }, x)))), h('tbody', {}, rows.map((row) => h('tr', {}, row.map((x) => h('td', {}, x)))))));
}

const result = tally(names, report.games);
const kKinds = 8;  // lines that can be told apart on one chart
const over = scoreOver(report.games, names[0]);
const byTurn = (key, title, log) => {
  const shown = report.by_turn.filter((player) => player[key].some((v) => v !== null)).slice(0, kKinds);
  const turns = Math.max(0, ...shown.map((player) => player[key].length));
  return turns > 1 && chart({ title, log, turns, series: shown.map((player, i) => ({ name: player.name, kind: `series s${i}`, values: [...player[key], ...Array(turns - player[key].length).fill(null)] })) });
};
const ladder = report.standings.ladder;
const share = (part) => `${(100 * part).toFixed(1)} %`;

// Where the nodes stand among the rungs, which the chart draws at equal distances.
function placeOf(nodes) {
  const rungs = ladder.rungs.map((rung) => rung.nodes);
  const next = rungs.findIndex((rung) => rung >= nodes - 1e-6);
  return next <= 0 ? 0 : next - 1 + Math.log(nodes / rungs[next - 1]) / Math.log(rungs[next] / rungs[next - 1]);
}
function ladderCard() {
  const said = (crossing) => Object.entries(crossing).map(([place, nodes]) => (place === 'at' ? '' : `${place} `) + Math.round(nodes).toLocaleString('en'))[0];
  const values = (key) => ladder.rungs.map((rung) => (rung.score === null ? null : 100 * rung[key]));
  const band = { low: values('low'), high: values('high') };
  const marks = ladder.half && ladder.half.at ? [{ at: placeOf(ladder.half.at), value: 50, text: `${said(ladder.half)} nodes` }] : [];
  return card('The ladder of sight',
    h('p', {}, `Against a chess engine that sees the true board. `, ladder.half ? h('b', {}, `One half ${ladder.half.at ? 'at ' : ''}${said(ladder.half)} nodes a move`) : 'No games yet', ladder.half ? ` (by the ends of the intervals: ${said(ladder.half_low)} to ${said(ladder.half_high)}).` : '.'),
    chart({ title: `Score of ${names[0]}, %, by the chess engine's nodes a move, with the 95 % interval`, turns: ladder.rungs.length, labels: ladder.rungs.map((rung) => rung.nodes.toLocaleString('en')), min: 0, max: 100, series: [{ name: names[0], kind: 'white', values: values('score') }], bands: band.low.includes(null) ? [] : [band], marks }),
    table(['Nodes a move', 'games', 'score', '95 %', 'won / drawn / lost'], ladder.rungs.map((rung) => [rung.nodes.toLocaleString('en'), String(rung.wdl.reduce((a, b) => a + b)), rung.score === null ? '–' : share(rung.score), `${share(rung.low)} to ${share(rung.high)}`, rung.wdl.join(' / ')]), 'ladder'));
}
const resultOf = (game) => (game.winner === 'draw' ? '½–½' : game.winner === 'white' ? '1–0' : '0–1');
const replays = new Map(report.games.filter((game) => game.plies).map((game) => [game.game, replayDetails(game.plies, `Game ${game.game}`,
  `Game ${game.game}: ${game.white} – ${game.black}, ${resultOf(game)}`)]));
// A game that the report holds is shown in it; the record lies beside the report.
function gameLink(game) {
  const record = h('a', { href: encodeURI(`${report.folder}/${game.file.split('/').pop()}`), download: '', 'aria-label': `Record of game ${game.game}` }, '⤓');
  const shown = replays.get(game.game);
  return [shown ? h('button.quiet.link', { onclick: () => { const last = game.plies[game.plies.length - 1]; shown.show(last.side, last.turn); } }, String(game.game)) : String(game.game), ' ', record];
}
const faults = Object.keys(REASONS).filter((ending) => ending !== 'rules');

page.append(...[h('h1', {}, page.dataset.title), h('p.soft', {}, `${report.header.tournament}, ${report.standings.games} games, clock ${report.header.time}, seed ${report.header.seed}.`),
  ladder && ladderCard(),
  card('Standings', standingsTable(result)),
  report.unable.length > 0 && card('Cannot play', h('ul', { id: 'unable' }, report.unable.map(([name, why]) => h('li', {}, h('b', {}, name), `: ${why}`)))),
  card('Ratings', table(['Player', 'Elo', '± 95 %', 'as White', 'as Black'], [...report.standings.players].sort((a, b) => b.elo - a.elo).map((p) => [p.name, digits(p.elo), digits(p.error), p.white_wdl.join(' / '), p.black_wdl.join(' / ')]), 'ratings'),
    h('p.soft.small', {}, 'Won / drawn / lost. Bradley-Terry ratings with mean 0.')),
  card('Crosstable', crossTable(result)),
  over.values.length > 1 && card('Score over the games', chart({ title: `Score of ${names[0]}, %, with the 95 % interval`, turns: over.values.length, min: 0, max: 100, series: [{ name: names[0], kind: 'white', values: over.values }], bands: [over] })),
  card('How the games ended', table(['Reason', 'games'], Object.entries(report.standings.reasons).map(([reason, n]) => [reason.toLowerCase().replaceAll('_', ' '), String(n)]), 'reasons'),
    table(['Lost by its own fault', ...faults.map((f) => REASONS[f])], report.standings.players.map((p) => [p.name, ...faults.map((f) => String(p.lost_by[f] || 0))]))),
  card('Boards and times', table(['Player', 'turns', 'mean boards', 'most boards', 'truth lost', 'errors', 'restarts'], report.standings.players.map((p) => [p.name, String(p.turns), count(p.mean_boards_before_sense), count(p.most_boards), p.probes ? `${p.lost_truth} of ${p.probes}` : '–', String(p.errors), String(p.restarts)])),
    byTurn('boards', 'Boards held before the sense, median over games, by turn', true), byTurn('seconds', 'Seconds for sense and request, median over games, by turn', false)),
  card('Games', table(['Game', 'White', 'Black', 'result', 'by', 'turns', 'most boards', 'seconds'], report.games.map((game) => [gameLink(game), game.white, game.black, resultOf(game),
    game.ending === 'rules' ? game.reason.toLowerCase().replaceAll('_', ' ') : `${game.ending}${game.fault ? `: ${game.fault}` : ''}`, String(game.white_side.turns), `${count(game.white_side.most_boards)} / ${count(game.black_side.most_boards)}`, digits(game.seconds, 1)]), 'games')),
  replays.size > 0 && card('Replays', [...replays.values()].map((shown) => shown.element))].filter(Boolean));
