import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { announcement, apply, initial, isNowBehind, look, note, reasonOf, rowLook } = await load('store.js');
const { words } = await load('words.js');

const play = { id: 'play', act: 'play', enabled: true, pressed: false };
const stop = { id: 'stop', act: 'stop', enabled: true, pressed: null };
const mute = { id: 'mute', act: 'mute', enabled: true, pressed: false };
const row = media => ({ media, enabled: true });

const model = (rev, more = {}) => ({
  epoch: 'e', rev, tone: 'rests', eyebrow: 'Stopped', title: 'WSUM', media: 'station:us.wsum', onAir: null, notices: [],
  ...more,
});
const snapshot = (rev, generation, epoch = 'e') => ({ epoch, rev, generation });
const run = (state, ...events) => events.reduce(apply, state);
const now = (rev, more) => ({ type: 'model', page: 'now', model: model(rev, more), at: 0 });
const player = (rev, generation, epoch) => ({ type: 'player', snapshot: snapshot(rev, generation, epoch), nowMs: 0, at: 0 });
const link = (state, tries = 0, since = null) => ({ type: 'link', state, tries, since });
const sent = (control, seq, media) => ({ type: 'sent', control, seq, media });
const answered = (slot, seq, verdict, told, text = 'why') =>
  ({ type: 'answered', slot, seq, end: { verdict, text, code: null, player: told } });

const live = run(initial, link('live'), player(1, 1), now(1));

test('a pressed key is hollow at once, and never solid before the model says so', () => {
  let state = run(live, sent(play, 1));
  assert.equal(look(state, play), 'hollow');
  state = run(state, answered('transport', 1, 'confirmed', snapshot(3, 2)), player(3, 2));
  assert.equal(look(state, play), 'hollow');
  const seen = now(3, { tone: 'sounds' });
  state = run(state, seen);
  assert.equal(look(state, { ...play, pressed: true }), 'solid');
  assert.deepEqual(state.presses, {});
});

test('an answer that comes after its model settles at once', () => {
  const state = run(live, sent(play, 1), player(3, 2), now(3), answered('transport', 1, 'confirmed', snapshot(3, 2)));
  assert.deepEqual(state.presses, {});
});

test('an unconfirmed press is marked, with words and Try again, and forgotten when sound comes later', () => {
  let state = run(live, sent(play, 1), player(2, 2), now(2, { tone: 'waits' }),
    answered('transport', 1, 'unconfirmed', snapshot(2, 2), 'No proof'));
  assert.equal(look(state, play), 'marked');
  assert.equal(note(state).text, 'No proof');
  assert.equal(note(state).action.label, words.tryAgain);
  state = run(state, player(3, 2), now(3, { tone: 'sounds' }));
  assert.equal(look(state, play), 'rest');
  assert.equal(note(state), null);
});

test('an unconfirmed press is forgotten when the failure comes after it, and the failure is what is told', () => {
  let state = run(live, sent(play, 1), player(2, 2), now(2, { tone: 'waits' }),
    answered('transport', 1, 'unconfirmed', snapshot(2, 2), 'No proof'));
  assert.equal(note(state).text, 'No proof');
  const notice = { code: 'upstream_timeout', severity: 'error', text: 'Nothing came', action: null };
  state = run(state, player(3, 2), now(3, { tone: 'fails', notices: [notice] }));
  assert.deepEqual(state.presses, {});
  assert.equal(note(state).code, 'upstream_timeout');
});

test('an unconfirmed press is forgotten when a newer command owns the player', () => {
  const state = run(live, sent(play, 1), player(2, 2), answered('transport', 1, 'unconfirmed', snapshot(2, 2)), player(3, 3));
  assert.deepEqual(state.presses, {});
});

test('a press without any answer stays marked until the host shows what became of it', () => {
  let state = run(live, sent(play, 1), answered('transport', 1, 'unconfirmed', undefined, words.noAnswer));
  assert.equal(look(state, play), 'marked');
  state = run(state, player(2, 2), now(2, { tone: 'waits' }));
  assert.equal(look(state, play), 'marked');
  state = run(state, player(3, 2), now(3, { tone: 'sounds' }));
  assert.deepEqual(state.presses, {});
});

test('a superseded press vanishes without a word', () => {
  const state = run(live, sent(play, 1), answered('transport', 1, 'superseded', snapshot(2, 2)));
  assert.deepEqual(state.presses, {});
  assert.equal(note(state), null);
});

