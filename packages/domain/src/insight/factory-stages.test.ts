import { describe, expect, it } from 'vitest';
import { Status } from '../shared/status.ts';
import { FLOW_STAGES, forecastWeek } from './factory-stages.ts';

it('counts the checks and the benches, neither what is done nor what is between sites', () => {
  expect(FLOW_STAGES).toEqual([3, 17, 19, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(FLOW_STAGES).not.toContain(Status.RepairDone);
});

describe('the forecast of a week', () => {
  const steady = [10, 10, 10, 10, 10, 0, 0];

  it('adds what earlier weeks finished after the same weekday', () => {
    const history = [steady, steady, steady, steady];
    expect(forecastWeek(20, 1, history)).toEqual({ likely: 50, low: 50, high: 50 });
    expect(forecastWeek(47, 6, history)).toEqual({ likely: 47, low: 47, high: 47 });
  });

  it('says how far weeks were apart', () => {
    const history = [10, 20, 30, 40, 50].map((friday) => [0, 0, 0, 0, friday, 0, 0]);
    expect(forecastWeek(5, 3, history)).toEqual({ likely: 35, low: 15, high: 55 });
  });

  it('is none before four weeks are known', () => {
    expect(forecastWeek(5, 3, [steady, steady, steady])).toBeNull();
  });
});
