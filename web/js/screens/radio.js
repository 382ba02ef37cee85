// Radio: every station in one list, one press to play.
import { draw as drawIcon, fields, icon, list, make, set, text } from '../dom.js';
import { isLive, nowModel, reasonOf, rowLook } from '../store.js';
import { isChanging, shownRows } from '../shelf.js';
import { makeFrame } from '../ui/frame.js';
import { drawMark, makeMark, makePresets, toggle } from './presets.js';

const typingMs = 120;
const glyphs = { rest: 'play', hollow: 'waits', solid: 'sounds', marked: 'mark', failed: 'fails', current: 'rests' };

export function mount(el, context) {
  let model = null;
  let typing = null;
  let saved = new Set();
  const reload = () => context.load('radio', field.value.trim());
  const frame = makeFrame(el, { reload, context });
  const label = make('span', { class: 'mono' });
  const hint = make('span', { class: 'unseen', id: 'search-hint' });
  const field = make('input', { type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search',
    'aria-describedby': 'search-hint', input: () => {
      clearTimeout(typing);
      typing = setTimeout(reload, typingMs);
    } });
  const empty = make('p', { class: 'empty' });
  const heading = make('h2', { class: 'eyebrow mono' });
  const rows = make('ul', { class: 'rows stations' });
  const presets = makePresets(context, { makeRow, drawRow: (...given) => drawRow(...given, saved) });
  frame.body.addEventListener('click', event => {
    const { row } = event.target.closest('.row, .mark') ?? {};
    if (!row) return;
    if (event.target.closest('.mark')) toggle(context, model.presets, row);
    else context.press({ ...model.play, enabled: row.enabled, reason: row.reason }, { media: row.media });
  });
  frame.body.append(make('form', { role: 'search', submit: event => event.preventDefault() },
    make('label', { class: 'search', for: 'search' }, label, icon('search'), field), hint), presets.node, empty, make('section', { class: 'all' }, heading, rows));

  return {
    reload,
    moved: ({ topics }) => {
      if (model && (topics.stations > model.revision || topics.presets > model.presets?.revision)) reload();
    },
    unmount: () => {
      clearTimeout(typing);
      frame.unmount();
    },
    draw(state) {
      const next = frame.draw(state, 'radio');
      if (!next) return;
      text(label, next.search.label);
      text(hint, next.search.hint);
      set(field, 'placeholder', next.search.hint);
      text(empty, next.empty?.text);
      empty.hidden = !next.empty;
      const word = nowModel(state)?.eyebrow;
      model = next;
      saved = new Set(next.presets ? shownRows(next.presets, state.shelf).map(row => row.media) : []);
      presets.draw(state, next, word);
      text(heading, next.heading);
      heading.hidden = presets.node.hidden;
      list(rows, next.rows, row => row.id, makeRow, (li, row) => drawRow(li, row, next, state, word, saved));
    },
  };
}

let whys = 0;

function makeRow() {
  const why = make('span', { class: 'unseen', id: `why-row-${whys += 1}` });
  return make('li', {}, make('button', { type: 'button', class: 'row' }, icon('play'),
    make('span', { class: 'row-main' },
      make('span', { class: 'row-title' }, make('span', { class: 'unseen' }), make('span')),
      make('span', { class: 'row-detail mono' })),
    make('span', { class: 'row-word mono' })), why, makeMark());
}

function drawRow(li, row, { play, presets }, state, word, saved) {
  const button = li.firstChild;
  const seen = rowLook(state, row);
  const isSaved = saved.has(row.media);
  const stamp = `${seen}|${isLive(state)}|${seen === 'rest' ? '' : word}|${isSaved}|${isChanging(state.shelf, row.media)}`;
  if (button.row === row && button.stamp === stamp) return;
  button.row = row;
  button.stamp = stamp;
  const mark = li.lastChild;
  mark.row = row;
  drawMark(mark, row, presets, state.shelf, isSaved);
  const [glyph, main, note] = button.children;
  const why = button.nextSibling;
  drawIcon(glyph, glyphs[seen]);
  const [verb, title] = main.firstChild.children;
  text(verb, `${play.label} `);
  text(title, row.title);
  fields(main.lastChild, [...row.detail, ...(row.tags ?? [])]);
  text(note, seen === 'rest' ? '' : word);
  const reason = reasonOf(state, row);
  text(why, reason);
  set(button, 'data-look', seen);
  set(button, 'aria-current', ['rest', 'marked', 'failed'].includes(seen) ? null : 'true');
  set(button, 'aria-disabled', reason === null ? null : 'true');
  set(button, 'aria-describedby', reason ? why.id : null);
  set(button, 'aria-busy', seen === 'hollow' ? 'true' : null);
}
