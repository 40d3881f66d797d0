// A game is begun, and its page opened.

import { h } from './lib.js';
import { post } from './api.js';

// Whether somebody at this browser wants help, in games on a server; kept, for games that others begin.
const kHelp = 'lanternfish-help';
export const wantsHelp = () => localStorage.getItem(kHelp) !== 'no';
export const helpBox = () => h('label', {}, h('input', { type: 'checkbox', id: 'help', checked: wantsHelp(),
  onchange: (event) => localStorage.setItem(kHelp, event.target.checked ? 'yes' : 'no') }), 'Help: what can stand where');

export async function begin(wish) {
  const { id } = await post('/api/play', wish);
  sessionStorage.setItem(`lanternfish-wish-${id}`, JSON.stringify(wish));
  location.hash = `#play/${id}`;
}