test('the answer to an older press of the slot changes nothing', () => {
  const state = run(live, sent(play, 1, 'station:a'), sent(play, 2, 'station:b'));
  assert.equal(run(state, answered('transport', 1, 'failed', snapshot(2, 2))), state);
});

test('a stop that was sent leaves the play key solid until the stop is seen', () => {
  const playing = { ...play, pressed: true };
  const state = run(live, sent(stop, 1));
  assert.equal(look(state, playing), 'solid');
  assert.equal(look(state, stop), 'hollow');
});

test('a failed press shows its reason, but the host’s own error comes first', () => {
  const state = run(live, sent(play, 1), answered('transport', 1, 'failed', snapshot(2, 2), 'refused by the server'));
  assert.equal(look(state, play), 'failed');
  assert.equal(note(state).text, 'refused by the server');
  const notices = [{ code: 'not_found', severity: 'error', text: 'No such stream', action: null }];
  assert.equal(note(run(state, now(1, { notices }))).text, 'No such stream');
});

test('a failed mute is forgotten with the next change of the player', () => {
  const state = run(live, sent(mute, 1), answered('mute', 1, 'failed', snapshot(1, 1)));
  assert.equal(look(state, mute), 'failed');
  assert.deepEqual(run(state, player(2, 1)).presses, {});
});

test('a pressed row is hollow, the playing row solid, the others rest', () => {
  const state = run(live, now(2, { tone: 'sounds' }), sent(play, 1, 'station:fr.fip'));
  assert.equal(rowLook(state, row('station:fr.fip')), 'hollow');
  assert.equal(rowLook(state, row('station:us.wsum')), 'solid');
  assert.equal(rowLook(state, row('station:de.dlf')), 'rest');
  assert.equal(look(state, play), 'hollow');
});

test('nothing acts while the host is out of reach, and the reason is said', () => {
  const state = run(live, link('reconnecting', 1, 5));
  assert.equal(reasonOf(state, play), words.notConnected);
  assert.equal(reasonOf(live, play), null);
  assert.equal(reasonOf(live, { ...play, enabled: false, reason: 'Choose a station first.' }), 'Choose a station first.');
});

test('the now model is behind when the event has a newer revision or another epoch', () => {
  assert.equal(isNowBehind(live), false);
  assert.equal(isNowBehind(run(live, player(2, 1))), true);
  assert.equal(isNowBehind(run(live, player(1, 1, 'other'))), true);
  assert.equal(isNowBehind(run(live, now(5))), false);
});

test('a failed page keeps the last model and when it was read', () => {
  const state = run(live, { type: 'modelFailed', page: 'now', failure: { text: 'no', code: null } });
  assert.equal(state.pages.now.model.rev, 1);
  assert.equal(state.pages.now.at, 0);
  assert.equal(state.pages.now.failure.text, 'no');
});

test('loss is said once and at once, return politely', () => {
  const lost = run(live, link('reconnecting', 1, 5));
  assert.deepEqual(announcement(live, lost), { assertive: words.lost });
  const longer = run(lost, link('offline', 9, 5));
  assert.equal(announcement(lost, longer), null);
  assert.deepEqual(announcement(longer, run(longer, link('live'))), { polite: words.back });
});

test('a change of title is said, a change of revision is not', () => {
  assert.equal(announcement(live, run(live, now(2))), null);
  const heard = run(live, now(2, { tone: 'sounds', eyebrow: 'Playing', onAir: 'A – B' }));
  assert.deepEqual(announcement(live, heard), { polite: 'Playing. WSUM. A – B' });
});

test('a failed play is said at once, an unconfirmed one politely', () => {
  const pressed = run(live, sent(play, 1));
  const failed = run(pressed, answered('transport', 1, 'failed', snapshot(2, 2), 'gone'));
  assert.deepEqual(announcement(pressed, failed), { assertive: 'gone' });
  const open = run(pressed, answered('transport', 1, 'unconfirmed', snapshot(2, 2), 'no proof'));
  assert.deepEqual(announcement(pressed, open), { polite: 'no proof' });
});

test('an equal revision of a topic changes nothing', () => {
  const state = run(live, { type: 'topic', topic: 'stations', revision: 7 });
  assert.equal(run(state, { type: 'topic', topic: 'stations', revision: 7 }), state);
});
