// The room where recorded games are looked into, with what both players held possible.

import { h, fill, square, squareName, fenPieces, count, pawns, percent, disc, isWhite, PIECE_NAMES, TYPES, miniBoard } from './lib.js';
import { Board, plainCells, beliefCells } from './board.js';
import { getReady, follow, post } from './api.js';
import { stepper } from './steps.js';
import { legend } from './legend.js';
import { reasonText } from './games_table.js';
import { lookFiles } from './look_files.js';
import { lookCharts, BLUNDERS } from './look_charts.js';
import { questions, requestsCard } from './look_requests.js';
import { windowsCard } from './look_windows.js';
import { turnList } from './turn_list.js';
import { mistakes } from './mistakes.js';
import { takeAway } from './share.js';
import { hand } from './hand.js';
import { lineAddress, lineOf } from './line.js';

const kLayers = [['pieces', 'Held possible'], ['truth', 'Truth'], ['threat', 'Attacks on the king'], ['windows', 'Windows'],
  ...[...TYPES].map((type) => [type, `${PIECE_NAMES[type][0].toUpperCase()}${PIECE_NAMES[type].slice(1)}s`])];

// #look/NAME: a server has no files to choose from.
export async function lookRoom(main, path, app) {
  if (path[0]) return viewer(main, path, app);
  return app.hello.server ? (await import('./play.js')).playRoom(main, ['finished'], app) : lookFiles(main, app);
}

// #game/NUMBER: a finished game of a server, which is looked at anew where nobody has done so of late.
export async function gameOfServer(main, path, app) {
  const { id } = await post(`/api/show/${Number(path[0]) || 0}`);
  return viewer(main, [id, ...path.slice(1)], app, null, path[0]);
}

