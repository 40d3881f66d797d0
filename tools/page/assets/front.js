// Before a game: what the game is, whom to play, with which clock, from which position.

import { h, fill, disc } from './lib.js';
import { begin } from './begin.js';
import { demo } from './demo.js';

const kClocks = [['No clock', 0, 0], ['3 min + 2 s', 180, 2], ['5 min + 2 s', 300, 2], ['15 min + 5 s', 900, 5]];
const kOwn = 'own';
const [kLeast, kMost] = [-800, 450];  // Elo at the ends of the bars

// The last choices come first the next time.
const remembered = () => { try { return JSON.parse(localStorage.getItem('lanternfish-play')) || {}; } catch { return {}; } };

export function frontRoom(main, path, app) {
  const last = { color: 'white', opponent: 'level1', clock: '0', minutes: 10, increment: 5, help: true, ...remembered() };
  const shown = demo();
  const form = setup(last, app);
  fill(main, h('div.front', {}, h('section.intro', {}, h('h1', {}, 'Chess in the dark'),
    h('p.soft', {}, 'You see only your own pieces. Before each move you look at one window of three by three squares. Whoever captures the king wins.'), shown.element,
    h('div.row', {}, h('a.button', { href: '#lesson', id: 'to-lesson' }, 'Learn it in ten short steps'))), form));
  app.keys({ Enter: 'begin the game' });
  return { stop: shown.stop };
}

function gauge(share) {
  const bar = h('i');
  bar.style.width = `${Math.round(100 * share)}%`;
  return h('span.gauge', {}, bar);
}

function opponentRow(opponent, chosen) {
  const share = opponent.elo === null ? 0 : Math.max(0.02, (opponent.elo - kLeast) / (kMost - kLeast));
  const strength = h('span.strength', { title: opponent.elo === null ? 'not rated' : `${opponent.elo} Elo among our strategies` },
    opponent.elo === null ? h('span.soft.small', {}, 'not rated') : [gauge(share), h('span.number', {}, `${opponent.elo > 0 ? '+' : opponent.elo < 0 ? '−' : ''}${Math.abs(opponent.elo)}`)]);
  return h('label.opponent', {}, h('input', { type: 'radio', name: 'opponent', value: opponent.key, checked: chosen }),
    h('span.grow', {}, h('strong', {}, opponent.label), h('span.small.soft', {}, opponent.line)), strength);
}

function setup(last, app) {
  const { opponents, options } = app.hello;
  const known = opponents.some((o) => o.key === last.opponent) ? last.opponent : opponents[0].key;
  const side = (value, ...label) => h('label', {}, h('input', { type: 'radio', name: 'color', value, checked: last.color === value }), label);
  const list = h('div.opponents', { id: 'opponents', role: 'radiogroup', 'aria-label': 'Opponent' }, opponents.map((o) => opponentRow(o, o.key === known)));
  const clock = h('select', { id: 'clock' }, kClocks.map(([name], i) => h('option', { value: i }, name)), h('option', { value: kOwn }, 'Own clock'));
  clock.value = String(last.clock);
  if (clock.selectedIndex < 0) clock.value = '0';
  const minutes = h('input', { type: 'number', id: 'minutes', required: true, min: 0.5, max: 240, step: 0.5, value: last.minutes });
  const increment = h('input', { type: 'number', id: 'increment', min: 0, max: 600, value: last.increment });
  const own = h('span.row', {}, h('label', { for: 'minutes' }, 'minutes', minutes), h('label', { for: 'increment' }, 'seconds a turn', increment));
  // What is out of sight is not asked whether it is valid.
  const showOwn = () => { minutes.disabled = increment.disabled = own.classList.toggle('hidden', clock.value !== kOwn); };
  clock.addEventListener('change', showOwn);
  showOwn();
  const help = h('input', { type: 'checkbox', id: 'help', checked: last.help });
  const start = h('input', { type: 'text', id: 'start', placeholder: 'FEN; empty: the usual one', 'aria-label': 'Position to begin from', autocomplete: 'off' });
  const fields = options.map((option) => [option.name,
    h('input', { type: 'number', min: option.min, max: option.max, placeholder: 'as it is', 'aria-label': option.name }), option.help]);
  const failure = h('p.failure', { role: 'alert' });
  const form = h('form.card', { onsubmit: (event) => { event.preventDefault(); play(); } }, h('div.row.spread', {}, h('h2', {}, 'Play'),
    h('div.row', { role: 'radiogroup', 'aria-label': 'You play' }, side('white', disc('white'), ' White'), side('black', disc('black'), ' Black'), side('random', 'Either'))),
  list, h('p.small.soft', {}, 'Strength: Elo among our strategies, at 3 s + 0.05 s a turn.'),
  h('div.row', {}, h('label', { for: 'clock' }, 'Clock', clock), own, h('label', {}, help, 'Help: what can stand where')),
  h('details', {}, h('summary.small', {}, 'Own position, settings of the opponent'), h('p', {}, h('label.grow', {}, 'Position ', start)),
    fields.map(([name, input, text]) => h('p', {}, h('label', {}, h('span', {}, name), input), h('span.soft.small', {}, ` ${text}`)))),
  h('div.row', {}, h('button.main', { type: 'submit', id: 'begin' }, 'Play')), failure);

  // The browser shows what is wrong with a field only where it can be seen.
  form.addEventListener('invalid', (event) => { const details = event.target.closest('details'); if (details) details.open = true; }, true);

  async function play() {
    const wanted = form.querySelector('[name=color]:checked').value;
    const opponent = opponents.find((o) => o.key === form.querySelector('[name=opponent]:checked').value);
    const mine = clock.value === kOwn ? { minutes: Number(minutes.value), increment: Number(increment.value) } : { minutes: last.minutes, increment: last.increment };
    localStorage.setItem('lanternfish-play', JSON.stringify({ color: wanted, opponent: opponent.key, clock: clock.value, ...mine, help: help.checked }));
    const [base, more] = clock.value === kOwn ? [60 * mine.minutes, mine.increment] : kClocks[clock.value].slice(1);
    const set = fields.filter(([, input]) => opponent.ours && input.value !== '').map(([name, input]) => [name, Number(input.value)]);
    try {
      const color = wanted === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : wanted;
      await begin({ color, opponent: opponent.key, base, increment: more, help: help.checked, start: start.value.trim(), options: Object.fromEntries(set) });
    } catch (error) { failure.textContent = error.message; }
  }
  return form;
}
