// The transport: the same player on every screen, and the one place for messages.
import { elapsed, positionAt, untilNextSecond } from '../clock.js';
import { draw as drawIcon, icon, list, make, set, text } from '../dom.js';
import { isLive, look, note, nowModel, reasonOf } from '../store.js';
import { timeOfDay, words } from '../words.js';

const placeholders = ['play', 'pause', 'stop', 'previous', 'next', 'mute'].map(id => ({ id, label: '', icon: id, enabled: false }));
const sendEveryMs = 120;

/// Builds the deck in `el` and returns what draws a state into it.
export function mountDeck(el, context) {
  const glyph = icon('rests');
  const word = make('span');
  const time = make('span', { class: 'elapsed', 'aria-hidden': 'true' });
  const live = make('span', { class: 'unseen' });
  const status = make('p', { class: 'status mono' }, glyph, word, time, live);
  const title = make('p', { class: 'deck-title' });
  const onAir = make('p', { class: 'deck-air' });
  const keys = make('div', { class: 'keys' });
  const volume = makeVolume(context);
  const message = makeNote(context);
  el.append(message.node, make('div', { class: 'strip' },
    make('div', { class: 'deck-head' }, status, title, onAir), keys, volume.node));
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--deck', `${el.offsetHeight}px`);
  }).observe(el);

  const clock = makeClock(time, context);

  return state => {
    const model = nowModel(state);
    const link = linkWords(state);
    const tone = link ? 'fails' : model?.tone ?? 'rests';
    set(el, 'aria-label', model?.playerLabel ?? words.player);
    set(el, 'data-tone', tone);
    drawIcon(glyph, link ? 'link' : tone);
    set(status, 'data-link', Boolean(link));
    text(word, link ?? model?.eyebrow ?? words.connecting);
    text(live, link ? null : model?.position?.liveText);
    text(title, model?.title);
    text(onAir, model?.onAir);
    document.title = [model?.media ? model.title : null, model?.shell.product ?? words.product].filter(Boolean).join(' · ');
    set(el, 'data-blank', !model);
    const drawn = model?.controls.filter(control => control.kind !== 'range') ?? placeholders;
    list(keys, drawn, control => control.id, control => makeKey(control, context), (key, control) => {
      drawKey(key, control, state, model !== null);
    });
    volume.draw(state, model?.controls.find(control => control.kind === 'range') ?? null);
    message.draw(note(state));
    clock(state);
  };
}

/// The connection in words; null while it is well.
function linkWords(state) {
  const { link } = state;
  if (link.state === 'offline') return words.offlineSince(timeOfDay(link.since));
  return link.state === 'reconnecting' ? words.reconnecting(link.tries) : null;
}

function makeKey(control, context) {
  const reason = make('span', { class: 'unseen', id: `why-${control.id}` });
  const button = make('button', { type: 'button', class: 'key', 'data-id': control.id, click: () => {
    if (button.control) context.press(button.control);
  } }, icon(control.icon), make('span', { class: 'key-word' }), icon('mark'));
  return make('div', { class: 'slot' }, button, reason);
}

function drawKey(node, control, state, isKnown) {
  const [button, reason] = node.children;
  button.control = isKnown ? control : null;
  const why = isKnown ? reasonOf(state, control) : '';
  const seen = isKnown ? look(state, control) : 'rest';
  drawIcon(button.firstChild, control.icon);
  text(button.children[1], control.label);
  text(reason, why);
  set(button, 'data-look', seen);
  set(button, 'aria-disabled', why === null ? null : 'true');
  set(button, 'aria-describedby', why ? reason.id : null);
  set(button, 'aria-pressed', control.pressed === null || control.pressed === undefined ? null : String(control.pressed));
  set(button, 'aria-busy', seen === 'hollow' ? 'true' : null);
}

