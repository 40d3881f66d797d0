// The analysis board: positions and private histories that people put up, looked into as recorded games are.

import { h, fill } from './lib.js';
import { post } from './api.js';
import { readLine } from './line.js';

export async function boardRoom(main, path, app) {
  if (path.length === 0) return (await import('./setup_board.js')).setupBoard(main, app);
  try {
    const line = readLine(path);
    const { id } = await post('/api/look/line', line);
    return (await import('./look.js')).viewer(main, [id], app, line);
  } catch (error) {
    fill(main, h('h1', {}, 'Analysis board'), h('div.card', {}, h('p.failure', { id: 'board-failure', role: 'alert' }, error.message), h('a', { href: '#board' }, 'Put up another position')));
    return { stop() {} };
  }
}
