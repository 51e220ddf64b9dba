import { describe, expect, it } from 'vitest';
import type { UnusualEntry } from './queries.ts';
import { daysOf, splitSettled, unusualGroups } from './unusual-groups.ts';
import { withEmptyDays } from './day-strip.tsx';

const entry = (position: number, rules: UnusualEntry['rules'], state?: 'open' | 'looked_at' | 'explained') =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the groups read of an event
  ({
    position,
    rules,
    at: `2026-11-${20 + position}T10:00:00.000Z`,
    review: state === undefined ? null : { state },
  }) as unknown as UnusualEntry;

describe('unusual events by rule', () => {
  it('stand under each rule that names them, with how far they are reviewed', () => {
    const groups = unusualGroups([
      entry(3, ['night', 'undo']),
      entry(2, ['night'], 'looked_at'),
      entry(1, ['lost'], 'explained'),
      entry(0, ['night'], 'open'),
    ]);
    expect(groups.map(({ rule, entries }) => [rule, entries.map(({ position }) => position)])).toEqual([
      ['night', [3, 2, 0]],
      ['undo', [3]],
      ['lost', [1]],
    ]);
    expect(groups[0]?.states).toEqual({ open: 2, looked_at: 1, explained: 0 });
    expect(groups[2]?.states).toEqual({ open: 0, looked_at: 0, explained: 1 });
  });

  it('are work until all of a rule are explained', () => {
    const [pending, settled] = splitSettled(
      unusualGroups([entry(3, ['night'], 'looked_at'), entry(1, ['lost'], 'explained')]),
    );
    expect(pending.map(({ rule }) => rule)).toEqual(['night']);
    expect(settled.map(({ rule }) => rule)).toEqual(['lost']);
  });

  it('are counted by day, with the days between on which nothing happened', () => {
    const days = daysOf([entry(3, ['night']), entry(1, ['night']), entry(1, ['night'])], (at) =>
      at.slice(0, 10),
    );
    expect(withEmptyDays(days)).toEqual([
      { day: '2026-11-21', count: 2 },
      { day: '2026-11-22', count: 0 },
      { day: '2026-11-23', count: 1 },
    ]);
  });
});
