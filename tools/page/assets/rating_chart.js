// What a player's versions were rated, game after game, with the 95 % interval; and the same as a table.

import { h } from './lib.js';
import { chart } from './chart.js';

const kVersions = 8;  // the newest; as many as there are kinds of lines
const kDay = 24 * 3600 * 1000;  // ms
const moment = (ms) => new Date(ms).toISOString();
const elo = (value) => `${value < -0.5 ? '−' : ''}${Math.round(Math.abs(value))}`;

// `ratings`: [{version, games, rating, error, at_ms}] in the order of time.
export function ratingChart(ratings) {
  const versions = [...new Set(ratings.map((point) => point.version))].sort((a, b) => a - b).slice(-kVersions);
  const points = ratings.filter((point) => versions.includes(point.version));
  const of = (version, f) => points.map((point) => (point.version === version ? f(point) : null));
  const days = points[points.length - 1].at_ms - points[0].at_ms > kDay;
  const label = (ms) => (days ? moment(ms).slice(5, 10) : moment(ms).slice(11, 16));
  const values = points.flatMap((point) => [point.rating - point.error, point.rating + point.error]);
  const heads = ['Version', 'Ranked games', 'Rating', '±', 'Date, UTC'];
  const row = (point) => [String(point.version), String(point.games), elo(point.rating), String(Math.round(point.error)), moment(point.at_ms).slice(0, 16).replace('T', ' ')];
  return [h('h2', {}, 'Rating over time'),
    chart({ title: `Elo with the 95 % interval, after each ranked game, by ${days ? 'day' : 'time'} (UTC)`, turns: points.length, labels: points.map((point) => label(point.at_ms)),
      min: values.reduce((a, b) => Math.min(a, b)), max: values.reduce((a, b) => Math.max(a, b)),
      series: versions.map((version, i) => ({ name: `version ${version}`, kind: `series s${i}`, values: of(version, (point) => point.rating) })),
      bands: versions.map((version) => ({ low: of(version, (point) => point.rating - point.error), high: of(version, (point) => point.rating + point.error) })) }),
    h('details', { id: 'ratings-table' }, h('summary.small', {}, 'The same as a table'), h('div.scroll', {}, h('table', {},
      h('thead', {}, h('tr', {}, heads.map((title) => h('th', { scope: 'col' }, title)))),
      h('tbody', {}, [...points].reverse().map((point) => h('tr', {}, row(point).map((text) => h('td', {}, text)))))))) ];
}