/// Follows the finger, sends the newest value at most every 120 ms, and settles on what is read back.
function makeVolume(context) {
  let control = null;
  let held = null;
  let isSending = false;
  let wanted = null;
  let settles = 0;
  const name = make('span', { class: 'volume-name' });
  const number = make('output', { class: 'volume-number', 'aria-hidden': 'true' });
  const range = make('input', { type: 'range', min: '0', max: '100', value: '0', id: 'volume', input: follow, change: follow });
  const label = make('label', { class: 'volume-label mono', for: 'volume' }, name, number);
  const reason = make('span', { class: 'unseen', id: 'why-volume' });
  const node = make('div', { class: 'volume' }, label, range, reason);

  function follow() {
    if (!control || reasonOf(context.state(), control) !== null) {
      if (control) context.press(control);
      return show(control?.value ?? 0);
    }
    held = Number(range.value);
    wanted = held;
    show(held);
    if (!isSending) sendWanted();
  }

  async function sendWanted() {
    isSending = true;
    while (wanted !== null) {
      const value = wanted;
      wanted = null;
      const pause = new Promise(done => setTimeout(done, sendEveryMs));
      await context.press(control, { values: { [control.field]: value } });
      await pause;
    }
    isSending = false;
    const mine = ++settles;
    await context.load('now');
    if (isSending || mine !== settles) return;
    held = null;
    context.redraw();
  }

  function show(value) {
    if (range.value !== String(value)) range.value = String(value);
    text(number, String(value));
    const isSettled = control && value === control.value;
    set(range, 'aria-valuetext', control ? (isSettled ? control.valueText : `${value} ${control.unit ?? ''}`.trim()) : null);
  }

  return {
    node,
    draw(state, next) {
      control = next;
      const why = control ? reasonOf(state, control) : '';
      set(range, 'aria-disabled', why === null ? null : 'true');
      set(range, 'aria-describedby', why ? reason.id : null);
      set(node, 'data-look', control ? (held === null ? look(state, control) : 'hollow') : 'rest');
      text(reason, why);
      text(name, control?.label);
      if (!control) return;
      set(range, 'max', control.max);
      set(range, 'step', control.step);
      if (held === null) show(control.value);
    },
  };
}

/// The one renderer of messages: glyph, sentence, code, and what to do.
function makeNote(context) {
  let action = null;
  const glyph = icon('rests');
  const sentence = make('span', { class: 'note-text' });
  const code = make('span', { class: 'note-code mono' });
  const button = make('button', { type: 'button', class: 'plain', click: () => {
    if (!action) return;
    if (action.reconnect) context.reconnect();
    else if (action.change) context.change(action.change);
    else if (action.again) context.press(action.again.control, again(action.again));
    else context.press(action.control);
  } });
  const node = make('div', { class: 'note', hidden: true }, make('p', {}, glyph, sentence, code), button);
  return {
    node,
    draw(message) {
      // A button that goes away must not drop the focus to the top of the page.
      if (node.contains(document.activeElement) && !message?.action) {
        document.querySelector('.key')?.focus({ preventScroll: true });
      }
      node.hidden = !message;
      action = message?.action ?? null;
      if (!message) return;
      set(node, 'data-tone', message.tone);
      drawIcon(glyph, message.tone);
      text(sentence, message.text);
      text(code, message.code);
      button.hidden = !action;
      text(button, action?.label);
    },
  };
}

const again = press => ({ media: press.media, values: press.values });

/// Rewrites the elapsed time once a second, and only while it moves and is seen.
function makeClock(node, context) {
  let timer = null;
  function tick() {
    clearTimeout(timer);
    timer = null;
    const state = context.state();
    const player = state.player;
    const anchor = nowModel(state)?.position ? player?.snapshot.position : null;
    if (!anchor) return text(node, '');
    if (!isLive(state)) return;
    const ms = positionAt(anchor, player.nowMs, player.at, performance.now());
    text(node, elapsed(ms));
    const next = untilNextSecond(ms, anchor.rate);
    if (next !== null && !document.hidden) timer = setTimeout(tick, next);
  }
  document.addEventListener('visibilitychange', tick);
  return tick;
}
