import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { NEAR_DAYS, type Nearness } from '@atelier/domain/repair/expected/expected.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';

/** How the moment stands to the end of the latest day that is expected; the lists’ filter counts the same days in the shop’s zone. */
export function nearnessOf(expected: ItemView['expected'], now: number): Nearness | null {
  if (expected === null) return null;
  const left = Date.parse(expected.late_from) - now;
  if (left <= 0) return 'late';
  return left <= (NEAR_DAYS + 1) * DAY_MS ? 'near' : null;
}

const END = '9999';

type Dated = Pick<ItemView, 'id' | 'expected' | 'status_entered_at'>;

/** Due first: the earliest latest day, pieces without a date last; then what waits longest. */
export const byExpected = (a: Dated, b: Dated): number =>
  compare(a.expected?.latest ?? END, b.expected?.latest ?? END) ||
  compare(a.status_entered_at, b.status_entered_at) ||
  a.id - b.id;

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
