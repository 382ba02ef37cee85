// The skeleton of every screen (S17): eyebrow, title, hairline, body; and its states loading, stale and error.
import { draw as drawIcon, icon, list, make, set, text } from '../dom.js';
import { isLive, nowModel, toneOf } from '../store.js';
import { timeOfDay, words } from '../words.js';

const patienceMs = 300;

/// Builds the frame in `el`. `draw(state, name)` gives the model to draw, or null while there is none.
export function makeFrame(el, { reload, context }) {
  const glyph = icon('rests');
  const word = make('span');
  const eyebrow = make('p', { class: 'eyebrow mono' }, glyph, word);
  const asOf = make('p', { class: 'as-of mono' });
  const title = make('h1', { tabindex: '-1' });
  const body = make('div', { class: 'body', hidden: true });
  const bars = make('div', { class: 'bars', hidden: true, 'aria-hidden': 'true' },
    ...Array.from({ length: 5 }, () => make('div', { class: 'bar' })));
  const failed = makeFailure(reload);
  const notices = make('ul', { class: 'notices' });
  el.replaceChildren(make('div', { class: 'screen' },
    make('div', { class: 'screen-head' }, make('div', { class: 'line' }, eyebrow, asOf), title), failed.node, notices, bars, body));

  let isLate = false;
  let hasSaid = false;
  const patience = setTimeout(() => {
    isLate = true;
    show(context.state());
  }, patienceMs);
  let name = null;

  function show(state) {
    const page = state.pages[name];
    const model = page?.model ?? null;
    bars.hidden = Boolean(model || page?.failure) || !isLate;
    if (!bars.hidden && !hasSaid) {
      hasSaid = true;
      context.say({ polite: words.loading });
    }
    failed.draw(model ? null : page?.failure);
    const isStale = model && (page.failure || (!isLive(state) && state.link.state !== 'connecting'));
    text(asOf, isStale ? words.asOf(timeOfDay(page.at)) : null);
    body.hidden = !model;
    text(word, model?.eyebrow);
    text(title, model?.title ?? nameOf(state, name));
    set(eyebrow, 'data-tone', model?.tone);
    glyph.toggleAttribute('hidden', !model?.tone);
    drawIcon(glyph, model?.tone ?? 'rests');
    // The player's own notices stand in the deck, on every screen.
    list(notices, name === 'now' ? [] : model?.notices ?? [], notice => notice.text, makeNotice, drawNotice);
    notices.hidden = !notices.firstChild;
    return model;
  }

  return {
    body,
    draw(state, page) {
      name = page;
      return show(state);
    },
    unmount: () => clearTimeout(patience),
  };
}

const nameOf = (state, name) =>
  nowModel(state)?.shell.navigation.find(page => page.id === name)?.label ?? words.product;

const makeNotice = () => make('li', {}, icon('rests'), make('span'));

function drawNotice(li, notice) {
  set(li, 'data-tone', toneOf(notice));
  drawIcon(li.firstChild, toneOf(notice));
  text(li.lastChild, notice.text);
}

function makeFailure(reload) {
  const glyph = icon('fails');
  const sentence = make('span', { class: 'note-text' });
  const code = make('span', { class: 'note-code mono' });
  const again = make('button', { type: 'button', class: 'plain', click: reload });
  text(again, words.tryAgain);
  const node = make('div', { class: 'failure', hidden: true }, make('p', {}, glyph, sentence, code), again);
  return {
    node,
    draw(failure) {
      node.hidden = !failure;
      text(sentence, failure?.text);
      text(code, failure?.code);
    },
  };
}
