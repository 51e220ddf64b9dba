import { DEFAULT_POLICY, type Policy } from '@atelier/domain/policy.ts';
import { describe, expect, test } from 'vitest';
import { clearingScheduleOf } from './clearing.job.ts';

const INSTALLED = { pattern: '0 3 * * *', afterDays: 120 };
const configured = (clearing: Policy['schedules']['clearing'], clearingAfterDays: number | null = null) => ({
  schedules: { ...DEFAULT_POLICY.schedules, clearing },
  clearingAfterDays,
});

describe('when orders are cleared automatically', () => {
  test('the environment sets it until it is configured', () => {
    expect(clearingScheduleOf(configured(null), INSTALLED)).toEqual(INSTALLED);
    expect(clearingScheduleOf(configured(null), undefined)).toBeUndefined();
  });

  test('the configuration wins, also over an installation without a schedule, and may switch it off', () => {
    const daily = configured({ mode: 'daily', at: '04:30' });
    expect(clearingScheduleOf(daily, INSTALLED)).toEqual({ pattern: '30 4 * * *', afterDays: 120 });
    expect(clearingScheduleOf(daily, undefined)).toEqual({ pattern: '30 4 * * *', afterDays: 90 });
    expect(clearingScheduleOf(configured({ mode: 'off' }), INSTALLED)).toBeUndefined();
  });

  test('how long a piece must have waited is configured apart', () => {
    expect(clearingScheduleOf(configured(null, 30), INSTALLED)).toEqual({ ...INSTALLED, afterDays: 30 });
  });
});
