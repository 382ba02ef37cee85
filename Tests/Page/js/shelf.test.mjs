import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { isChanging, laidOver, messageOf, requestOf, shownRows } = await load('shelf.js');
const { announcement, apply, initial, note } = await load('store.js');

const row = (key, position) => ({ media: `station:${key}`, title: key, position, path: `/v1/presets/p-${key}` });
const section = (...keys) => ({
  rows: keys.map(row),
  add: { id: 'add', path: '/v1/presets', method: 'POST', field: 'media' },
  remove: { id: 'remove', path: '/v1/presets', method: 'DELETE' },
  move: { id: 'move', path: '/v1/presets', method: 'PATCH', field: 'position' },
});
const keys = rows => rows.map(one => one.title);
const change = (kind, key, more = {}) => ({ kind, media: `station:${key}`, row: row(key), ...more });
const run = (state, ...events) => events.reduce(apply, state);
const begin = (seq, wanted) => ({ type: 'changing', change: { ...wanted, seq } });

for (const [wanted, expected] of [
  [change('add', 'd'), ['a', 'b', 'c', 'd']], [change('add', 'd', { to: 1 }), ['a', 'd', 'b', 'c']],
  [change('remove', 'b'), ['a', 'c']], [change('move', 'a', { to: 2 }), ['b', 'c', 'a']],
  [change('move', 'c', { to: 0 }), ['c', 'a', 'b']], [change('move', 'b', { to: 1 }), ['a', 'b', 'c']],
]) {
  test(`${wanted.kind} of ${wanted.row.title} to ${wanted.to} is shown at once, and laid over itself changes nothing`, () => {
    const once = laidOver(section('a', 'b', 'c').rows, wanted);
    assert.deepEqual(keys(once), expected);
    assert.deepEqual(keys(laidOver(once, wanted)), expected);
  });
}

test('a change of a row that is gone meanwhile shows nothing', () => {
  assert.deepEqual(keys(laidOver(section('a').rows, change('move', 'b', { to: 0 }))), ['a']);
  assert.deepEqual(keys(laidOver(section('a').rows, change('remove', 'b'))), ['a']);
});

test('changes are shown in the order of their presses until each has ended', () => {
  let state = run(initial, begin(1, change('move', 'a', { to: 2 })), begin(2, change('remove', 'b')), begin(3, change('add', 'd')));
  assert.deepEqual(keys(shownRows(section('a', 'b', 'c'), state.shelf)), ['c', 'a', 'd']);
  assert.equal(isChanging(state.shelf, 'station:b'), true);
  state = run(state, { type: 'changed', seq: 2, message: null });
  assert.deepEqual(keys(shownRows(section('a', 'b', 'c'), state.shelf)), ['b', 'c', 'a', 'd']);
  assert.equal(isChanging(state.shelf, 'station:b'), false);
});

test('a refused change leaves exactly what the host says, and says why at once', () => {
  const before = run(initial, { type: 'link', state: 'live', tries: 0, since: null });
  const asked = run(before, begin(1, change('remove', 'b')));
  const end = { verdict: 'failed', text: 'The disk did not take it.', code: 'storage_failed' };
  const after = run(asked, { type: 'changed', seq: 1, message: messageOf(change('remove', 'b'), end) });
  const told = section('a', 'b', 'c');
  assert.equal(shownRows(told, after.shelf), told.rows);
  assert.deepEqual(note(after), { tone: 'fails', text: 'The disk did not take it.', code: 'storage_failed', action: null });
  assert.deepEqual(announcement(asked, after), { assertive: 'The disk did not take it.' });
  assert.equal(note(run(after, begin(2, change('remove', 'a')))), null);
});

test('a change is sent by what the host says when its turn comes', () => {
  const told = { ...section('a', 'b', 'c') };
  // A saved station that is gone stands between them, and is not shown.
  told.rows[1].position = 2;
  told.rows[2].position = 3;
  assert.deepEqual(requestOf(told, change('move', 'a', { to: 1 })).values, { position: 2 });
  assert.deepEqual(requestOf(told, change('move', 'c', { to: 0 })).values, { position: 0 });
  assert.equal(requestOf(told, change('move', 'c', { to: 9 })), null);
  assert.equal(requestOf(told, change('move', 'c', { to: 2 })), null);
  assert.equal(requestOf(told, change('move', 'z', { to: 0 })), null);
  assert.equal(requestOf(told, change('move', 'b', { to: 0 })).control.path, '/v1/presets/p-b');
  assert.equal(requestOf(told, change('remove', 'b')).control.method, 'DELETE');
  assert.equal(requestOf(told, change('remove', 'z')), null);
  assert.deepEqual(requestOf(told, change('add', 'z')).values, { media: 'station:z' });
  assert.equal(requestOf(told, change('add', 'a')), null);
});

test('a removal offers the way back to its place, and taking it is an add of the same row', () => {
  const action = { label: 'Undo', method: 'POST', path: '/v1/presets', body: { media: 'station:b', position: 1 } };
  const end = { verdict: 'confirmed', answer: { notice: { text: 'b is no longer a preset.', action } } };
  const { action: { label, change: undo }, tone } = messageOf(change('remove', 'b', { at: 1 }), end);
  assert.equal(label, 'Undo');
  assert.equal(tone, 'rests');
  assert.deepEqual(keys(laidOver(section('a', 'c').rows, undo)), ['a', 'b', 'c']);
  assert.deepEqual(requestOf(section('a', 'c'), undo), { control: action, values: { media: 'station:b', position: 1 } });
});

test('what is shown needs no words', () => {
  assert.equal(messageOf(change('add', 'b'), { verdict: 'confirmed', answer: { notice: { text: 'b is one.', action: null } } }), null);
  assert.equal(messageOf(change('add', 'b'), null), null);
});
