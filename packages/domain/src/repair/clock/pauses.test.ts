import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, toInstant, toMs } from '../../kernel.ts';
import { clockMs, pausedMs, pausesAfter, stageClock, type Pause } from './pauses.ts';

const START = toMs('2026-11-02T08:00:00.000Z');
const hour = (hours: number) => toInstant(START + hours * HOUR_MS);

/** Causes that begin and end; at each step one of four changes. */
const story = fc.array(
  fc.record({ gap: fc.integer({ min: 0, max: 9 }), cause: fc.integer({ min: 0, max: 3 }) }),
);

interface Told {
  readonly pauses: readonly Pause[];
  readonly now: number;
  /** Hours in which at least one cause stood, counted one by one. */
  readonly stood: number;
}

function tell(steps: readonly { gap: number; cause: number }[]): Told {
  const causes = new Set<number>();
  let told: Told = { pauses: [], now: 0, stood: 0 };
  for (const { gap, cause } of steps) {
    const now = told.now + gap;
    const stood = told.stood + (causes.size > 0 ? gap : 0);
    if (!causes.delete(cause)) causes.add(cause);
    told = { pauses: pausesAfter(told.pauses, causes.size > 0, hour(now)), now, stood };
  }
  return told;
}

describe('the pauses of a clock (product/dashboard.md §3)', () => {
  it('count causes that overlap once', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { pauses, now, stood } = tell(steps);
        expect(pausedMs(pauses, hour(0), hour(now))).toBe(stood * HOUR_MS);
      }),
    );
  });

  it('stand in order, apart from each other, and only the last is open', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { pauses } = tell(steps);
        pauses.slice(1).forEach(({ from }, index) => {
          const before = pauses[index]?.until ?? null;
          expect(before !== null && toMs(before) < toMs(from)).toBe(true);
        });
      }),
    );
  });

  it('and the time that counts make up the time in the stage', () => {
    fc.assert(
      fc.property(story, fc.integer({ min: 0, max: 20 }), (steps, entered) => {
        const { pauses, now } = tell(steps);
        const end = Math.max(now, entered);
        const counted = clockMs(stageClock(pauses, hour(entered)), hour(end));
        expect(counted + pausedMs(pauses, hour(entered), hour(end))).toBe((end - entered) * HOUR_MS);
      }),
    );
  });

  it('of before the entry are not of the stage', () => {
    const pauses = [{ from: hour(0), until: hour(4) }];
    expect(stageClock(pauses, hour(5))).toEqual({ from: hour(5), pausedSince: null });
    expect(stageClock(pauses, hour(3))).toEqual({ from: hour(4), pausedSince: null });
  });

  it('that stand at the entry begin with it', () => {
    expect(stageClock([{ from: hour(0), until: null }], hour(5))).toEqual({
      from: hour(5),
      pausedSince: hour(5),
    });
  });

  it('are gone where the end is dated before the beginning', () => {
    expect(pausesAfter([{ from: hour(4), until: null }], false, hour(3))).toEqual([]);
  });
});
