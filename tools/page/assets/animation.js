// A recorded game as an animated picture (GIF), made in the browser.

import { fenPieces, count } from './lib.js';
import { plainCells, beliefCells } from './board.js';
import { stepsOf, stepArrows, stepFrames, stepWords, truthFen } from './steps.js';
import { finalView, lastWords } from './ending.js';
import { piecePictures, paintBoard, paintName } from './paint.js';
import { GIFEncoder, quantize, applyPalette } from './gifenc.js';
import { resultText, reasonText } from './games_table.js';

const [kCell, kBar, kWords, kMargin] = [48, 30, 30, 8];  // pixels
const kWidth = 8 * kCell;
const kHeight = 8 * kCell + 2 * kBar + kWords;
const kTimes = { sense: 700, move: 1100, last: 4000, first: 1200 };  // ms
const kColours = 255;  // and one that is seen through
const kSamples = 6;    // frames that the colours are taken from
const kBreath = 12;    // ms of work, then the page has its turn

// What is shown one after another: {view, words, time}. `belief(step)` gives the boards that `side` held, as the server tells them;
// without a side the true board is shown.
async function framesOf(look, side, belief) {
  const frames = [];
  if (!side && look.plies.length > 0)
    frames.push({ view: { cells: plainCells(fenPieces(look.plies[0].before)) }, words: `${look.white} – ${look.black}`, time: kTimes.first });
  for (const step of stepsOf(look)) {
    if (step.step === 'notice' || (side && step.side !== side)) continue;
    const ply = look.plies[step.ply];
    const pieces = fenPieces(truthFen(ply, step.step));
    const held = side ? await belief(step) : null;
    const words = `${ply.turn}. ${stepWords(ply, step.step, false)}${held ? ` Boards held: ${count(held.boards)}.` : ''}`;
    frames.push({ view: { cells: side ? beliefCells(pieces, held, side === 'white').map((cell) => ({ ...cell, percent: '' })) : plainCells(pieces), frames: stepFrames(ply, step.step), arrows: stepArrows(ply, step.step) },
      words, time: kTimes[step.step] });
  }
  const result = `${resultText(look.winner)}. ${lastWords(look) || `Ended by: ${reasonText(look.reason)}.`}`;
  frames.push({ view: finalView(look), words: result, time: kTimes.last });
  return frames;
}

function paint(to, pictures, look, { view, words }, flip) {
  to.fillStyle = '#ffffff';
  to.fillRect(0, 0, kWidth, kHeight);
  const [above, below] = flip ? ['white', 'black'] : ['black', 'white'];
  const name = (side, top) => paintName(to, look[side], side === 'white' ? 'K' : 'k', { left: kMargin, middle: top + kBar / 2, width: kWidth - 2 * kMargin, size: 15, bold: true });
  name(above, 0);
  paintBoard(to, pictures, view, { left: 0, top: kBar, cell: kCell, flip });
  name(below, kBar + 8 * kCell);
  paintName(to, words, null, { left: kMargin, middle: kHeight - kWords / 2, width: kWidth - 2 * kMargin, size: 13 });
}

// `side`: as 'white' or 'black' held it; null: the true board. `progress(part)` is told how far it is, 0 to 1; when it returns
// false, the making ends. Resolves to a Blob, or to null when it was ended.
export async function animation(look, { side, flip, belief, progress }) {
  const [frames, pictures] = await Promise.all([framesOf(look, side, belief), piecePictures(kCell)]);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [kWidth, kHeight];
  const to = canvas.getContext('2d', { willReadFrequently: true });
  const pixels = (frame) => { paint(to, pictures, look, frame, flip); return to.getImageData(0, 0, kWidth, kHeight).data; };
  const palette = paletteOf(frames, pixels);
  const gif = GIFEncoder();
  let before = null;
  let pause = performance.now() + kBreath;
  for (let i = 0; i < frames.length; ++i) {
    const colours = applyPalette(pixels(frames[i]), palette);
    const changed = before ? colours.map((colour, at) => (colour === before[at] ? kColours : colour)) : colours;
    gif.writeFrame(changed, kWidth, kHeight, { palette: i === 0 ? [...palette, [0, 0, 0]] : null, delay: frames[i].time, transparent: i > 0, transparentIndex: kColours, dispose: 1 });
    before = colours;
    if (performance.now() > pause) {
      if (progress((i + 1) / frames.length) === false) return null;
      await new Promise((resolve) => setTimeout(resolve));
      pause = performance.now() + kBreath;
    }
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}

// Colours of frames from all over the game.
function paletteOf(frames, pixels) {
  const samples = Math.min(kSamples, frames.length);
  const size = kWidth * kHeight * 4;
  const all = new Uint8ClampedArray(samples * size);
  for (let i = 0; i < samples; ++i) all.set(pixels(frames[Math.round((i * (frames.length - 1)) / Math.max(1, samples - 1))]), i * size);
  const palette = quantize(all, kColours);
  while (palette.length < kColours) palette.push([0, 0, 0]);  // the one that is seen through comes behind
  return palette;
}
