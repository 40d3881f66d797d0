// The ten steps of the lesson: real positions, a task each, and what becomes of it.
//
// A step: {title, text, fen: the true board, white: whose eyes (default true), known: squares that are seen from the start,
// task: {kind: 'next' | 'sense' | 'move' | 'pass', accept: squares or moves, hint}, done: text, after: FEN, captured: square of
// a captured piece, taken: what became of the request}.

const kStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const kOpen = 'r1bqk2r/pppp1ppp/2n2n2/2b1p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1';

export const LESSON = [
  { title: 'What you see', fen: kStart, text: 'This is your side of the board. Black’s pieces are there as well, but in the dark. Nobody tells you where they go.',
    task: { kind: 'next' } },
  { title: 'Look', fen: 'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', text: 'Black has moved. Before each move of yours you look at one window of three by three squares. Press e6, its middle.',
    task: { kind: 'sense', accept: ['e6'], hint: 'The ring shows e6.' }, done: 'The window shows what stands there now: a pawn has gone from e7 to e5. Black is not told where you looked.' },
  { title: 'Ask for a move', fen: 'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', known: ['d7', 'e7', 'f7', 'd6', 'e6', 'f6', 'd5', 'e5', 'f5'],
    text: 'Now ask for a move: press the pawn on e2, then e4.', task: { kind: 'move', accept: ['e2e4'], hint: 'From e2 to e4.' },
    after: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', taken: 'e2e4', done: 'Nothing was in the way, so it was done as you asked. Black hears only that nothing was captured.' },
  { title: 'A slide that is stopped', fen: 'r3k3/8/8/p7/8/8/8/R3K3 w - - 0 1', text: 'Ask the rook on a1 to go all the way to a8. You do not know what stands on the line.',
    task: { kind: 'move', accept: ['a1a8'], hint: 'From a1 to a8.' }, after: 'r3k3/8/8/R7/8/8/8/4K3 b - - 0 1', taken: 'a1a5', captured: 'p',
    done: 'A pawn stood on a5: the rook stopped there and captured it. You are told so: now you know that a6 to a8 were not reached.' },
  { title: 'A capture into the air', fen: '4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1', text: 'A pawn captures sideways, and only if something is there. You think a pawn has come to d5: ask e4 to capture on d5.',
    task: { kind: 'move', accept: ['e4d5'], hint: 'From e4 to d5.' }, after: '4k3/3p4/8/8/4P3/8/8/4K3 b - - 0 1', taken: '0000',
    done: 'Nothing stood on d5: the pawn stays, and your turn is lost. But you have learned that d5 is empty.' },
  { title: 'What the other side hears', fen: '4k3/8/8/R2r4/8/8/8/4K3 b - - 0 1', white: false, text: 'You are Black now. White’s rook has just captured a pawn of yours on a5, and that is all you hear: where, not by what. Look at a5.',
    lost: 'a5', task: { kind: 'sense', accept: ['a4', 'a5', 'a6', 'b4', 'b5', 'b6'], hint: 'Any window with a5 in it will do.' }, done: 'A rook. Whoever captures shows where it stands, and may be captured in turn.' },
  { title: 'Take back', fen: '4k3/8/8/R2r4/8/8/8/4K3 b - - 0 1', white: false, known: ['a4', 'a5', 'a6', 'b4', 'b5', 'b6'], text: 'Capture the rook: your own rook on d5 can reach it.',
    task: { kind: 'move', accept: ['d5a5'], hint: 'From d5 to a5.' }, after: '4k3/8/8/r7/8/8/8/4K3 w - - 0 1', taken: 'd5a5', captured: 'R', done: 'Captured. White hears: a capture on a5.' },
  { title: 'Nobody says check', fen: '4r1k1/8/8/8/8/8/5PPP/4K3 w - - 0 1', known: ['d8', 'e8', 'f8', 'd7', 'e7', 'f7'], text: 'You have seen a rook on e8, and it looks down at your king. Nobody says check, and a king that stays is captured. Move him off the line.',
    task: { kind: 'move', accept: ['e1d1', 'e1d2', 'e1f1'], hint: 'The king may go to d1, d2 or f1.' }, done: 'Safe for now. To look near your own king in time is half of this game.', moved: true },
  { title: 'To pass', fen: '6k1/8/8/8/8/3n4/8/K7 w - - 0 1', known: ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'c3', 'b3', 'a3', 'd3', 'd2', 'd4', 'e2', 'e3', 'e4'], text: 'You may also ask for nothing. Here every step could be wrong: b2 and c1 are the knight’s. Press Pass.',
    task: { kind: 'pass', hint: 'The button is below.' }, done: 'A pass is a turn like any other. The other side hears that nothing was captured.' },
  { title: 'The king', fen: kOpen.replace('pppp1ppp', 'pppp2pp'), known: ['e8', 'f8', 'g8', 'e7', 'f7', 'g7', 'e6', 'f6', 'g6'], text: 'You looked at f7 and see the king on e8. Nothing stands between him and your queen on h5. Capture him.',
    task: { kind: 'move', accept: ['h5e8'], hint: 'From h5 to e8.' }, after: 'r1bqQ2r/pppp2pp/2n2n2/2b1p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1', taken: 'h5e8', captured: 'k', done: 'You have won: the king was captured. That is all. Now play.' },
];
