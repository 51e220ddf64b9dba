import { expect, test } from 'vitest';
import { BackOff } from './back-off.ts';

test('what keeps ending is started again ever later, up to half a minute', () => {
  const backOff = new BackOff();
  const pauses = Array.from({ length: 10 }, () => backOff.afterEnd(200));
  expect(pauses).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('after a run of more than a minute it is started at once again', () => {
  const backOff = new BackOff();
  for (let end = 0; end < 5; end += 1) backOff.afterEnd(200);
  expect([backOff.afterEnd(61_000), backOff.afterEnd(200)]).toEqual([0, 500]);
});
