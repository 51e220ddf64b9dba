import { expect, it } from 'vitest';
import { isRetentionSchedule, NO_RETENTION } from './retention.ts';

it('knows a retention schedule by what every one has', () => {
  expect(isRetentionSchedule(NO_RETENTION)).toBe(true);
  expect(isRetentionSchedule({ default_months: 12 })).toBe(false);
  expect(isRetentionSchedule({ countries: [] })).toBe(false);
  expect(isRetentionSchedule(null)).toBe(false);
});
