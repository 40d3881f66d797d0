// The room where recorded games are looked into, with what both players held possible.

import { h, fill, square, squareName, fenPieces, count, plural, pawns, percent, disc, PIECE_NAMES, TYPES, miniBoard } from './lib.js';
import { Board, plainCells, beliefCells } from './board.js';
import { chart, markKey } from './chart.js';
import { get, getReady, post, follow } from './api.js';
import { stepper } from './steps.js';
import { legend } from './legend.js';

const kStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const BLUNDERS = { belief: ['diamond', 'right on the boards held, wrong on the true one'], sample: ['triangle', 'right on the boards looked at'],
  decision: ['square', 'wrongly decided'], unclassified: ['square', 'not explained'] };
const kLayers = [['pieces', 'Held possible'], ['truth', 'Truth'], ['threat', 'Attacks on the king'], ['windows', 'Windows'],
  ...[...TYPES].map((type) => [type, `${PIECE_NAMES[type][0].toUpperCase()}${PIECE_NAMES[type].slice(1)}s`])];

export function lookRoom(main, path, app) {
  return path[0] ? viewer(main, path, app) : chooser(main, app);
}

function chooser(main, app) {
  const failure = h('p.failure', { role: 'alert', id: 'look-failure' });
  const input = h('input', { type: 'file', accept: '.json,application/json', id: 'file' });
  const zone = h('div.drop', { id: 'drop' }, h('p', {}, 'Drop a recorded game here (GameHistory JSON of reconchess or of this project),'), h('p', {}, h('label', {}, 'or choose a file: ', input)));
  const list = h('div.card');
  fill(main, h('h1', {}, 'Look into a game'), zone, failure, list);

  async function openText(read) {
    failure.textContent = '';
    try { location.hash = `#look/${(await post('/api/look', await read())).id}`; } catch (error) { failure.textContent = error.message; }
  }
  const openFile = (file) => openText(() => {
    if (file.size > 2 * 1024 * 1024) throw new Error('This file is too long for a recorded game.');
    return file.text();
  });
  input.addEventListener('change', () => input.files[0] && openFile(input.files[0]));
  zone.addEventListener('dragover', (event) => { event.preventDefault(); zone.classList.add('over'); });
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    const file = event.dataTransfer.files[0];
    if (file) openFile(file);
  });
  get('/api/look').then((files) => {
    if (files.length === 0) { fill(list, h('p.soft', {}, 'Started with --games FOLDER, the server offers the games of that folder here.')); return; }
    const shown = h('div.row');
    const search = h('input', { type: 'text', 'aria-label': 'Search', placeholder: 'Search', oninput: () => show() });
    const show = () => fill(shown, files.map((name, i) => [name, i]).filter(([name]) => name.includes(search.value)).slice(0, 60).map(([name, i]) =>
      h('button', { onclick: async () => { try { location.hash = `#look/${(await post(`/api/look/file/${i}`)).id}`; } catch (error) { failure.textContent = error.message; } } }, name)));
    fill(list, h('div.row.spread', {}, h('h2', {}, plural(files.length, 'recorded game')), search), shown);
    show();
  }).catch((error) => { failure.textContent = error.message; });
  app.keys({ Tab: 'to the file button' });
  return { stop() {} };
}

