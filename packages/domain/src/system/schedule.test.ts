import { expect, test } from 'vitest';
import { cronOf } from './schedule.ts';

test('a schedule is a cron pattern in UTC', () => {
  expect(cronOf({ mode: 'off' })).toBeNull();
  expect(cronOf({ mode: 'interval', minutes: 15 })).toBe('*/15 * * * *');
  expect(cronOf({ mode: 'interval', minutes: 60 })).toBe('0 * * * *');
  expect(cronOf({ mode: 'interval', minutes: 360 })).toBe('0 */6 * * *');
  expect(cronOf({ mode: 'daily', at: '03:05' })).toBe('5 3 * * *');
  expect(cronOf({ mode: 'weekly', day: 1, at: '22:30' })).toBe('30 22 * * 1');
  expect(cronOf({ mode: 'weekly', day: 7, at: '00:00' })).toBe('0 0 * * 0');
});
