// A game is begun, and its page opened.

import { post } from './api.js';

export async function begin(wish) {
  const { id } = await post('/api/play', wish);
  sessionStorage.setItem(`lanternfish-wish-${id}`, JSON.stringify(wish));
  location.hash = `#play/${id}`;
}
