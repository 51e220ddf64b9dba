import { describe, expect, it } from 'vitest';
import { flowDays, latenessOf } from './bands.ts';

const HOUR = 3600;

describe('a piece at its stage', () => {
  it('is in time, soon late from three quarters of the target on, late past it, over past twice of it', () => {
    expect([0, 35, 36, 48, 49, 96, 97].map((hours) => latenessOf(hours * HOUR, 48))).toEqual([
      'inTime',
      'inTime',
      'soon',
      'soon',
      'late',
      'late',
      'over',
    ]);
  });

  it('is never late where no target is set', () => {
    expect(latenessOf(1000 * HOUR, null)).toBe('inTime');
  });
});

it('stacks the stages of a day into bands above what was done so far', () => {
  const day = (name: string, done: number, counts: Record<number, number>) => ({
    day: name,
    done,
    stages: Object.entries(counts).map(([id, count]) => ({ rma_status_id: Number(id), count })),
  });
  const now = {
    arrived: 0,
    finished: 5,
    median_seconds: null,
    in_progress: 9,
    days: [day('2026-11-02', 2, { 3: 1, 19: 2, 7: 1 }), day('2026-11-03', 3, { 5: 4, 12: 2, 9: 3 })],
  };
  expect(flowDays({ now, before: null })).toEqual([
    { day: '2026-11-02', done: 2, incoming: 3, repair: 0, plating: 1, setting: 0, qc: 0 },
    { day: '2026-11-03', done: 5, incoming: 0, repair: 4, plating: 0, setting: 3, qc: 2 },
  ]);
});
