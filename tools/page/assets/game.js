// A person's game: the board, what was told, what can be answered.

import { h, fill, square, squareName, windowPieces, isWhite, count, plural, percent, disc, PIECE_NAMES, TYPES } from './lib.js';
import { Board } from './board.js';
import { post, follow } from './api.js';
import { legend } from './legend.js';
import { begin, wantsHelp } from './begin.js';
import { ending } from './ending.js';
import { sound, soundIsOn, switchSound } from './sound.js';
import { guesses } from './guesses.js';
import { question } from './questions.js';
import { takeAway } from './share.js';

const kReasons = { KING_CAPTURE: 'the king was captured', TIMEOUT: 'time ran out', RESIGN: 'the game was given up',
  TURN_LIMIT: 'the limit of turns was reached', MOVE_LIMIT: 'nothing happened for too long' };

// What the server tells while the opponent's engine starts has no more.
const kNothingYet = { phase: 'starting', turns: [], requests: [], seen: [] };
const kTitle = document.title;
const kLayers = [['pieces', 'What may stand where'], ['threat', 'Attacks on my king'], ['windows', 'What windows tell'], ['seen', 'Only what I saw']];
const kPlayed = 'lanternfish-played';
const kPause = 300;  // ms after a move in which a press is no sense: it was meant for the move

