// The room where a person plays: before a game, and in it.

import { frontRoom } from './front.js';
import { gameRoom } from './game.js';

export const playRoom = (main, path, app) => (path[0] ? gameRoom(main, path[0], app) : frontRoom(main, app));
