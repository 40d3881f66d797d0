// Questions of the page itself, in place of the browser's boxes.

import { h, fill } from './lib.js';

// Resolves to the value of the button that was pressed; null when it was closed otherwise, as by leaving the room.
// choices: [[value, label, main]].
export function question(text, choices) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { 'aria-label': text });
    let answer = null;
    const end = (value) => { answer = value; dialog.close(); };
    fill(dialog, h('h2', {}, text), h('div.row', {}, choices.map(([value, label, main]) => h(main ? 'button.main' : 'button', { 'data-answer': value, onclick: () => end(value) }, label))));
    dialog.addEventListener('close', () => { dialog.remove(); resolve(answer); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