export function gameRoom(main, id, app) {
  let state = kNothingYet;
  let chosen = null;  // the square of the piece that is to move
  let hovered = null;
  let layer = 'pieces';
  let pending = false;
  let moved = -Infinity;  // when the last move was made here
  let arrived = performance.now();
  let overShown = false;
  let turned = false;       // the board, by the person
  let planned = null;       // the square to sense as soon as it is the moment
  let stopped = false;
  let heard = null;         // turns and events that were told and heard
  const firstGame = !localStorage.getItem(kPlayed);  // the pieces that can move are shown

  const board = new Board('Your board', {
    press, hover: (n) => { hovered = n; if (!overShown) board.preview(frames()); tellWindow(); },
    canDrag: (n) => state.phase === 'move' && targets(n).length > 0, drag: (from, to) => request(from, to) });
  const status = h('div.status', { role: 'status', 'aria-live': 'polite', id: 'status' }, app.hello.server ? 'Waiting for the opponent …' : 'The opponent is being started …');
  const clocks = { white: h('span.clock'), black: h('span.clock') };
  const turn = h('span.soft', { id: 'turn' });
  const windowText = h('p.small.soft', { id: 'window-text' });
  const pass = h('button', { id: 'pass', onclick: () => answerMove('0000') }, 'Pass ', h('kbd', {}, 'P'));
  const skip = h('button', { id: 'skip', onclick: () => answerSense('none') }, 'Sense nothing ', h('kbd', {}, 'N'));
  const resign = h('button', { id: 'resign', onclick: giveUp }, 'Resign ', h('kbd', {}, 'R'));
  const typed = h('input', { type: 'text', id: 'typed', size: 10, maxlength: 8, placeholder: 'e4 or e2e4', autocomplete: 'off', 'aria-label': 'Square to sense, or move such as e2e4' });
  const typing = h('form.row', { onsubmit: (event) => { event.preventDefault(); type(); } }, typed, h('button', { type: 'submit' }, 'Do'));
  const helpHead = h('div.row.spread');
  const layers = h('div.tabs', { role: 'group', 'aria-label': 'What the board shows' }, kLayers.map(([key, name], i) =>
    h('button', { 'data-layer': key, onclick: () => { layer = key; draw(); } }, name, ' ', h('kbd', {}, String(i + 1)))));
  const helpRest = h('div');
  const helpCard = h('div.card', { id: 'help-card' }, helpHead, layers, helpRest);
  const log = h('div.log', { id: 'log', tabindex: 0, 'aria-label': 'Turns so far' });
  const after = h('div.after');
  const guess = guesses(id, () => draw());
  const takeBack = h('button', { id: 'takeback', title: 'Play your last turn again; such a game does not count for your rating', onclick: () => answer('takeback', {}) }, 'Take back ', h('kbd', {}, 'T'));
  const flip = h('button.quiet', { id: 'flip', title: 'Turn the board round', onclick: () => { turned = !turned; draw(); } }, '⇅ ', h('kbd', {}, 'F'));
  const loud = h('button.quiet', { id: 'sound', onclick: () => { switchSound(); showSound(); } });
  const showSound = () => { fill(loud, soundIsOn() ? '♪ on ' : '♪ off ', h('kbd', {}, 'S')); loud.setAttribute('aria-pressed', String(soundIsOn())); loud.setAttribute('aria-label', `Sound is ${soundIsOn() ? 'on' : 'off'}`); };
  showSound();
  const callOff = h('button', { id: 'call-off', onclick: () => answer('resign', {}) }, 'Call it off');
  const controls = h('div.row', {}, callOff, pass, skip, takeBack, resign, flip, loud);
  const table = h('div.table', {}, board.element, h('div.side', {},
    h('div.card', {}, h('div.row.spread', {}, h('span', { id: 'names' }), turn), h('div.row.spread', {}, clocks.white, clocks.black), status, after, controls, typing, windowText),
    helpCard, guess.element, h('div.card', {}, h('h2', {}, 'Turns'), log)));
  fill(main, table);
  const inGame = [pass, skip, resign, typing, helpCard, guess.element];
  for (const element of [...inGame, takeBack, clocks.white, clocks.black, callOff]) element.classList.add('hidden');

  const asking = (phase) => state.phase === phase && !waiting();
  const waiting = () => pending || (state.phase === 'sense' && performance.now() < moved + kPause);
  const mine = (piece) => piece && isWhite(piece) === (state.color === 'white');
  const targets = (from) => state.requests.filter((r) => r !== '0000' && square(r) === from).map((r) => square(r.slice(2)));

  async function answer(what, body) {
    pending = true;
    chosen = null;
    try { await post(`/api/play/${id}/${what}`, body); } catch (error) { pending = false; app.tell(error.message); }
    draw();
  }
  const answerSense = (name) => { if (asking('sense')) answer('sense', { square: name }); };
  const answerMove = (move) => {
    if (!asking('move')) return;
    moved = performance.now();
    setTimeout(draw, kPause + 1);
    answer('move', { move });
  };

  function press(n, when) {
    if (guess.active() && !mine(state.own[n])) { guess.put(n, state.turn); return draw(); }
    if (state.phase === 'waiting' && state.turn > 0 && when > moved + kPause) {
      planned = planned === n ? null : n;
      return draw();
    }
    if (asking('sense')) return answerSense(squareName(n));
    if (!asking('move')) return undefined;
    if (chosen !== null && targets(chosen).includes(n)) return request(chosen, n);
    chosen = chosen !== n && mine(state.own[n]) && targets(n).length > 0 ? n : null;
    return draw();
  }

  function request(from, to) {
    if (!asking('move')) return;
    const wanted = state.requests.filter((r) => r.startsWith(squareName(from) + squareName(to)));
    if (wanted.length === 0) return;
    if (wanted.length === 1) { answerMove(wanted[0]); return; }
    question('Promote to', [...wanted.map((move) => [move, PIECE_NAMES[move[4]]]), ['', 'Take it back']]).then((move) => move && answerMove(move));
  }

  function type() {
    const text = typed.value.trim().toLowerCase();
    typed.value = '';
    if (text === 'pass') answerMove('0000');
    else if (text === 'none') answerSense('none');
    else if (/^[a-h][1-8]$/.test(text)) asking('sense') ? answerSense(text) : app.tell('It is not the moment to sense.');
    else if (/^[a-h][1-8][a-h][1-8][qrbn]?$/.test(text)) {
      if (!asking('move')) app.tell('It is not the moment to move.');
      else if (text.length === 4) request(square(text), square(text.slice(2)));
      else answerMove(text);
    } else app.tell(`“${text}” is no square and no move. Type e4 to sense, e2e4 to move, pass, or none.`);
  }

  async function giveUp() {
    if (state.phase !== 'over' && await question('Resign this game?', [['', 'Play on'], ['resign', 'Resign', true]])) answer('resign', {});
  }

  // A sense that was chosen while the opponent thought; a capture that was heard may have changed one's mind.
  function sensePlanned(now) {
    if (planned === null || state.phase !== 'sense') return;
    const n = planned;
    planned = null;
    if (now && now.captured && now.captured !== 'none') app.tell('You lost a piece: choose your window anew.');
    else if (state.phase === 'sense' && !pending) answer('sense', { square: squareName(n) });
  }

  // What came new: the own piece moves there, and it is heard.
  function tellNews() {
    const now = state.turns[state.turns.length - 1];
    const news = `${state.turns.length} ${now && now.taken ? 'moved' : ''} ${state.phase === 'over'}`;
    if (news === heard) return;
    const first = heard === null;
    heard = news;
    if (first) return;
    if (state.phase === 'over') { sound(state.winner === state.color ? 'won' : 'over'); return; }
    if (now && now.taken) {
      if (now.taken === '0000') { sound('failed'); return; }
      board.slide(square(now.taken), square(now.taken.slice(2)));
      sound(now.capture !== 'none' ? 'capture' : 'move');
    } else if (now) sound(now.captured && now.captured !== 'none' ? 'lost' : 'turn');
  }

  function frames() {
    const list = [];
    const now = state.turns[state.turns.length - 1];
    if (now && now.sense && now.sense !== 'none') list.push({ square: square(now.sense), kind: 'sensed' });
    if (planned !== null) list.push({ square: planned, kind: 'preview' });
    if (asking('sense') && hovered !== null) list.push({ square: hovered, kind: 'preview' });
    if (asking('sense') && layer === 'windows' && bestWindow()) list.push({ square: square(bestWindow().square), kind: 'best' });
    return list;
  }
  const windows = () => (state.help && state.help.windows) || [];
  const bestWindow = () => windows().reduce((best, w) => (!best || w.gain > best.gain ? w : best), null);

  function tellWindow() {
    const center = hovered !== null && asking('sense') ? windows().find((w) => square(w.square) === hovered) : null;
    windowText.textContent = center ? `Sensing ${center.square} would leave ${plural(center.expected, 'board')} on average, ${count(center.worst)} at worst.` : '';
  }

  function cells() {
    const age = new Map(state.seen.map(([name, piece, turns]) => [square(name), [piece, turns]]));
    const now = state.turns[state.turns.length - 1] || {};
    const before = state.turns[state.turns.length - 2] || {};
    const help = state.help && state.help.pieces ? state.help : null;
    const gains = new Map(windows().map((w) => [square(w.square), w.gain]));
    const best = Math.max(0.01, ...gains.values());
    const move = now.taken ? now : before;
    return state.own.map((piece, n) => {
      const cell = {};
      if (piece) cell.pieces = [{ piece, opacity: 1 }];
      else {
        const sight = age.get(n);
        cell.fog = sight ? Math.min(1, sight[1] * 0.22) : 1;
        if (help && layer === 'pieces') addGhosts(cell, help, n);
        else if (sight && sight[0]) cell.pieces = [{ piece: sight[0], opacity: Math.max(0.2, 1 - 0.14 * sight[1]) }];
        if (!cell.label) cell.label = sight ? (sight[1] === 0 ? 'just seen' : `seen ${plural(sight[1], 'turn')} ago`) : 'never seen';
      }
      const guessed = piece ? null : guess.on(n, state.turn);
      if (guessed) {
        cell.pieces = [guessed];
        cell.guess = true;
        cell.label = 'your guess';
        delete cell.percent;
      }
      if (help && layer === 'threat') {
        cell.heat = help.threat[n] / 1000;
        if (help.threat[n] > 0) { cell.percent = percent(help.threat[n]); cell.label = `${cell.percent} percent`; }
      }
      if (layer === 'windows' && gains.has(n)) {
        cell.heat = gains.get(n) / best;
        cell.fog = 0.2;
        cell.best = square(bestWindow().square) === n;
        if (!piece) { cell.percent = gains.get(n).toFixed(1); cell.label = `${cell.percent} bits`; }
      }
      if (move.taken && move.taken !== '0000' && (square(move.taken) === n || square(move.taken.slice(2)) === n)) cell.last = true;
      if (now.captured && now.captured !== 'none' && square(now.captured) === n) { cell.lost = true; cell.label = `your ${PIECE_NAMES[now.lost.toLowerCase()]} was captured here`; }
      if (firstGame && asking('move') && chosen === null && piece && targets(n).length > 0) cell.offer = true;
      if (chosen === n) { cell.chosen = true; cell.label = 'chosen'; }
      if (chosen !== null && targets(chosen).includes(n)) { cell.target = true; cell.label = `${cell.label || ''} may go here`; }
      return cell;
    });
  }

  function addGhosts(cell, help, n) {
    const may = help.pieces.map((list, type) => [list[n], TYPES[type]]).filter(([p]) => p > 0).sort((a, b) => b[0] - a[0]);
    const sum = may.reduce((total, [p]) => total + p, 0);
    if (sum === 0) { cell.fog = Math.min(cell.fog, 0.12); cell.label = 'surely empty'; return; }
    const shown = may[0][0] >= 0.7 * sum ? may.slice(0, 1) : may.filter(([p]) => p >= 0.08 * sum).slice(0, 4);
    cell.fog = Math.min(cell.fog, 0.35);
    cell.pieces = shown.map(([p, type]) => ({ piece: state.color === 'white' ? type : type.toUpperCase(), opacity: Math.round((0.12 + 0.88 * Math.min(1, p / 1000)) * 100) / 100 }));
    if (sum < 995) { cell.percent = sum < 10 ? '<1' : String(Math.round(sum / 10)); cell.label = `${cell.percent} percent`; }
  }

  function words() {
    if (state.failure) return state.failure;
    if (state.phase === 'over') return resultWords();
    if (state.phase === 'starting') return app.hello.server ? `Waiting for ${state.opponent || 'the opponent'} …` : 'The opponent is being started …';
    const now = state.turns[state.turns.length - 1];
    const notice = !now ? '' : now.captured === null ? 'The first move is yours.'
      : now.captured === 'none' ? 'The opponent has moved and captured nothing.' : `The opponent captured your ${PIECE_NAMES[now.lost.toLowerCase()]} on ${now.captured}.`;
    if (state.phase === 'sense') return `${notice} Choose a window to look at.`;
    if (state.phase === 'move') return `${notice} Now move.`;
    const plan = planned === null ? '' : ` You will look at ${squareName(planned)}.`;
    return `${now && now.words ? `${now.words} ` : ''}The opponent thinks …${plan}`;
  }

  function resultWords() {
    if (state.winner === 'none') return 'The game was left.';
    const why = kReasons[state.reason] || state.ending;
    const who = state.winner === 'draw' ? 'A draw' : state.winner === state.color ? 'You have won' : 'You have lost';
    return `${who}: ${why}.${state.fault && state.ending !== 'resigned' ? ` (${state.fault})` : ''}`;
  }

  function showClocks() {
    if (!state.clocks) return;
    for (const side of ['white', 'black']) {
      const left = state.own ? state.clocks[side] : null;
      clocks[side].classList.toggle('hidden', left === null);
      if (left === null) continue;
      const running = state.clocks.running === side;
      const ms = Math.max(0, left - (running ? performance.now() - arrived : 0));
      const seconds = Math.floor(ms / 1000);
      fill(clocks[side], disc(side), ` ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}${ms < 20000 ? `.${Math.floor(ms / 100) % 10}` : ''}`);
      clocks[side].classList.toggle('running', running);
      clocks[side].classList.toggle('low', ms < 20000);
    }
  }

  function showHelp() {
    helpCard.classList.toggle('hidden', state.help === undefined || state.phase === 'over');
    if (state.help === undefined) return;
    const help = state.help;
    fill(helpHead, h('h2', {}, 'Help'), h('span.soft', { id: 'boards', 'data-boards': help ? help.boards : '' },
      help && help.problem ? `no help: ${help.problem}` : help ? [h('span.big.number', {}, count(help.boards)), help.boards === 1 ? ' board' : ' boards', help.deferred ? ` and ${count(help.deferred)} put off` : '', state.help_current ? '' : ' …'] : 'counting …'));
    for (const button of layers.children) button.setAttribute('aria-pressed', String(layer === button.dataset.layer));
    fill(helpRest, help && help.attacked !== undefined && h('p.small', {}, `Your king can be captured on ${help.attacked === 0 ? 'none' : `${help.attacked < 10 ? 'less than 1' : Math.round(help.attacked / 10)} %`} of the boards, by weight.`),
      legend(layer, Math.max(0, ...windows().map((w) => w.gain))),
      layer === 'windows' && windows().length === 0 && h('p.small', {}, 'Windows are counted before a sense.'));
  }

  function showLog() {
    fill(log, h('ol', {}, state.turns.map((t) => h('li', {},
      t.captured && t.captured !== 'none' ? `lost the ${PIECE_NAMES[t.lost.toLowerCase()]} on ${t.captured}; ` : '',
      t.sense ? `sensed ${t.sense}${t.window ? ` (${sensedWords(t)})` : ''}; ` : '', t.words || ''))));
    log.scrollTop = log.scrollHeight;
  }
  function sensedWords(t) {
    const found = windowPieces(square(t.sense), t.window).filter(([, piece]) => piece && !mine(piece));
    return found.length === 0 ? 'nothing' : found.map(([n, piece]) => `${PIECE_NAMES[piece.toLowerCase()]} ${squareName(n)}`).join(', ');
  }

  function showEnd() {
    if (state.phase !== 'over' || overShown) return;
    overShown = true;
    localStorage.setItem(kPlayed, 'yes');
    for (const element of [controls, typing, guess.element]) element.classList.add('hidden');
    const wish = JSON.parse(sessionStorage.getItem(`lanternfish-wish-${id}`) || 'null');
    const away = state.game ? takeAway(state.game, app.hello.server ? { record: `/api/games/${id}/record` } : {}) : null;
    fill(after, h('div.row', {},
      wish && h('button.main', { id: 'rematch', onclick: () => begin({ ...wish, color: wish.color === 'white' ? 'black' : 'white' }).catch((e) => app.tell(e.message)) }, 'Rematch'),
      h('a', { href: '#play' }, 'New game'),
      !state.game && state.winner !== 'none' && !state.failure && h('a', { href: `/api/play/${id}/record`, download: '' }, 'Save the game'),
      state.game && h('a', { href: app.hello.server ? `#game/${id}` : `#look/${state.game}`, id: 'look-link' }, 'Look into both beliefs')), state.game && h('div.row', {}, away.elements));
    if (state.game) showTruth(state.game, away);
  }

  // Nothing hidden any more.
  function showTruth(gameId, away) {
    const source = follow(`/api/look/${gameId}/events`, (look) => {
      away.update(look);
      if (['done', 'failed'].includes(look.progress.stage)) source.stop();
      if (end) return;
      end = ending(board, look, state.color === 'black');
      after.prepend(end.element);
      app.keys(end.keys);
    }, app);
    follows.push(source);
  }
  let end = null;
  const follows = [];

  function draw() {
    // Before the game there is nothing to do but to leave it.
    for (const element of inGame) element.classList.toggle('hidden', !state.own || overShown);
    callOff.classList.toggle('hidden', !app.hello.server || Boolean(state.own) || state.phase === 'over');
    if (!state.own) { status.textContent = words(); showEnd(); return; }
    board.flip((state.color === 'black') !== turned);
    guess.of(state.color === 'black');
    if (!overShown) board.draw(cells(), frames());
    status.textContent = words();
    fill(main.querySelector('#names'), 'You (', disc(state.color), state.color === 'white' ? ' White' : ' Black', `) against ${state.opponent}`);
    turn.textContent = state.turn ? `turn ${state.turn}` : '';
    table.dataset.phase = waiting() ? 'pending' : state.phase;
    table.dataset.turn = state.turn;
    pass.disabled = !asking('move');
    skip.disabled = !asking('sense');
    takeBack.classList.toggle('hidden', state.takebacks === undefined);
    takeBack.disabled = pending || !state.turns.some((t) => t.taken);
    showHelp();
    showLog();
    showClocks();
    showEnd();
    tellWindow();
  }

  follows.push(follow(`/api/play/${id}/events`, (next) => {
    if (state.phase !== next.phase || state.turn !== next.turn || state.takebacks !== next.takebacks) pending = false;
    if (state.takebacks !== next.takebacks) [heard, planned, chosen] = [null, null, null];
    state = { ...kNothingYet, ...next };
    arrived = performance.now();
    draw();
    tellNews();
    sensePlanned(state.turns[state.turns.length - 1]);
  }, app, () => fill(main, h('div.card', {}, h('p', {}, app.hello.server ? 'This is a game of others, or there is none of this number. If it is yours, sign in.'
    : 'This game is not here any more. It is left when its page stays closed for a while, and forgotten when the server ends.'), h('a', { href: '#play' }, 'A new game')))));
  const timer = setInterval(showClocks, 100);

  // Among people a game begins when both have its page before them; a tab in the background is nobody's board.
  async function sitDown() {
    if (document.hidden || stopped) return;
    leaveTitle();
    try { await post(`/api/play/${id}/ready`, { help: wantsHelp() }); } catch (error) { if (!(error.status < 500)) setTimeout(sitDown, 2000); }
  }
  function leaveTitle() {
    document.removeEventListener('visibilitychange', sitDown);
    document.title = kTitle;
  }
  if (app.hello.server) {
    document.addEventListener('visibilitychange', sitDown);
    if (document.hidden) document.title = `● Your game begins – ${kTitle}`;
    sitDown();
  }

  const byKey = (button) => { if (!button.classList.contains('hidden')) button.click(); };

  function key(event) {
    if (end) return end.key(event);
    if (event.key >= '1' && event.key <= '4') [layer] = kLayers[event.key - 1];
    else if (event.key === 'p') byKey(pass);
    else if (event.key === 'n') byKey(skip);
    else if (event.key === 't') byKey(takeBack);
    else if (event.key === 'r') byKey(resign);
    else if (event.key === 'f') flip.click();
    else if (event.key === 's') loud.click();
    else if (event.key === 'b') board.cells[board.cursor].focus();
    else if (event.key === '/') { typed.focus(); event.preventDefault(); }
    else if (event.key === 'Escape') { chosen = null; planned = null; guess.leave(); }
    else return false;
    draw();
    return true;
  }
  app.keys({ 'B, arrows': 'go to the board and walk over it', 'Enter, Space': 'sense, choose a piece, or move it', '/': 'type a square or a move', P: 'pass',
    N: 'sense nothing', ...(!app.hello.server && { T: 'take the last turn back' }), R: 'resign', F: 'turn the board round', S: 'sound on or off', '1 to 4': 'what the board shows', Escape: 'choose no piece, plan no sense' });
  return { key, stop() { stopped = true; leaveTitle(); clearInterval(timer); follows.forEach((f) => f.stop()); if (end) end.stop(); } };
}
