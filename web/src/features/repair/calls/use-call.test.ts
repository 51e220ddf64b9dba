import type { CallListView } from '@atelier/contracts/repair/call-list-schema.ts';
import { describe, expect, it } from 'vitest';
import { daysFrom, withoutClient } from './use-call.ts';

const list = (ids: readonly number[]) =>
  ({ clients: ids.map((item_id) => ({ item_id })), left_today: 1, later: 4 }) as unknown as CallListView;

describe('the call list after a call', () => {
  it('holds the client no more, and counts them as called', () => {
    expect(withoutClient(list([7, 8]), 7)).toEqual({ ...list([8]), left_today: 2, later: 5 });
  });

  it('counts a client once whom a colleague has called meanwhile', () => {
    expect(withoutClient(list([8]), 7)).toEqual(list([8]));
  });

  it('offers today and the days after it, over the end of a month', () => {
    expect(daysFrom('2026-11-28')).toEqual([
      '2026-11-28',
      '2026-11-29',
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
    ]);
  });
});
