import { describe, expect, it } from 'vitest';
import { byExpected, nearnessOf } from './nearness.ts';

const LATE_FROM = '2026-12-19T23:00:00.000Z';
const expected = { likely: '2026-12-12', latest: '2026-12-19', late_from: LATE_FROM } as const;
const at = (instant: string) => nearnessOf(expected, Date.parse(instant));

describe('a date that is expected', () => {
  it('is near on its last day and on three days before, and late after', () => {
    expect(nearnessOf(null, Date.parse(LATE_FROM))).toBeNull();
    expect(at('2026-12-15T22:59:59Z')).toBeNull();
    expect(at('2026-12-15T23:00:00Z')).toBe('near');
    expect(at('2026-12-19T22:59:59Z')).toBe('near');
    expect(at('2026-12-19T23:00:00Z')).toBe('late');
  });

  it('orders what is due first, then what waits longest, pieces without a date last', () => {
    const row = (id: number, latest: string | null, entered: string) => ({
      id,
      expected: latest === null ? null : { ...expected, latest },
      status_entered_at: entered,
    });
    const rows = [
      row(1, null, '2026-11-01'),
      row(2, '2026-12-20', '2026-11-02'),
      row(3, '2026-12-19', '2026-11-03'),
      row(4, '2026-12-19', '2026-11-02'),
      row(5, '2026-12-19', '2026-11-02'),
    ];
    expect(rows.toSorted(byExpected).map(({ id }) => id)).toEqual([4, 5, 3, 2, 1]);
  });
});
