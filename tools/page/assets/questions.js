// Questions of the page itself, in place of the browser's boxes.

import { h, fill } from './lib.js';

// Resolves to the value of the button that was pressed; null when it was closed otherwise. choices: [[value, label, main]].
export function question(text, choices) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { 'aria-label': text });
    const end = (value) => { dialog.close(); dialog.remove(); resolve(value); };
    fill(dialog, h('h2', {}, text), h('div.row', {}, choices.map(([value, label, main]) => h(main ? 'button.main' : 'button', { 'data-answer': value, onclick: () => end(value) }, label))));
    dialog.addEventListener('cancel', (event) => { event.preventDefault(); end(null); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