function viewer(main, path, app) {
  const id = path[0];
  let look = null;
  let steps = null;
  let now = null;           // the step that is shown
  let viewSide = path[1] === 'black' ? 'black' : 'white';
  let followsMover = path[1] === undefined;
  let layer = 'pieces';
  let picked = null;        // index of a likely board that is shown alone
  let belief = null;
  let beliefAt = '';
  const cache = new Map();
  const answers = new Map();

  const board = new Board('The board', { press: () => {}, hover: (n) => tellSquare(n) });
  const title = h('div');
  const progress = h('div', { id: 'progress', role: 'status' });
  const sides = h('div.tabs', { role: 'group', 'aria-label': 'Whose view' });
  const layers = h('div.tabs', { role: 'group', 'aria-label': 'What the board shows' });
  const stepPlace = h('div');
  const numbers = h('div', { id: 'numbers' });
  const legendPlace = h('div');
  const squareText = h('p.small.soft', { id: 'square-text' });
  const windows = h('div.card');
  const requests = h('div.card');
  const likely = h('div.card');
  const charts = h('div.card');
  fill(main, h('div.table.look', {}, h('div', {}, board.element, stepPlace), h('div.side', {}, h('div.card', {}, title, progress, h('div.row', {}, sides), layers, legendPlace, numbers, squareText), windows, requests),
    h('div.below', {}, likely, charts)));

  const source = follow(`/api/look/${id}/events`, (next) => {
    const first = !look;
    look = next;
    if (first) beginSteps();
    showProgress();
    showCharts();
    if (now) showTurn();
  }, () => fill(main, h('div.card', {}, h('p', {}, 'This game is not here any more. Please open it again.'), h('a', { href: '#look' }, 'Open a game'))));

  function beginSteps() {
    const ends = { KING_CAPTURE: 'by the king', TIMEOUT: 'on time', RESIGN: 'given up', TURN_LIMIT: 'limit of turns', MOVE_LIMIT: 'limit of moves' };
    fill(title, h('h1', {}, disc('white'), ` ${look.white} – ${look.black} `, disc('black')), h('p.soft', {}, look.winner === 'draw' ? 'A draw' : `${look.winner === 'white' ? look.white : look.black} won`,
      ends[look.reason] ? `, ${ends[look.reason]}` : '', '. ', h('a', { href: `/api/look/${id}/record`, download: '' }, 'Save')));
    steps = stepper(look, { onStep: (view) => { now = view; picked = null; showTurn(); } });
    fill(stepPlace, steps.element);
    app.keys({ ...steps.keys, W: 'White’s view', B: 'Black’s view', M: 'the view of whoever moves', T: 'truth, and back', P: 'what is held possible', K: 'attacks on the king', O: 'windows', A: 'ask Lanternfish for its requests' });
    goTo(path);
  }

  function goTo(to) {
    const at = to[1] ? steps.find(to[1], Number(to[2]), to[3] || 'notice') : 0;
    if (to[1]) viewSide = to[1] === 'black' ? 'black' : 'white';
    steps.show(Math.max(0, at));
  }

  // Where the viewed side stands at the step that is shown: its own step, or the one after its last move.
  function reference() {
    const { step, index } = now;
    if (step.side === viewSide) return step;
    for (let i = index; i >= 0; --i) if (steps.steps[i].side === viewSide) return steps.steps[i];
    return null;
  }

  async function load(step) {
    const key = `${step.side}/${step.turn}/${step.step}`;
    if (!cache.has(key)) {
      const json = await getReady(`/api/look/${id}/${key}`);
      if (json) cache.set(key, json);
      return json;
    }
    return cache.get(key);
  }

  async function showTurn() {
    if (followsMover && now) viewSide = now.step.side;
    const wanted = reference();
    const key = wanted ? `${wanted.side}/${wanted.turn}/${wanted.step}` : 'start';
    const at = now;
    if (wanted && !cache.has(key)) {
      draw(null);
      try { if (!(await load(wanted))) return; } catch (error) { app.tell(error.message); return; }
      if (at !== now || reference() !== wanted) return;
    }
    belief = wanted ? cache.get(key) : null;
    beliefAt = key;
    draw(wanted);
    const link = `#look/${id}/${now.step.side}/${now.step.turn}/${now.step.step}`;
    if (location.hash !== link) history.replaceState(null, '', link);
    if (!cache.has(noticeKey())) load({ ...now.step, step: 'notice' }).then(() => at === now && showWindows()).catch(() => {});
    for (const step of steps.steps.slice(now.index + 1, now.index + 7)) load(step).catch(() => {});
  }

  function cells(wanted) {
    const truth = fenPieces(now.step.step === 'move' ? now.ply.after : now.ply.before);
    if (layer === 'truth') return plainCells(truth);
    if (picked !== null && belief && belief.likely) return plainCells(fenPieces(belief.likely[picked].fen));
    if (!wanted) return plainCells(fenPieces(kStart));
    const ply = look.plies[wanted.ply];
    const own = fenPieces(wanted.step === 'move' ? ply.after : ply.before);
    const list = beliefCells(own, belief, viewSide === 'white');
    if (!belief || !belief.pieces || layer === 'pieces') return list;
    const windowsNow = currentWindows();
    const best = Math.max(0.01, ...windowsNow.map((w) => w.gain));
    const gains = new Map(windowsNow.map((w) => [square(w.square), w.gain / best]));
    const heat = (n) => (layer === 'threat' ? belief.threat[n] : layer === 'windows' ? 1000 * (gains.get(n) || 0) : belief.pieces[TYPES.indexOf(layer)][n]) / 1000;
    return list.map((cell, n) => {
      const mine = cell.pieces && !cell.percent && own[n] && (own[n] === own[n].toUpperCase()) === (viewSide === 'white');
      const value = heat(n);
      if (layer === 'windows') return { ...cell, percent: gains.has(n) && !mine ? (value * best).toFixed(1) : '', heat: value, best: value === 1 };
      if (layer === 'threat') return { ...cell, percent: value > 0 ? percent(value * 1000) : '', heat: value };
      return { ...(mine ? cell : {}), heat: value, percent: value > 0 ? percent(value * 1000) : '', label: value > 0 ? `${percent(value * 1000)} percent` : '' };
    });
  }

  const noticeKey = () => `${now.step.side}/${now.step.turn}/notice`;
  const currentWindows = () => (cache.get(noticeKey()) || {}).windows || [];

  function draw(wanted) {
    board.flip(viewSide === 'black');
    const frames = [...now.frames];
    if (layer === 'windows' && currentWindows().length > 0)
      frames.push({ square: square(currentWindows().reduce((a, b) => (b.gain > a.gain ? b : a)).square), kind: 'best' });
    board.draw(cells(wanted), frames, now.arrows);
    showButtons();
    fill(legendPlace, legend(layer, Math.max(0, ...currentWindows().map((w) => w.gain))));
    showNumbers(wanted);
    showWindows();
    showRequests();
    showLikely();
    requestAnimationFrame(showCharts);
  }

  function showButtons() {
    const side = (name, text, key) => h('button', { 'aria-pressed': String(!followsMover && viewSide === name), onclick: () => { followsMover = false; viewSide = name; showTurn(); } }, text, ' ', h('kbd', {}, key));
    fill(sides, side('white', [disc('white'), ' White’s view'], 'W'), side('black', [disc('black'), ' Black’s view'], 'B'),
      h('button', { 'aria-pressed': String(followsMover), onclick: () => { followsMover = true; showTurn(); } }, 'Whoever moves ', h('kbd', {}, 'M')));
    fill(layers, kLayers.map(([key, name]) => h('button', { 'aria-pressed': String(layer === key), 'data-layer': key, onclick: () => { layer = key; picked = null; showTurn(); } }, name)));
  }

  function showNumbers(wanted) {
    const who = viewSide === 'white' ? 'White' : 'Black';
    if (!wanted) { fill(numbers, h('p', {}, `${who} knows the whole board.`)); return; }
    if (!belief) { fill(numbers, h('p.soft', {}, 'These boards are being counted …')); return; }
    const truth = belief.truth === 'held' ? `the true one has ${belief.truth_bits < 0.05 ? 'all the weight' : `a chance of 1 in ${count(2 ** belief.truth_bits)} (${belief.truth_bits.toFixed(1)} bits)`}` : belief.truth === 'deferred' ? 'the true one waits among those put off' : 'the true one was lost';
    const lines = [h('p', { id: 'boards', 'data-boards': belief.boards, 'data-bits': belief.truth_bits }, h('span.big.number', {}, count(belief.boards)), ` ${belief.boards === 1 ? 'board' : 'boards'}${belief.deferred ? `, and ${count(belief.deferred)} put off for want of room` : ''}; ${truth}.`)];
    if (belief.attacked !== undefined) lines.push(h('p.small', {}, `The chance that the king of ${who} is attacked: ${percent(belief.attacked)} %.`));
    const verdict = (look.verdicts[now.step.side] || [])[now.step.turn - 1];
    if (now.step.step === 'move' && verdict && verdict.value_cp !== undefined) {
      const kind = verdict.blunder && verdict.blunder !== 'none' ? BLUNDERS[verdict.blunder][1] : '';
      lines.push(h('p', { id: 'verdict', 'data-regret': verdict.regret_cp }, `On the true board ${now.ply.requested} is worth ${pawns(verdict.value_cp)}; the best request, ${verdict.best_request}, ${verdict.regret_cp < 1 ? 'no more' : `${(verdict.regret_cp / 100).toFixed(2)} more`}.`,
        kind && h('strong.failure', {}, ` A blunder: ${kind}.`)));
    }
    fill(numbers, lines);
  }

  function tellSquare(n) {
    if (n === null || !belief || !belief.pieces) { squareText.textContent = ''; return; }
    const may = belief.pieces.map((list, type) => [list[n], PIECE_NAMES[TYPES[type]]]).filter(([p]) => p > 0).sort((a, b) => b[0] - a[0]);
    squareText.textContent = `${squareName(n)}: ${may.length === 0 ? 'nothing of the opponent’s' : may.map(([p, name]) => `${name} ${percent(p)} %`).join(', ')}`;
  }

  function showWindows() {
    const list = [...currentWindows()].sort((a, b) => a.expected - b.expected);
    if (list.length === 0) { fill(windows, h('h2', {}, 'Windows'), h('p.soft.small', {}, 'Shown when the boards before the sense are counted.')); return; }
    const sensed = list.find((w) => w.square === now.ply.sense);
    const shown = list.slice(0, 5);
    if (sensed && !shown.includes(sensed)) shown.push(sensed);
    const most = Math.max(...list.map((w) => w.gain), 0.01);
    fill(windows, h('h2', {}, 'What each window would tell'), h('div.scroll', {}, h('table', {}, h('thead', {}, h('tr', {}, ['Window', 'leaves', 'worst', 'here', 'bits'].map((x) => h('th', { scope: 'col' }, x)))),
      h('tbody', {}, shown.map((w) => h(w === sensed ? 'tr.here' : 'tr', {}, h('td', {}, w.square, w === sensed ? ' (sensed)' : ''), h('td', {}, count(w.expected)), h('td', {}, count(w.worst)), h('td', {}, count(w.here)),
        h('td', {}, bar(w.gain / most), ` ${w.gain.toFixed(1)}`)))))), h('p.soft.small', {}, 'Boards left on average, at worst, and on the true board; information in bits.'));
  }
  const bar = (share) => { const element = h('span.bar'); element.style.width = `${Math.round(28 * share)}px`; return element; };

  const called = (move) => (move === '0000' ? 'pass' : move);

  function showRequests() {
    const key = `${now.step.side}/${now.step.turn}`;
    const answer = answers.get(key);
    const head = h('div.row.spread', {}, h('h2', {}, 'Requests'), h('button', { id: 'ask', disabled: answer === 'waiting', onclick: ask }, answer === 'waiting' ? 'Lanternfish thinks …' : 'Ask Lanternfish ', h('kbd', {}, 'A')));
    if (!answer || answer === 'waiting') { fill(requests, head, h('p.soft.small', {}, 'Mean, worst and best score over the boards held, of the move that was requested and of the alternatives.')); return; }
    if (answer.problem) { fill(requests, head, h('p.failure', {}, answer.problem)); return; }
    fill(requests, head, h('div.scroll', {}, h('table', {}, h('thead', {}, h('tr', {}, ['Request', 'mean', 'worst', 'best', 'done', 'fails on'].map((x) => h('th', { scope: 'col' }, x)))),
      h('tbody', {}, answer.requests.map((r) => h(r.move === now.ply.requested ? 'tr.here' : 'tr', {}, h('td', { title: r.same.length ? `comes to the same: ${r.same.map(called).join(', ')}` : '' }, called(r.move), r.same.length ? h('span.soft', {}, r.same.includes('0000') ? ' = pass' : ` = ${r.same.length} more`) : ''), h('td', {}, pawns(r.mean)), h('td', {}, pawns(r.worst)), h('td', {}, pawns(r.best)), h('td', {}, `${percent(r.legal)} %`),
        h('td', {}, r.otherwise.length === 0 ? '' : r.otherwise.slice(0, 4).map((i) => h('button.quiet', { 'aria-label': `Show likely board ${i + 1}`, onclick: () => pick(i, 'sense') }, String(i + 1)))))))))
    , h('p.soft.small', {}, '“Done” is the chance that the request is carried out as asked; “fails on” names the likely boards after the sense on which it is not.'));
  }

  async function ask() {
    const { side, turn } = now.step;
    const key = `${side}/${turn}`;
    if (answers.get(key) === 'waiting' || (answers.get(key) && !answers.get(key).problem)) return;
    answers.set(key, 'waiting');
    showRequests();
    try {
      await load({ side, turn, step: 'sense' });
      let json = await post(`/api/look/${id}/${key}/requests`);
      for (let i = 0; i < 400 && json.waiting; ++i) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        json = (await getReady(`/api/look/${id}/${key}/requests`)) || { waiting: true };
      }
      answers.set(key, json.waiting ? { problem: 'There is no answer yet.' } : json);
    } catch (error) { answers.set(key, { problem: error.message }); }
    if (now) showRequests();
  }

  function pick(i, step) {
    const at = step ? steps.find(now.step.side, now.step.turn, step) : steps.at();
    if (at !== steps.at()) steps.show(at);
    viewSide = now.step.side;
    picked = i;
    layer = 'pieces';
    showTurn();
  }

  function showLikely() {
    if (!belief || !belief.likely) { fill(likely, h('h2', {}, 'Likeliest boards')); return; }
    const truth = (now.step.step === 'move' ? now.ply.after : now.ply.before).split(' ')[0];
    fill(likely, h('h2', {}, 'Likeliest boards'), h('div.minis', {}, belief.likely.map((entry, i) => h('button', { 'aria-pressed': String(picked === i), onclick: () => { picked = picked === i ? null : i; showTurn(); } },
      miniBoard(entry.fen, { flip: viewSide === 'black', label: `Likely board ${i + 1}` }), `${i + 1}: ${entry.ppm >= 1000 ? `${(entry.ppm / 10000).toFixed(1)} %` : '<0.1 %'}`, entry.fen.split(' ')[0] === truth ? ' = truth' : ''))));
  }

  function showProgress() {
    const { stage, done, all, problem } = look.progress;
    const words = { queued: 'Waiting for other games …', boards: `Counting boards: ${done} of ${all} steps`, judging: 'Boards are counted; requests are being judged …', failed: 'This game cannot be followed' }[stage] || '';
    progress.dataset.stage = stage;
    fill(progress, words && h('p.small.soft', {}, words), stage === 'boards' && h('progress', { max: all, value: done, 'aria-label': 'Boards counted' }), problem && h('p.failure', {}, problem));
  }

  let chartsKey = '';
  function showCharts() {
    const here = now ? now.step.turn - 1 : null;
    const key = `${look.progress.done} ${look.progress.stage} ${here} ${viewSide} ${JSON.stringify(look.verdicts).length}`;
    if (key === chartsKey) return;
    chartsKey = key;
    const turns = Math.max(look.counts.white.length, look.counts.black.length);
    const of = (side, step, i) => Array.from({ length: turns }, (_, t) => { const c = look.counts[side][t]; return c && c[step] ? c[step][i] : null; });
    const verdicts = (side) => Array.from({ length: turns }, (_, t) => { const v = look.verdicts[side][t]; return v && v.value_cp !== undefined ? v : null; });
    const clip = (cp) => Math.max(-10, Math.min(10, cp / 100));
    const press = (i) => { const at = steps.find(viewSide, i + 1, 'notice'); if (at >= 0) steps.show(at); };
    const pairs = (step, i, kind, text) => ['white', 'black'].map((side) => ({ name: [disc(side), ` ${text}`], kind: `${side}${kind}`, values: of(side, step, i) }));
    const marks = ['white', 'black'].flatMap((side) => verdicts(side).flatMap((v, t) => (v && v.blunder !== 'none'
      ? [{ at: t, value: clip(v.value_cp), shape: BLUNDERS[v.blunder][0], text: `${side} ${t + 1}: ${v.request}, ${BLUNDERS[v.blunder][1]}` }] : [])));
    fill(charts, chart({ title: 'Boards held before and after the sense, by turn', log: true, turns, here, press, series: [...pairs('notice', 0, '', 'before'), ...pairs('sense', 0, ' thin', 'after')] }),
      chart({ title: 'Bits on the true board, by turn', turns, here, press, series: [...pairs('notice', 2, '', 'before'), ...pairs('sense', 2, ' thin', 'after')] }),
      marks.length + verdicts('white').filter(Boolean).length > 0 && chart({ title: 'Worth of each request on the true board, pawns, for whoever moves', turns, here, press, min: -10, max: 10,
        series: ['white', 'black'].map((side) => ({ name: [disc(side), side === 'white' ? ' White' : ' Black'], kind: side, values: verdicts(side).map((v) => (v ? clip(v.value_cp) : null)) })), marks,
        keys: [markKey('diamond', 'blunder of belief'), markKey('triangle', 'of sample'), markKey('square', 'of decision')] }));
  }

  function key(event) {
    if (!steps) return false;
    if (steps.key(event)) return true;
    const k = event.key.toLowerCase();
    if (k === 'w' || k === 'b') { followsMover = false; viewSide = k === 'w' ? 'white' : 'black'; }
    else if (k === 'm') followsMover = true;
    else if (k === 't') layer = layer === 'truth' ? 'pieces' : 'truth';
    else if (k === 'p') layer = 'pieces';
    else if (k === 'k') layer = 'threat';
    else if (k === 'o') layer = 'windows';
    else if (k === 'a') { ask(); return true; }
    else return false;
    picked = null;
    showTurn();
    return true;
  }
  return { key, stop() { source.stop(); if (steps) steps.stop(); }, beliefAt: () => beliefAt,
    moved(to) { if (to[0] !== id || !steps) return false; goTo(to); return true; } };
}
