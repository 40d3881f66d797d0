// A game with a friend, by a link: who made it, and who follows it.

import { h, fill } from './lib.js';
import { post } from './api.js';
import { helpBox, wantsHelp } from './begin.js';

// #play/link-TOKEN: who made a link waits for who follows it.
export function linkRoom(main, name, app) {
  let stopped = false;
  const token = name.slice('link-'.length), address = `${location.origin}/#join/${token}`;
  const field = h('input', { type: 'text', id: 'link', readonly: true, value: address, size: 48, 'aria-label': 'The link', onfocus: (event) => event.target.select() });
  fill(main, h('div.card', {}, h('h1', {}, 'Send this link to a friend'), h('div.row', {}, field,
    navigator.clipboard && h('button', { onclick: () => navigator.clipboard.writeText(address).then(() => app.tell('Copied.'), () => field.focus()) }, 'Copy')),
  h('p.soft', { role: 'status' }, 'The game begins when your friend has opened it.')));
  async function look() {
    try {
      const { game } = await post('/api/play/link', { link: token });
      if (game && !stopped) { location.hash = `#play/${game}`; return; }
    } catch (error) { app.tell(error.message); }
    if (!stopped) setTimeout(look, 1000);
  }
  look();
  return { stop() { stopped = true; } };
}

// #join/TOKEN: who follows a link.
export function joinRoom(main, path, app) {
  const failure = h('p.failure', { role: 'alert' });
  const join = async () => {
    try { location.hash = `#play/${(await post('/api/play/join', { link: path[0] || '', help: wantsHelp() })).id}`; } catch (error) { failure.textContent = error.message; }
  };
  const button = h('button.main', { id: 'join', onclick: join }, 'Play');
  fill(main, h('div.card', {}, h('h1', {}, 'A friend wants to play'), h('p', {}, 'The game begins at once, and your clock with it.'), h('p', {}, helpBox()), button, failure));
  button.focus();
  app.keys({ Enter: 'begin the game' });
  return { stop() {} };
}
