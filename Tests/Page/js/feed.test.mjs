import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { backOff, cutEvents } = await load('feed.js');

test('events are cut whole, and a half one waits for its rest', () => {
  const { events, rest } = cutEvents('event: player\ndata: {"a":1}\n\nevent: heart');
  assert.deepEqual(events, [{ name: 'player', data: '{"a":1}' }]);
  assert.equal(rest, 'event: heart');
});

test('carriage returns, comments, ids and data of many lines are read as the standard says', () => {
  const { events } = cutEvents(': hello\r\n\r\nid: e-1\r\nevent: x\r\ndata: 1\r\ndata:2\r\n\r\n');
  assert.deepEqual(events, [{ name: 'x', data: '1\n2' }]);
});

test('every cut of a stream gives the same events', () => {
  const stream = 'event: player\r\ndata: {"a": "b"}\r\n\r\nevent: heartbeat\ndata: {}\n\n';
  const whole = cutEvents(stream).events;
  assert.equal(whole.length, 2);
  for (let at = 0; at <= stream.length; at += 1) {
    const first = cutEvents(stream.slice(0, at));
    const second = cutEvents(first.rest + stream.slice(at));
    assert.deepEqual([...first.events, ...second.events], whole, `cut at ${at}`);
  }
});

test('waits are 0.5, 1, 2, 4, 8, 8 seconds, give or take a fifth', () => {
  const middle = [1, 2, 3, 4, 5, 6, 60].map(tries => backOff(tries, 0.5));
  assert.deepEqual(middle, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
  assert.equal(backOff(1, 0), 400);
  assert.equal(backOff(1, 1), 600);
});
