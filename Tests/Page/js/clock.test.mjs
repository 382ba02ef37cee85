import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { elapsed, positionAt, untilNextSecond } = await load('clock.js');

test('a moving anchor counts on from the host clock and the time since it was heard', () => {
  assert.equal(positionAt({ positionMs: 5000, atMs: 1000, rate: 1 }, 3000, 100, 600), 7500);
});

test('a resting anchor stays where it was', () => {
  assert.equal(positionAt({ positionMs: 5000, atMs: 1000, rate: 0 }, 90000, 0, 90000), 5000);
});

test('an anchor of the future, or a clock that stepped back, never gives less than the anchor', () => {
  assert.equal(positionAt({ positionMs: 5000, atMs: 4000, rate: 1 }, 3000, 0, 0), 5000);
  assert.equal(positionAt({ positionMs: 5000, atMs: 3000, rate: 1 }, 3000, 100, 0), 5000);
});

test('no anchor, no position', () => assert.equal(positionAt(null, 0, 0, 0), null));

for (const [ms, said] of [[0, '0:00'], [999, '0:00'], [61000, '1:01'], [3599999, '59:59'], [3600000, '1:00:00'],
  [90061000, '25:01:01']]) {
  test(`${ms} ms is ${said}`, () => assert.equal(elapsed(ms), said));
}

test('the next rewrite is just after the next second, and none while nothing moves', () => {
  assert.equal(untilNextSecond(1300, 1), 705);
  assert.equal(untilNextSecond(1300, 0), null);
});
