// Charts: lines over turns, on a plain or a logarithmic scale, with marks, keys and a place to click on each turn.

import { h, s, count } from './lib.js';

const kWidth = 640;

// settings: {title, height, log, turns: number of places, series: [{name, kind: classes, values: [number or null]}],
// bands: [{low: [], high: []}], marks: [{at, value, text}], here: place or null, press(place), unit, min, max}.
export function chart(settings) {
  const height = settings.height || 170;
  const [left, right, top, bottom] = [44, 8, 8, 20];
  const values = [...settings.series.flatMap((line) => line.values), ...(settings.bands || []).flatMap((b) => [...b.low, ...b.high])]
    .filter((v) => v !== null && v !== undefined);
  const scale = (v) => (settings.log ? Math.log10(Math.max(1, v)) : v);
  const low = settings.min !== undefined ? scale(settings.min) : values.reduce((least, v) => Math.min(least, scale(v)), 0);
  const high = values.reduce((most, v) => Math.max(most, scale(v)), Math.max(settings.max !== undefined ? scale(settings.max) : low + 1, low + 1e-9));
  const x = (i) => left + ((kWidth - left - right) * (i + 0.5)) / Math.max(1, settings.turns);
  const y = (v) => top + (height - top - bottom) * (1 - (scale(v) - low) / (high - low));
  const picture = s('svg.chart', { viewBox: `0 0 ${kWidth} ${height}`, role: 'img', 'aria-label': settings.title });

  for (const tick of ticks(low, high, settings.log)) {
    picture.append(s('line.grid', { x1: left, x2: kWidth - right, y1: y(tick), y2: y(tick) }),
      s('text', { x: left - 5, y: y(tick) + 4, 'text-anchor': 'end' }, count(tick)));
  }
  const step = Math.max(1, Math.ceil(settings.turns / (settings.labels ? 6 : 12)));
  for (let i = 0; i < settings.turns; i += step)
    picture.append(s('text', { x: x(i), y: height - 5, 'text-anchor': 'middle' }, String(settings.labels ? settings.labels[i] : i + 1)));
  for (const band of settings.bands || []) {
    const edge = (list) => list.flatMap((v, i) => (v === null || v === undefined ? [] : [`${x(i)},${y(v)}`]));
    const points = edge(band.high).concat(edge(band.low).reverse());
    picture.append(s('polygon.band', { points: points.join(' ') }));
  }
  for (const line of settings.series) {
    let path = '';
    let drawing = false;
    line.values.forEach((v, i) => {
      if (v === null || v === undefined) { drawing = false; return; }
      const there = (at) => line.values[at] !== null && line.values[at] !== undefined;
      const alone = !there(i - 1) && !there(i + 1);  // a dash, where no line is
      path += alone ? `M${(x(i) - 4).toFixed(1)} ${y(v).toFixed(1)}h8` : `${drawing ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
      drawing = true;
    });
    picture.append(s(`path.${line.kind.split(' ').join('.')}`, { d: path }));
  }
  for (const mark of settings.marks || [])
    picture.append(s('path.mark', { d: markShape(mark.shape, x(mark.at), y(mark.value)) }, s('title', {}, mark.text)));
  if (settings.here !== undefined && settings.here !== null)
    picture.append(s('line.here', { x1: x(settings.here), x2: x(settings.here), y1: top, y2: height - bottom }));
  if (settings.press) {
    const width = (kWidth - left - right) / Math.max(1, settings.turns);
    for (let i = 0; i < settings.turns; ++i)
      picture.append(s('rect.hit', { x: x(i) - width / 2, y: top, width, height: height - top - bottom, onclick: () => settings.press(i) }));
  }
  return h('figure', {}, h('h3', {}, settings.title), h('div.scroll', {}, picture), h('figcaption', {}, settings.series.map((line) =>
    h('span.key', {}, s('svg', { viewBox: '0 0 26 10', 'aria-hidden': 'true' }, s(`path.${line.kind.split(' ').join('.')}`, { d: 'M0 5H26' })), line.name)),
    ...(settings.keys || [])));
}

// Shapes tell kinds apart where colours cannot.
export function markShape(shape, x, y) {
  if (shape === 'square') return `M${x - 4.5} ${y - 4.5}h9v9h-9Z`;
  if (shape === 'triangle') return `M${x} ${y - 6}l5.5 10h-11Z`;
  return `M${x} ${y - 6}l6 6l-6 6l-6 -6Z`;
}
export const markKey = (shape, name) =>
  h('span.key', {}, s('svg', { viewBox: '0 0 26 10', 'aria-hidden': 'true' }, s('path.mark', { d: markShape(shape, 13, 5) })), name);

function ticks(low, high, log) {
  if (log) return Array.from({ length: Math.floor(high + 1e-9) + 1 }, (_, i) => 10 ** i).filter((t) => Math.log10(t) >= low - 1e-9);
  const rough = (high - low) / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((f) => f * unit).find((f) => f >= rough);
  const list = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + 1e-9; tick += step) list.push(Math.abs(tick) < step / 1e6 ? 0 : Number(tick.toPrecision(12)));
  return list;
}
