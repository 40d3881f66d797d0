// The room where a person plays: before a game, and in it.

import { frontRoom } from './front.js';

export const playRoom = async (main, path, app) => (path[0] ? (await import('./game.js')).gameRoom(main, path[0], app) : frontRoom(main, path, app));
