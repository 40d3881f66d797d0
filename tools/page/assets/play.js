// The room where a person plays: before a game, and in it. What the others need is not fetched.

export async function playRoom(main, path, app) {
  if (path[0] === 'finished' && app.hello.server) return (await import('./lobby.js')).lobbyRoom(main, app, true);
  if (path[0] && path[0].startsWith('link-')) return (await import('./links.js')).linkRoom(main, path[0], app);
  if (path[0]) return (await import('./game.js')).gameRoom(main, path[0], app);
  return app.hello.server ? (await import('./lobby.js')).lobbyRoom(main, app) : (await import('./front.js')).frontRoom(main, path, app);
}
