// A table of games or of anything else in rows: sorted by a click on a head, searched by any word in it, in pages.

import { h, renew, plural } from './lib.js';

const kPage = 50;

// settings: {id, what: "recorded game", rows, columns: [{title, text(row), value(row) to sort by, number, node(row), wide: not
// on narrow screens}],
// find: what the search field says; sort: column that comes first, down, open(row)}. `update` gives it other rows.
export function gamesTable(settings) {
  let rows = settings.rows || [];
  let sort = settings.sort || 0;
  let down = Boolean(settings.down);
  let page = 0;
  const { columns } = settings;
  const search = h('input', { type: 'text', 'aria-label': 'Search', placeholder: settings.find || 'Search names, results, dates …', oninput: () => { page = 0; show(); } });
  const said = h('span.soft.small', { role: 'status' });
  const heads = columns.map((column, i) => h('button.quiet', { type: 'button', onclick: () => sortBy(i) }, column.title));
  const body = h('tbody');
  const kind = (tag, column) => `${tag}${column.number ? '' : '.text'}${column.wide ? '.wide-only' : ''}`;
  const headRow = h('tr', {}, heads.map((button, i) => h(kind('th', columns[i]), { scope: 'col' }, button)));
  const table = h('div.scroll', {}, h('table.games', { id: settings.id }, h('thead', {}, headRow), body));
  const pager = h('div.row');
  const element = h('div', {}, h('div.row.spread', {}, search, said), table, pager);

  function sortBy(i) {
    down = i === sort ? !down : Boolean(columns[i].number);
    sort = i;
    page = 0;
    show();
  }

  function wanted() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const valueOf = columns[sort].value || columns[sort].text;
    const list = rows.filter((row) => {
      const text = columns.map((column) => column.text(row)).join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    list.sort((a, b) => (down ? -1 : 1) * order(valueOf(a), valueOf(b)));
    return list;
  }

  function show() {
    const list = wanted();
    const pages = Math.max(1, Math.ceil(list.length / kPage));
    page = Math.min(page, pages - 1);
    heads.forEach((button, i) => {
      button.textContent = `${columns[i].title}${i === sort ? (down ? ' ▾' : ' ▴') : ''}`;
      headRow.children[i].setAttribute('aria-sort', i === sort ? (down ? 'descending' : 'ascending') : 'none');
    });
    const cut = settings.most && rows.length >= settings.most;  // the server tells no more
    said.textContent = list.length === rows.length ? (cut ? 'the newest ' : '') + plural(rows.length, settings.what)
      : list.length === 0 ? `Nothing found among ${plural(rows.length, settings.what)}.` : `${plural(list.length, settings.what)} of ${rows.length}`;
    const here = list.slice(page * kPage, (page + 1) * kPage);
    renew(body, here, () => here.map(rowOf));
    table.classList.toggle('hidden', list.length === 0);
    renew(pager, [page, pages], () => pages > 1 && [
      h('button', { type: 'button', disabled: page === 0, onclick: () => { page -= 1; show(); } }, '◀ Before'),
      h('span', {}, `Page ${page + 1} of ${pages}`),
      h('button', { type: 'button', id: 'next-page', disabled: page === pages - 1, onclick: () => { page += 1; show(); } }, 'Next ▶')]);
  }

  function rowOf(row) {
    const cells = columns.map((column, i) => {
      const content = column.node ? column.node(row) : column.text(row);
      const first = i === 0 && settings.open && !row.problem;
      return h(kind('td', column), {}, first ? h('button.quiet.link', { type: 'button', 'aria-label': `Open ${columns.map((c) => c.text(row)).join(', ')}` }, content) : content);
    });
    return h(settings.open && !row.problem ? 'tr.press' : 'tr', { onclick: () => settings.open && !row.problem && settings.open(row) }, cells);
  }

  show();
  return { element, update(next) { rows = next; show(); } };
}

const kEnds = { KING_CAPTURE: 'king captured', TIMEOUT: 'time', RESIGN: 'resigned', TURN_LIMIT: 'limit of turns', MOVE_LIMIT: 'limit of moves' };
export const resultText = (winner) => (winner === 'draw' ? '½–½' : winner === 'white' ? '1–0' : winner === 'black' ? '0–1' : '');
export const reasonText = (reason) => kEnds[reason] || (reason || '').toLowerCase().replaceAll('_', ' ');
