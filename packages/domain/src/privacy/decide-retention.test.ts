import { expect, it } from 'vitest';
import { isRunDue, runDueAt, runIdOf } from './decide-retention.ts';

const DUE = '2026-11-20T02:30:00.000Z';

it('a run is due each day at 02:30 UTC (product/privacy.md §7)', () => {
  for (const since of [null, '2026-11-19T23:59:59.999Z', DUE, '2026-11-20T10:00:00.000Z']) {
    expect(runDueAt('2026-11-20T00:00:00.000Z', since)).toBe(DUE);
    expect(runDueAt('2026-11-20T23:59:59.999Z', since)).toBe(DUE);
  }
  expect(runIdOf('2026-11-20T23:59:59.999Z')).toBe(20_261_120);
});

it.each(['2026-11-20T00:00:00.000Z', '2026-11-20T02:29:59.999Z'])(
  'the run of a day on which a schedule came into force before that hour, at %s, is due at once',
  (since) => {
    expect(runDueAt(since, since)).toBe(since);
    expect(isRunDue(since, since)).toBe(true);
  },
);

it.each([
  ['2026-11-20T02:29:59.999Z', false],
  [DUE, true],
  ['2026-11-20T23:59:59.999Z', true],
])('a run is due from then on until the day ends: at %s, %s', (now, expected) => {
  expect(isRunDue(now, null)).toBe(expected);
});
