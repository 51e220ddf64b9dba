import { expect, test } from 'vitest';
import { createSeenVersions } from './seen-versions.ts';

test('remembers the newest version it was given', () => {
  const seen = createSeenVersions();
  seen.note('item-1', 3);
  seen.note('item-1', 2);
  expect([seen.of('item-1'), seen.of('item-2')]).toEqual([3, 0]);
});

test('forgets after a second, so that a database set back is believed again', () => {
  let time = 0;
  const seen = createSeenVersions(() => time);
  seen.note('item-1', 9);
  time = 999;
  expect(seen.of('item-1')).toBe(9);
  time = 1_000;
  expect(seen.of('item-1')).toBe(0);
  seen.note('item-1', 4);
  expect(seen.of('item-1')).toBe(4);
});

test('holds a bounded number of streams', () => {
  const seen = createSeenVersions();
  for (let index = 0; index < 50_000; index += 1) seen.note(`item-${index}`, 1);
  expect(seen.of('item-49999')).toBe(1);
  expect(seen.of('item-1')).toBe(0);
});