// `line`: what was put up on the analysis board; turns by hand go on from it. `game`: the number of a server's game.
export function viewer(main, path, app, line = null, game = null) {
  let id = path[0];
  let look = null;
  let steps = null;
  let now = null;           // the step that is shown
  let viewSide = path[1] === 'black' ? 'black' : 'white';
  let followsMover = path[1] === undefined;
  let layer = 'pieces';
  let picked = null;        // index of a likely board that is shown alone
  let belief = null;        // of the viewed side; null: it is not here yet, or `problem` says why it will not come
  let problem = '';
  let hovered = null;       // the square under the pointer
  let pointed = [];         // arrows of a request that is pointed at
  let lesson = null;        // the mistakes that are asked again
  let chosen = null;        // the square of a piece chosen there
  let turns = null;
  let cache = new Map();    // of this name: what was fetched, by side, turn and step
  let away = null;
  let asked = null;
  let stopped = false;
  let putting = 0;          // lines that were put up, or tried
  let held = false;         // a press on the charts
  const hands = line && line.plies ? hand({ id: () => id, now: () => now, line: () => line, play: (plies, at) => putUp({ start: line.start, plies }, at), changed: () => showTurn(), next: () => steps.go(steps.at() + 1), tell: (text) => app.tell(text) }) : null;

  const board = new Board('The board', { press: (n) => (lesson ? lesson.press(n) : hands && hands.press(n)), hover: (n) => { hovered = n; tellSquare(); previewSense(n); },
    ...(hands && { drag: hands.drag, canDrag: hands.canDrag }) });
  const title = h('div');
  const progress = h('div', { id: 'progress', role: 'status' });
  const view = (name, text, key) => h('button', { 'data-view': name, onclick: () => { followsMover = name === 'mover'; if (!followsMover) viewSide = name; showTurn(); } }, text, ' ', h('kbd', {}, key));
  const sides = h('div.tabs', { role: 'group', 'aria-label': 'Whose view' }, view('white', [disc('white'), ' White’s view'], 'W'), view('black', [disc('black'), ' Black’s view'], 'B'), view('mover', 'Whoever moves', 'M'));
  const layers = h('div.tabs', { role: 'group', 'aria-label': 'What the board shows' }, kLayers.map(([key, name]) => h('button', { 'data-layer': key, onclick: () => { layer = key; picked = null; showTurn(); } }, name)));
  const stepPlace = h('div');
  const turnsPlace = h('div');
  const mistakesPlace = h('div');
  const learn = h('button', { id: 'learn', disabled: true, onclick: beginMistakes }, 'Learn from your mistakes');
  const numbers = h('div', { id: 'numbers' });
  const legendPlace = h('div');
  const squareText = h('p.small.soft', { id: 'square-text' });
  const windows = h('div.card');
  const requests = h('div.card');
  const likely = h('div.card');
  const charts = h('div.card', { onpointerdown: holdCharts });
  fill(main, h('div.table.look', {}, h('div', {}, board.element, stepPlace), h('div.side', {}, mistakesPlace, hands && hands.element,
    h('div.card.about', {}, title, progress, h('div.row', {}, sides), layers, legendPlace, numbers, squareText), turnsPlace, windows, requests),
  h('div.below', {}, charts, likely)));

  let source = null;
  let chartsKey = '';
  open(id, path);

  // `to`: where to go, as in an address: [, side, turn, step].
  function open(name, to) {
    if (source) source.stop();
    id = name;
    cache = new Map();
    away = takeAway(id, { reports: !line, why, ...(game && { record: `/api/games/${game}/record` }) });
    asked = questions(id, () => now && showRequests(), why);
    let first = true;
    chartsKey = '';
    source = follow(`/api/look/${id}/events`, (next) => {
      look = next;
      if (first) beginSteps(to);
      first = false;
      shown();
    }, app, () => (line || game ? app.reload() : fill(main, h('div.card', {}, h('p', {}, 'This game is not here any more. Please open it again.'),
      app.hello.server ? h('a', { href: '#play/finished' }, 'Finished games') : h('a', { href: '#look' }, 'Open a game')))));
  }
  function shown() {
    showProgress();
    away.update(look);
    showCharts();
    // What is shown already stays as it is, but for the verdict: a hand may be about to press it.
    if (now && belief) showNumbers(reference());
    if (now) complete();
  }

  // Other turns by hand are put up, or the same ones or the same game again. Of two askings the last one counts, whichever is answered first.
  async function putUp(next, { side, turn, step }) {
    const mine = ++putting;
    try {
      const made = await (game ? post(`/api/show/${game}`) : post('/api/look/line', next));
      if (stopped || mine !== putting) return;
      if (lesson) endMistakes();
      line = next;
      open(made.id, [made.id, side, turn, step]);
    } catch (error) { if (!stopped) app.tell(error.message); }
  }

  // What was computed makes way for newer games and lines, and is lost when the server ends: then it is put up again.
  function lost(error) {
    if (error.status !== 404 || !(line || game)) return false;
    putUp(line, now.step);
    return true;
  }
  function why(error) { return lost(error) ? 'This is counted once more; please ask again in a moment.' : error.message; }

  function showTitle() {
    sides.classList.toggle('hidden', look.kind === 'private');
    if (look.kind === 'private') for (const button of layers.querySelectorAll('[data-layer=truth]')) button.remove();
    const copy = h('button', { id: 'copy-link', onclick: copyLink }, 'Copy the link');
    if (line) {
      fill(title, h('h1', {}, 'Analysis board'), look.kind === 'private' && h('p.soft', {}, 'A private history: what one player was told, and no true board. Likely boards are below; one of them can be played on from.'),
        h('div.row', {}, copy, look.kind === 'hand' && away.elements, h('a', { href: '#board' }, 'Another position')));
      return;
    }
    const ended = look.winner === 'draw' ? 'A draw' : `${look.winner === 'white' ? look.white : look.black} won`;
    fill(title, h('h1', {}, disc('white'), ` ${look.white} – ${look.black} `, disc('black')), h('p.soft', {}, `${ended}, ${reasonText(look.reason)}.`),
      h('div.row', {}, learn, copy, !app.hello.server && h('button', { id: 'analyse', onclick: () => { location.hash = lineAddress(lineOf(look, now.step)); } }, 'Analyse from here'), away.elements));
  }

  function beginSteps(to) {
    showTitle();
    if (steps) steps.stop();
    turns = turnList(look, (ply) => steps.go(steps.find(look.plies[ply].side, look.plies[ply].turn, look.plies[ply].taken ? 'move' : 'sense')));
    fill(turnsPlace, turns.element);
    steps = stepper(look, { onStep: (view) => { now = view; picked = null; pointed = []; chosen = null; turns.mark(view.step.ply); if (hands) hands.follow(); showTurn(); if (hands && view.step.step === 'move' && view.arrows.length > 0) { const { from, to: there } = view.arrows[view.arrows.length - 1]; board.slide(from, there); } } });
    fill(stepPlace, steps.element);
    app.keys({ ...steps.keys, W: 'White’s view', B: 'Black’s view', M: 'the view of whoever moves', T: 'truth, and back', P: 'what is held possible', K: 'attacks on the king', O: 'windows', A: 'ask Lanternfish for its requests' });
    goTo(to);
  }

  // The last turn, where nothing was decided yet.
  function unasked() {
    const last = look.plies[look.plies.length - 1];
    return !last.taken && last.sense === 'none';
  }

  function goTo(to) {
    const at = to[1] ? steps.find(to[1], Number(to[2]), to[3] || 'notice') : line ? steps.steps.length - (unasked() ? 2 : 1) : 0;
    if (to[1]) viewSide = to[1] === 'black' ? 'black' : 'white';
    steps.go(Math.max(0, at));
  }

  // Where the viewed side stands at the step that is shown: its own step, or the one after its last move.
  function reference() {
    const { step, index } = now;
    if (step.side === viewSide) return step;
    for (let i = index; i >= 0; --i) if (steps.steps[i].side === viewSide) return steps.steps[i];
    return null;
  }

  const keyOf = (step) => `${step.side}/${step.turn}/${step.step}`;

  // Null: not counted yet.
  async function load(step) {
    const [key, kept] = [keyOf(step), cache];
    if (!kept.has(key)) {
      const json = await getReady(`/api/look/${id}/${key}`);
      if (json) kept.set(key, json);
      return json;
    }
    return kept.get(key);
  }

  function showTurn() {
    if (stopped || !now) return;
    if (followsMover) viewSide = now.step.side;
    const wanted = reference();
    belief = (wanted && cache.get(keyOf(wanted))) || null;
    problem = '';
    draw(wanted);
    const link = line ? lineAddress(line) : `${game ? `#game/${game}` : `#look/${id}`}/${keyOf(now.step)}`;
    // Unless another room was asked for, and this one is about to be left.
    if (location.hash !== link && location.hash.split('/')[0] === link.split('/')[0]) history.replaceState(null, '', link);
    complete();
  }

  // Fetches what the step that is shown still misses, and what the next ones will need.
  async function complete() {
    const [at, wanted, kept] = [now, reference(), cache];
    const left = () => stopped || at !== now || kept !== cache || wanted !== reference();
    if (wanted && !belief) {
      try {
        const json = await load(wanted);
        if (!json || left() || belief) return;
        belief = json;
        draw(wanted);
      } catch (error) {
        if (left()) return;
        if (lost(error)) return;
        problem = error.message;
        showNumbers(wanted);
        return;
      }
    }
    if (!kept.has(noticeKey())) load({ ...at.step, step: 'notice' }).then((json) => json && !left() && (layer === 'windows' ? draw(wanted) : showWindows())).catch(() => {});
    for (const step of steps.steps.slice(at.index + 1, at.index + 7)) load(step).catch(() => {});
  }

  function cells(wanted) {
    const list = hands ? hands.mark(viewedCells(wanted)) : viewedCells(wanted);
    if (chosen !== null) list[chosen] = { ...list[chosen], chosen: true, label: 'chosen' };
    return list;
  }
  function viewedCells(wanted) {
    const truth = fenPieces(now.step.step === 'move' ? now.ply.after : now.ply.before);
    if (layer === 'truth') return plainCells(truth);
    if (picked !== null && belief && belief.likely) return plainCells(fenPieces(belief.likely[picked].fen));
    if (!wanted) return plainCells(fenPieces(look.plies[0].before));
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
    board.draw(cells(wanted), frames, lesson ? [] : now.arrows);
    showButtons();
    fill(legendPlace, legend(layer, Math.max(0, ...currentWindows().map((w) => w.gain))));
    showNumbers(wanted);
    tellSquare();
    showWindows();
    showRequests();
    showLikely();
    requestAnimationFrame(showCharts);
  }

  function showButtons() {
    for (const button of sides.children) button.setAttribute('aria-pressed', String(button.dataset.view === (followsMover ? 'mover' : viewSide)));
    for (const button of layers.children) button.setAttribute('aria-pressed', String(button.dataset.layer === layer));
  }

  function showNumbers(wanted) {
    const who = viewSide === 'white' ? 'White' : 'Black';
    if (!wanted) { fill(numbers, h('p', {}, `${who} knows the whole board.`)); return; }
    if (!belief) { fill(numbers, problem ? h('p.failure', { role: 'alert' }, problem) : look.progress.stage !== 'failed' && h('p.soft', {}, 'These boards are being counted …')); return; }
    const truth = belief.truth === undefined ? 'the true one is not known' : belief.truth === 'held' ? `the true one has ${belief.truth_bits < 0.05 ? 'all the weight' : `a chance of 1 in ${count(2 ** belief.truth_bits)} (${belief.truth_bits.toFixed(1)} bits)`}` : belief.truth === 'deferred' ? 'the true one waits among those put off' : 'the true one was lost';
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

  function tellSquare() {
    const n = hovered;
    if (n === null || !belief || !belief.pieces) { squareText.textContent = ''; return; }
    const may = belief.pieces.map((list, type) => [list[n], PIECE_NAMES[TYPES[type]]]).filter(([p]) => p > 0).sort((a, b) => b[0] - a[0]);
    squareText.textContent = `${squareName(n)}: ${may.length === 0 ? 'nothing of the opponent’s' : may.map(([p, name]) => `${name} ${percent(p)} %`).join(', ')}`;
  }

  function previewSense(n) {
    if (hands && now && now.step.step === 'notice') board.preview([...now.frames, ...(n === null ? [] : [{ square: n, kind: 'preview' }])]);
  }

  const showWindows = () => fill(windows, windowsCard(currentWindows(), now.ply.sense));

  function showRequests() {
    const { side, turn } = now.step;
    fill(requests, requestsCard(asked.of(side, turn), now.ply.requested, { ask, pick: (i) => pick(i, 'sense'),
      point(arrows) { pointed = arrows; board.point([...now.arrows, ...pointed]); } }));
  }
  async function ask() {
    const { side, turn } = now.step;
    await load({ side, turn, step: 'sense' }).catch(() => {});
    asked.ask(side, turn);
  }

  function pick(i, step) {
    const at = step ? steps.find(now.step.side, now.step.turn, step) : steps.at();
    if (at !== steps.at()) steps.go(at);
    viewSide = now.step.side;
    picked = i;
    layer = 'pieces';
    showTurn();
  }

  function showLikely() {
    if (!belief || !belief.likely) { fill(likely, h('h2', {}, 'Likeliest boards')); return; }
    const truth = look.kind === 'private' ? '' : (now.step.step === 'move' ? now.ply.after : now.ply.before).split(' ')[0];
    const playOn = line && h('button', { id: 'play-on', disabled: picked === null, onclick: () => { location.hash = lineAddress({ start: belief.likely[picked].fen, plies: [] }); } }, picked === null ? 'Choose a board to play on from' : `Play on from board ${picked + 1}`);
    fill(likely, h('h2', {}, 'Likeliest boards'), playOn, h('div.minis', {}, belief.likely.map((entry, i) => h('button', { 'aria-pressed': String(picked === i), onclick: () => { picked = picked === i ? null : i; showTurn(); } },
      miniBoard(entry.fen, { flip: viewSide === 'black', label: `Likely board ${i + 1}` }), `${i + 1}: ${entry.ppm >= 1000 ? `${(entry.ppm / 10000).toFixed(1)} %` : '<0.1 %'}`, entry.fen.split(' ')[0] === truth ? ' = truth' : ''))));
  }

  function showProgress() {
    const { stage, done, all, problem } = look.progress;
    const words = { queued: 'Waiting for other games …', boards: `Counting boards: ${done} of ${all} steps`, judging: 'Boards are counted; requests are being judged …', failed: 'This game cannot be followed' }[stage] || '';
    progress.dataset.stage = stage;
    fill(progress, words && h('p.small.soft', {}, words), stage === 'boards' && h('progress', { max: all, value: done, 'aria-label': 'Boards counted' }), problem && h('p.failure', {}, problem));
  }

  // What is pressed stays until it is let go.
  function holdCharts() {
    held = true;
    const letGo = () => setTimeout(() => { held = false; showCharts(); });
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, letGo, { once: true });
  }

  function showCharts() {
    if (held || stopped) return;
    const here = now ? now.step.turn - 1 : null;
    const key = `${look.progress.done} ${look.progress.stage} ${here} ${viewSide} ${JSON.stringify(look.verdicts).length}`;
    if (key === chartsKey) return;
    chartsKey = key;
    fill(charts, lookCharts(look, here, (turn) => { const at = steps.find(viewSide, turn + 1, 'notice'); if (at >= 0) steps.go(at); }));
    turns.judged(look.verdicts);
    learn.disabled = look.progress.stage !== 'done';
  }

  // The three turns of the viewed side that cost most, asked again.
  function beginMistakes() {
    followsMover = false;
    layer = 'pieces';
    lesson = mistakes(look, viewSide, {
      show: (side, turn) => steps.go(steps.find(side, turn, 'sense')),
      async ask(side, turn) { await load({ side, turn, step: 'sense' }).catch(() => {}); return asked.ask(side, turn); },
      own: () => fenPieces(now.ply.before).map((piece) => (piece && isWhite(piece) === (viewSide === 'white') ? piece : '')),
      point(arrows) { board.point(arrows); },
      chosen(n) { chosen = n; showTurn(); },
      done: endMistakes,
    });
    fill(mistakesPlace, lesson.element);
    main.classList.add('asking');
    lesson.begin();
    mistakesPlace.scrollIntoView({ block: 'nearest' });
  }

  function endMistakes() {
    lesson = null;
    chosen = null;
    fill(mistakesPlace);
    main.classList.remove('asking');
    showTurn();
  }

  async function copyLink() {
    const address = hands ? location.origin + location.pathname + lineAddress({ start: line.start, plies: lineOf(look, now.step).plies.slice(0, line.plies.length) }) : location.href;
    try { await navigator.clipboard.writeText(address); app.tell('The link to this position is copied.'); } catch { app.tell(address); }
  }

  function key(event) {
    if (!steps || lesson) return false;  // a question is about the turn that is shown
    if (steps.key(event)) return true;
    const k = event.key.toLowerCase();
    if (look.kind === 'private' && 'wbmt'.includes(k)) return false;
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
  return { key, stop() { stopped = true; source.stop(); if (steps) steps.stop(); },
    moved(to) {
      if (to[0] !== (game || id) || !steps) return false;
      if (lesson) endMistakes();
      goTo(to);
      return true;
    } };
}
