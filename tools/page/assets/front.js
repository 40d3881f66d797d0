// Before a game: whom to play, with which clock.

import { h, fill } from './lib.js';
import { post } from './api.js';

const kClocks = [['No clock', 0, 0], ['3 min + 2 s', 180, 2], ['5 min + 2 s', 300, 2], ['15 min + 5 s', 900, 5]];

// The last choices come first the next time.
const remembered = () => { try { return JSON.parse(localStorage.getItem('lanternfish-play')) || {}; } catch { return {}; } };

export function frontRoom(main, app) {
  const last = { color: 'white', opponent: 'trout', clock: 0, help: true, ...remembered() };
  const form = h('form.card', { onsubmit: (event) => { event.preventDefault(); start(); } });
  const radio = (value, label) => h('label', {}, h('input', { type: 'radio', name: 'color', value, checked: last.color === value }), label);
  const opponent = h('select', { id: 'opponent' }, app.hello.opponents.map((o) => h('option', { value: o.key }, o.label)));
  opponent.value = last.opponent;
  if (opponent.selectedIndex < 0) opponent.selectedIndex = 0;
  const clock = h('select', { id: 'clock' }, kClocks.map(([name], i) => h('option', { value: i }, name)));
  clock.value = last.clock;
  const help = h('input', { type: 'checkbox', id: 'help', checked: last.help });
  const options = app.hello.options.map((option) => [option.name,
    h('input', { type: 'number', min: option.min, max: option.max, placeholder: 'as it is', 'aria-label': option.name }), option.help]);
  const failure = h('p.failure', { role: 'alert' });

  async function start() {
    const wanted = form.querySelector('[name=color]:checked').value;
    localStorage.setItem('lanternfish-play', JSON.stringify({ color: wanted, opponent: opponent.value, clock: Number(clock.value), help: help.checked }));
    const ours = app.hello.opponents.find((o) => o.key === opponent.value).ours;
    const chosen = Object.fromEntries(options.filter(([, input]) => ours && input.value !== '').map(([name, input]) => [name, Number(input.value)]));
    try {
      const color = wanted === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : wanted;
      await begin({ color, opponent: opponent.value, base: kClocks[clock.value][1], increment: kClocks[clock.value][2], help: help.checked, options: chosen });
    } catch (error) { failure.textContent = error.message; }
  }
  form.append(h('h1', {}, 'A game in the dark'),
    h('p.soft', {}, 'You see your own pieces. Before each move you look at one window of three by three squares. Whoever captures the king wins.'),
    h('fieldset', {}, h('legend', {}, 'You play'), h('div.row', {}, radio('white', 'White'), radio('black', 'Black'), radio('random', 'Either'))),
    h('fieldset', {}, h('legend', {}, 'Against'), h('div.row', {}, h('label', { for: 'opponent' }, 'Opponent'), opponent,
      h('label', { for: 'clock' }, 'Clock'), clock),
      h('details', {}, h('summary.small', {}, 'Settings of the opponent'), options.map(([name, input, text]) =>
        h('p', {}, h('label', {}, h('span', {}, name), input), h('span.soft.small', {}, ` ${text}`))))),
    h('p', {}, h('label', {}, help, 'Help: show what can stand where, counted from what I was told')),
    h('div.row', {}, h('button.main', { type: 'submit' }, 'Play')), failure);
  fill(main, h('div.table', {}, form, h('div.side', {}, rules())));
  form.querySelector('button.main').focus();
  app.keys({ Enter: 'begin the game' });
  return { stop() {} };
}

export async function begin(wish) {
  const { id } = await post('/api/play', wish);
  sessionStorage.setItem(`lanternfish-wish-${id}`, JSON.stringify(wish));
  location.hash = `#play/${id}`;
}

const rules = () => h('div.card', {}, h('h2', {}, 'How a turn goes'), h('ol', {},
  h('li', {}, 'You hear whether the opponent captured one of your pieces, and where.'),
  h('li', {}, 'You choose a square: the window around it is shown to you as it is.'),
  h('li', {}, 'You request a move. It is carried out as far as it goes: a rook, bishop or queen stops at the first piece it meets and captures it; a pawn that finds nothing to capture stays, and the turn is lost.')),
  h('p.soft', {}, 'There is no check: a king may be left or put where it can be captured.'));

