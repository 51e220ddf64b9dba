import { expect, it } from 'vitest';
import { isRunOverdue, runDueAt, runIdOf } from './decide-retention.ts';

const DUE = '2026-11-20T02:30:00.000Z';

it('a run is due each day at 02:30 UTC (product/privacy.md §7)', () => {
  expect(runDueAt('2026-11-20T00:00:00.000Z')).toBe(DUE);
  expect(runDueAt('2026-11-20T23:59:59.999Z')).toBe(DUE);
  expect(runIdOf('2026-11-20T23:59:59.999Z')).toBe(20_261_120);
});

it.each([
  ['2026-11-20T02:29:59.999Z', false, false],
  [DUE, false, true],
  ['2026-11-20T23:59:59.999Z', false, true],
  [DUE, true, false],
])('a run is overdue from then on until somebody begins it: at %s, begun %s', (now, wasBegun, expected) => {
  expect(isRunOverdue(now, wasBegun)).toBe(expected);
});
