// What the page knows, as one value, and how each event changes it. Touches no DOM and no clock.
import { words } from './words.js';

export const initial = {
  /// `connecting`, `live`, `reconnecting`, `offline`; `since` is when the connection was lost.
  link: { state: 'connecting', tries: 0, since: null },
  /// What the last `player` event said, with the clocks that belong to it.
  player: null,
  /// By name: `{model, at, failure}`; a failure keeps the last model.
  pages: {},
  /// Revisions of the large topics.
  topics: {},
  /// By slot: the newest press whose end has not been seen yet.
  presses: {},
  /// Why the key that was just pressed does nothing now.
  hint: null,
};

/// Keys of one slot replace each other's commands; the newest press owns the slot.
export function slotOf(control) {
  return control.act === 'mute' || control.act === 'volume' || control.act === 'pair' ? control.act : 'transport';
}

export function apply(state, event) {
  switch (event.type) {
    case 'link': return { ...state, hint: null, link: { state: event.state, tries: event.tries, since: event.since } };
    case 'player': return settle({ ...state, hint: null, player: { snapshot: event.snapshot, nowMs: event.nowMs, at: event.at } });
    case 'topic': {
      if (state.topics[event.topic] === event.revision) return state;
      return { ...state, topics: { ...state.topics, [event.topic]: event.revision } };
    }
    case 'model': {
      const page = { model: event.model, at: event.at, failure: null };
      return settle({ ...state, pages: { ...state.pages, [event.page]: page } });
    }
    case 'modelFailed': {
      const page = { model: null, at: null, ...state.pages[event.page], failure: event.failure };
      return { ...state, pages: { ...state.pages, [event.page]: page } };
    }
    case 'sent': {
      const { control, media, values, seq } = event;
      const { generation, rev } = state.player?.snapshot ?? {};
      const press = { id: control.id, control, media, values, seq, generation, rev, end: null };
      return { ...state, hint: null, presses: { ...state.presses, [slotOf(event.control)]: press } };
    }
    case 'answered': return answered(state, event);
    case 'route': return { ...without(state, 'pair'), hint: null };
    case 'hint': return { ...state, hint: event.text };
    default: return state;
  }
}

/// The answer to a press: only the newest press of its slot is waited for.
function answered(state, { slot, seq, end }) {
  const press = state.presses[slot];
  if (!press || press.seq !== seq) return state;
  if (end.verdict === 'superseded') return without(state, slot);
  return settle({ ...state, presses: { ...state.presses, [slot]: { ...press, end } } });
}

function without(state, slot) {
  const presses = { ...state.presses };
  delete presses[slot];
  return { ...state, presses };
}

/// Forgets each press whose end is seen in the model, or that a later command has overtaken.
function settle(state) {
  const model = state.pages.now?.model;
  let next = state;
  for (const [slot, press] of Object.entries(state.presses)) {
    if (press.end && isSeen(press, slot, model, state.player?.snapshot)) next = without(next, slot);
  }
  return next;
}

function isSeen(press, slot, model, snapshot) {
  const told = press.end.player;
  if (press.end.verdict === 'confirmed') {
    return !told || !model || model.epoch !== told.epoch || model.rev >= told.rev;
  }
  if (!snapshot || slot === 'pair') return false;
  if (told && snapshot.epoch !== told.epoch) return true;
  if (slot !== 'transport') return snapshot.rev > (told ?? press).rev;
  if (told && snapshot.generation > told.generation) return true;
  if (!model || model.rev < snapshot.rev) return false;
  // No answer came: what the host says after a newer command was taken is the answer.
  if (!told) return snapshot.generation > press.generation && model.tone !== 'waits';
  // What came of it after all, sound or failure, is the player's own to tell.
  return press.end.verdict === 'unconfirmed' && (model.tone === 'sounds' || model.tone === 'fails');
}

export const isLive = state => state.link.state === 'live';
export const nowModel = state => state.pages.now?.model ?? null;

/// Whether the now model is older than the player's last event.
export function isNowBehind(state) {
  const model = nowModel(state);
  const snapshot = state.player?.snapshot;
  if (!snapshot) return false;
  return !model || model.epoch !== snapshot.epoch || model.rev < snapshot.rev;
}

/// How a control looks: `rest`, `hollow` (asked, not seen), `solid` (seen), `marked` (asked, and not seen in time), `failed`.
export function look(state, control) {
  const press = state.presses[slotOf(control)];
  if (press && press.id === control.id && press.media === undefined) return pressLook(press);
  if (press && press.media !== undefined && control.id === 'play') return pressLook(press);
  if (control.pending) return 'hollow';
  return control.pressed ? 'solid' : 'rest';
}

function pressLook(press) {
  if (!press.end || press.end.verdict === 'confirmed') return 'hollow';
  return press.end.verdict === 'unconfirmed' ? 'marked' : 'failed';
}

/// How a station's row looks; its media is the player's, or it was just pressed.
export function rowLook(state, row) {
  const press = state.presses.transport;
  if (press && press.media === row.media) return pressLook(press);
  const model = nowModel(state);
  if (!model || model.media !== row.media) return 'rest';
  return model.tone === 'sounds' ? 'solid' : model.tone === 'waits' ? 'hollow' : 'current';
}

/// Why a control does nothing now; null while it acts.
export function reasonOf(state, control) {
  if (!isLive(state)) return words.notConnected;
  return control.enabled === false ? control.reason ?? '' : null;
}

/// The one message of the moment, or null: `{tone, text, code, action}`; `action` is `{label, again}` with a press to
/// repeat, `{label, control}`, or `{label, reconnect}`.
export function note(state) {
  if (state.link.state === 'offline') {
    return { tone: 'fails', text: words.notConnected, code: null, action: { label: words.tryNow, reconnect: true } };
  }
  const model = nowModel(state);
  const notice = model?.notices?.[0];
  for (const slot of ['transport', 'volume', 'mute', 'pair']) {
    const press = state.presses[slot];
    if (!press?.end || press.end.verdict === 'confirmed') continue;
    if (slot === 'transport' && notice?.severity === 'error' && press.end.verdict === 'failed') break;
    return {
      tone: press.end.verdict === 'unconfirmed' ? 'waits' : 'fails',
      text: press.end.text, code: press.end.code,
      action: slot === 'pair' ? null : { label: words.tryAgain, again: press },
    };
  }
  if (state.hint) return { tone: 'rests', text: state.hint, code: null, action: null };
  if (!notice) return null;
  const action = notice.action ? { label: notice.action.label, control: notice.action } : null;
  return { tone: toneOf(notice), text: notice.text, code: notice.code, action };
}

export const toneOf = notice => ({ error: 'fails', warning: 'waits' })[notice.severity] ?? 'rests';

/// What a screen reader should hear after a change: `{polite}` or `{assertive}`, or null. Never the position.
export function announcement(before, after) {
  const down = state => state.link.state === 'reconnecting' || state.link.state === 'offline';
  if (down(after) && !down(before)) return { assertive: words.lost };
  if (down(before) && isLive(after)) return { polite: words.back };
  const message = note(after);
  if (message && message.text !== note(before)?.text && !down(after)) {
    return message.tone === 'fails' ? { assertive: message.text } : { polite: message.text };
  }
  const [old, now] = [nowModel(before), nowModel(after)];
  if (!old || !now) return null;
  const line = model => [model.eyebrow, model.media ? model.title : null, model.onAir].filter(Boolean).join('. ');
  return line(old) === line(now) ? null : { polite: line(now) };
}
