import fc from 'fast-check';
import { expect, test } from 'vitest';
import { schedule } from '../system/schedule-schema.ts';
import { cronOf, isSchedule } from './schedule.ts';

test('a schedule is a cron pattern in UTC', () => {
  expect(cronOf({ mode: 'off' })).toBeNull();
  expect(cronOf({ mode: 'interval', minutes: 15 })).toBe('*/15 * * * *');
  expect(cronOf({ mode: 'interval', minutes: 60 })).toBe('0 * * * *');
  expect(cronOf({ mode: 'interval', minutes: 360 })).toBe('0 */6 * * *');
  expect(cronOf({ mode: 'daily', at: '03:05' })).toBe('5 3 * * *');
  expect(cronOf({ mode: 'weekly', day: 1, at: '22:30' })).toBe('30 22 * * 1');
  expect(cronOf({ mode: 'weekly', day: 7, at: '00:00' })).toBe('0 0 * * 0');
});

test('what the screens take for a schedule is what the server takes', () => {
  const part = fc.oneof(
    fc.constantFrom('off', 'interval', 'daily', 'weekly', '03:05', '24:00', 5, 7, 8, 0, 1.5, 720, null),
    fc.anything(),
  );
  const given = fc.record({ mode: part, minutes: part, at: part, day: part }, { requiredKeys: [] });
  fc.assert(
    fc.property(given, (value) => {
      const known = schedule.safeParse(pick(value)).success;
      expect(isSchedule(value)).toBe(known);
    }),
  );
});

/** Without the fields that another mode has: the server refuses them, a screen reads past them. */
function pick(value: { mode?: unknown; minutes?: unknown; at?: unknown; day?: unknown }): object {
  const { mode, minutes, at, day } = value;
  if (mode === 'interval') return { mode, minutes };
  if (mode === 'daily') return { mode, at };
  return mode === 'weekly' ? { mode, day, at } : { mode };
}

test.each([
  null,
  undefined,
  5,
  'off',
  {},
  [],
  { mode: 'weekly', day: 8, at: '03:05' },
  { mode: 'weekly', day: 0, at: '03:05' },
])('%j is no schedule', (value) => {
  expect(isSchedule(value)).toBe(false);
});

test('a week runs from day 1 to day 7', () => {
  const onDay = (day: number) => isSchedule({ mode: 'weekly', day, at: '03:05' });
  expect([0, 1, 7, 8, 1.5].map(onDay)).toEqual([false, true, true, false, false]);
});
