import { expect, it } from 'vitest';
import { weekDue } from './week-due.ts';

it.each([
  ['UTC', '2026-11-16T07:00:00.000Z'],
  ['Europe/Paris', '2026-11-16T06:00:00.000Z'],
  ['Asia/Tokyo', '2026-11-16T00:00:00.000Z'],
  ['America/New_York', '2026-11-16T12:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-16T15:00:00.000Z'],
])('a finished week is due on the Monday morning of %s, and not a moment before', (zone, from) => {
  const before = new Date(Date.parse(from) - 1).toISOString();
  expect(weekDue(from, zone)).toEqual({ week: '2026-11-09', from });
  expect(weekDue(before, zone)?.week).not.toBe('2026-11-09');
});

it('only the newest finished week is due, up to the end of the Sunday after it', () => {
  expect(weekDue('2026-11-22T23:59:59.999Z', 'UTC')?.week).toBe('2026-11-09');
  expect(weekDue('2027-01-06T12:00:00.000Z', 'UTC')?.week).toBe('2026-12-28');
});
