// The presets on the Radio screen: press to play; arranged by dragging, by keys and by buttons.
import { draw as drawIcon, icon, list, make, set, text } from '../dom.js';
import { isChanging, laidOver, shownRows } from '../shelf.js';
import { reasonOf } from '../store.js';

/// `makeRow` and `drawRow` are those of the stations' rows.
export function makePresets(context, { makeRow, drawRow }) {
  let section = null;
  let isArranging = false;
  let drag = null;
  const heading = make('h2', { class: 'eyebrow mono' });
  const arrange = make('button', { type: 'button', class: 'plain', click: () => {
    isArranging = !isArranging;
    context.redraw();
  } });
  const empty = make('p', { class: 'soft' });
  const rows = make('ul', { class: 'rows', click: press, pointerdown: hold, pointermove: follow, pointerup: drop, pointercancel: leave, keydown: keyed });
  const missing = make('p', { class: 'soft' });
  const node = make('section', { class: 'presets' }, make('div', { class: 'line' }, heading, arrange), empty, rows, missing);

  const shelf = () => context.state().shelf;
  const indexOf = media => shownRows(section, shelf()).findIndex(row => row.media === media);

  /// Moves a row by keys or buttons; past an end, or to its own place, there is nothing to do.
  function move(media, to) {
    const shown = shownRows(section, shelf());
    if (to < 0 || to >= shown.length || shown[to].media === media) return;
    context.change({ kind: 'move', media, to, control: section.move });
  }

  function press(event) {
    const step = event.target.closest('[data-step]');
    if (!step) return;
    const { media } = step.closest('li').row;
    move(media, indexOf(media) + Number(step.dataset.step));
  }

  function keyed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    const { media } = event.target.closest('li').row;
    move(media, indexOf(media) + step);
  }

  // The list keeps the pointer: the row under it may be put elsewhere meanwhile.

  function hold(event) {
    const li = event.target.closest('.handle')?.closest('li');
    if (!li || event.button !== 0 || reasonOf(context.state(), section.move) !== null || isChanging(shelf(), li.row.media)) return;
    // Else the browser would begin to mark text.
    event.preventDefault();
    rows.setPointerCapture(event.pointerId);
    addEventListener('keydown', escape);
    drag = { kind: 'move', media: li.row.media, to: indexOf(li.row.media), control: section.move };
    context.redraw();
  }

  function follow(event) {
    if (!drag) return;
    const box = rows.getBoundingClientRect();
    const count = rows.children.length;
    const to = Math.max(0, Math.min(count - 1, Math.floor((event.clientY - box.top) / (box.height / count))));
    if (to === drag.to) return;
    drag = { ...drag, to };
    context.redraw();
  }

  function drop() {
    const dropped = drag;
    leave();
    if (dropped) move(dropped.media, dropped.to);
  }

  function escape(event) {
    if (event.key === 'Escape') leave();
  }

  function leave() {
    removeEventListener('keydown', escape);
    if (!drag) return;
    drag = null;
    context.redraw();
  }

  return {
    node,
    draw(state, model, word) {
      section = model.presets;
      node.hidden = !section || model.query !== '';
      if (node.hidden) return;
      let shown = shownRows(section, state.shelf);
      if (drag) shown = laidOver(shown, drag);
      const isOn = isArranging && shown.length > 1;
      text(heading, section.title);
      text(arrange, section.arrange);
      arrange.hidden = shown.length < 2;
      set(arrange, 'aria-pressed', String(isOn));
      text(empty, shown.length ? null : section.empty);
      empty.hidden = shown.length > 0;
      text(missing, section.text);
      missing.hidden = !section.text;
      set(rows, 'data-arranged', isOn);
      const focused = document.activeElement;
      list(rows, shown, row => row.media, row => makeItem(makeRow(row)), (li, row) => {
        const at = shown.indexOf(row);
        drawRow(li, row, model, state, word);
        drawTools(li, row, section, { isOn, isFirst: at === 0, isLast: at === shown.length - 1, isHeld: drag?.media === row.media });
      });
      // A node that is put elsewhere loses the focus.
      if (focused !== document.activeElement && rows.contains(focused)) focused.focus({ preventScroll: true });
    },
  };
}

/// A station's row with what arranges it.
function makeItem(li) {
  const step = by => make('button', { type: 'button', class: 'tool', 'data-step': by }, icon(by < 0 ? 'up' : 'down'));
  li.lastChild.before(make('span', { class: 'tool handle' }, icon('handle')), step(-1), step(1));
  return li;
}

function drawTools(li, row, section, { isOn, isFirst, isLast, isHeld }) {
  const [handle, up, down] = [...li.children].slice(-4);
  li.row = row;
  set(li, 'data-held', isHeld);
  set(handle, 'title', section.handle);
  for (const tool of [handle, up, down]) tool.hidden = !isOn;
  set(up, 'aria-label', `${section.up} ${row.title}`);
  set(down, 'aria-label', `${section.down} ${row.title}`);
  set(up, 'aria-disabled', isFirst && 'true');
  set(down, 'aria-disabled', isLast && 'true');
}

/// The mark beside a station that saves it.
export const makeMark = () => make('button', { type: 'button', class: 'tool mark' }, icon('preset'));

export function drawMark(mark, row, section, shelf, isSaved) {
  mark.hidden = !section;
  if (!section) return;
  drawIcon(mark.firstChild, isSaved ? 'saved' : 'preset');
  set(mark, 'aria-label', `${section.add.label} ${row.title}`);
  set(mark, 'aria-pressed', String(isSaved));
  set(mark, 'aria-busy', isChanging(shelf, row.media) && 'true');
}

/// Saves a station, or takes it from the presets.
export function toggle(context, section, row) {
  const { shelf } = context.state();
  const at = shownRows(section, shelf).findIndex(one => one.media === row.media);
  const kind = at < 0 ? 'add' : 'remove';
  context.change({ kind, media: row.media, row, at: at < 0 ? undefined : at, control: at < 0 ? section.add : section.remove });
}
