// Short sounds of a game, made here: tones with WebAudio, no recordings. Off and on is remembered.

const kKey = 'lanternfish-sound';
// [frequency in Hz, begin in s, length in s, loudness]
const kSounds = {
  turn: [[660, 0, 0.08, 0.05]],
  move: [[220, 0, 0.06, 0.16], [440, 0.01, 0.04, 0.05]],
  capture: [[150, 0, 0.1, 0.22], [320, 0.02, 0.06, 0.1]],
  lost: [[300, 0, 0.1, 0.14], [200, 0.09, 0.16, 0.14]],
  failed: [[180, 0, 0.12, 0.1]],
  won: [[523, 0, 0.14, 0.12], [659, 0.12, 0.14, 0.12], [784, 0.24, 0.3, 0.12]],
  over: [[392, 0, 0.16, 0.12], [294, 0.15, 0.3, 0.12]],
};
let context = null;

export const soundIsOn = () => localStorage.getItem(kKey) !== 'off';
export function switchSound() {
  localStorage.setItem(kKey, soundIsOn() ? 'off' : 'on');
  return soundIsOn();
}

// Browsers are silent until the page was pressed once; then nothing is played, and nothing goes wrong.
export function sound(name) {
  if (!soundIsOn() || !window.AudioContext) return;
  context = context || new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => {});
  for (const [frequency, begin, length, loudness] of kSounds[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const at = context.currentTime + begin;
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
