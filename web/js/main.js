// Starts the rest: one state, one render, and who asks the host for what.
import * as api from './api.js';
import { make, list, set, text } from './dom.js';
import { Feed } from './feed.js';
import { listenForKeys } from './keys.js';
import { Voice } from './say.js';
import { isChanging, messageOf, requestOf } from './shelf.js';
import { announcement, apply, initial, isNowBehind, nowModel, reasonOf, slotOf } from './store.js';
import { mountDeck } from './ui/deck.js';
import { words } from './words.js';

const screens = {
  now: () => import('./screens/now.js'),
  radio: () => import('./screens/radio.js'),
  host: () => import('./screens/host.js'),
};
const find = id => document.getElementById(id);
const voice = new Voice(find('polite'), find('assertive'));

let state = initial;
let presses = 0;
let screen = null;
let isDrawing = false;

function dispatch(event) {
  const before = state;
  state = apply(state, event);
  if (state === before) return;
  const message = announcement(before, state);
  if (message) voice.say(message);
  redraw();
}

/// Draws the state with the next frame; a hidden page has none.
function redraw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    drawNav();
    deck(state);
    screen?.draw(state);
  });
}

// Asking for pages: one request a page at a time, and the newest question wins.

const asking = {};

/// Done when the newest answer is in; a question that is already on its way is asked once more after it.
function load(name, query = '') {
  const open = asking[name];
  if (open?.query === query) {
    open.again = true;
    return open.done;
  }
  open?.abort.abort();
  const mine = asking[name] = { query, again: false, abort: new AbortController() };
  mine.done = ask(name, mine);
  return mine.done;
}

async function ask(name, mine) {
  do {
    mine.again = false;
    try {
      const model = await api.page(name, mine.query, mine.abort.signal);
      dispatch({ type: 'model', page: name, model, at: Date.now() });
    } catch (failure) {
      if (failure.name === 'AbortError') return;
      dispatch({ type: 'modelFailed', page: name, failure });
      break;
    }
  } while (mine.again && asking[name] === mine);
  if (asking[name] === mine) delete asking[name];
}

const feed = new Feed('/v1/events?topics=player,stations,presets', {
  headers: api.headers,
  onEvent: (name, value) => {
    if (name === 'player') {
      dispatch({ type: 'player', snapshot: value.player, nowMs: value.nowMs, at: performance.now() });
      if (isNowBehind(state)) load('now');
      screen?.moved?.(state);
    } else if (name === 'stations' || name === 'presets') {
      dispatch({ type: 'topic', topic: name, revision: value.revision });
      screen?.moved?.(state);
    }
  },
  onLink: link => {
    const wasLost = state.link.state === 'reconnecting' || state.link.state === 'offline';
    dispatch({ type: 'link', ...link });
    if (link.state === 'live' && wasLost) {
      load('now');
      screen?.reload();
    }
  },
});

// Pressing: sent once, then watched.

/// `media` names the row that was pressed; `values` join the body.
async function press(control, { media, values } = {}) {
  const reason = reasonOf(state, control);
  if (reason !== null) return dispatch({ type: 'hint', text: reason });
  const seq = ++presses;
  const body = media === undefined ? values : { ...values, [control.field]: media };
  dispatch({ type: 'sent', control, media, values, seq });
  const end = await api.send(control, body);
  dispatch({ type: 'answered', slot: slotOf(control), seq, end });
  load('now');
  return end;
}

// Changing the presets: shown at once, sent one after the other, taken back where the host does not do it.

const radio = () => state.pages.radio?.model;
const reloadRadio = () => (screen?.name === 'radio' ? screen.reload() : load('radio', radio()?.query));
let changing = Promise.resolve();

/// `wanted` is as in shelf.js, with the control whose reason counts.
function change(wanted) {
  const reason = reasonOf(state, wanted.control);
  if (reason !== null) return dispatch({ type: 'hint', text: reason });
  if (isChanging(state.shelf, wanted.media)) return;
  const seq = ++presses;
  dispatch({ type: 'changing', change: { ...wanted, seq } });
  changing = changing.then(() => carryOut(wanted, seq));
}

async function carryOut(wanted, seq) {
  const section = radio()?.presets;
  const request = section && requestOf(section, wanted);
  const end = request && await api.send(request.control, request.values);
  const isDone = end?.verdict === 'confirmed';
  if (isDone && !(radio().presets?.revision >= end.answer.revision)) await reloadRadio();
  const message = messageOf(wanted, end);
  dispatch({ type: 'changed', seq, message });
  if (isDone && !message) voice.say({ polite: end.text });
  // What came of it is for the host to say.
  if (end && !isDone) await reloadRadio();
}

const context = {
  press,
  change,
  load,
  redraw,
  state: () => state,
  say: message => voice.say(message),
  reconnect: () => feed.now(),
  go: name => { location.hash = `#/${name}`; },
};

// The shell.

text(find('skip'), words.skip);
find('skip').addEventListener('click', event => {
  event.preventDefault();
  find('main').querySelector('h1')?.focus();
});
const deck = mountDeck(find('deck'), context);

function drawNav() {
  const shell = nowModel(state)?.shell;
  if (!shell) return;
  set(document.documentElement, 'lang', shell.lang);
  text(find('product'), [shell.product, shell.host].filter(Boolean).join(' · '));
  set(find('nav'), 'aria-label', shell.navigationLabel);
  const create = page => make('a', { href: `#/${page.id}` });
  list(find('nav'), shell.navigation, page => page.id, create, (link, page) => {
    text(link, page.label);
    set(link, 'aria-current', page.id === screen?.name ? 'page' : null);
  });
}

/// Shows the page that the address names. A link goes somewhere; it never acts.
async function route() {
  const named = location.hash.replace(/^#\/?/, '').split(/[/?]/)[0];
  const name = Object.hasOwn(screens, named) ? named : 'now';
  if (screen?.name === name) return;
  const isFirst = screen === null;
  const { mount } = await screens[name]();
  screen?.unmount();
  dispatch({ type: 'route' });
  screen = { name, ...mount(find('main'), context) };
  drawNav();
  screen.draw(state);
  screen.reload();
  scrollTo(0, 0);
  if (!isFirst) find('main').querySelector('h1')?.focus({ preventScroll: true });
}

addEventListener('hashchange', route);
listenForKeys(context);
await Promise.all([route(), load('now')]);
