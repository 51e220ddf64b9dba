import { STATUSES } from '../repair/status.ts';
import type { StatusId } from '../repair/status.ts';

/** The column "entered from" of product/repair.md §2, written down a second time by hand: → onward, ↔ lateral, ↩ with a reason. */
const TABLE: Readonly<Record<StatusId, string>> = {
  1: '',
  2: '→1',
  3: '→2 ↩1',
  18: '→3 →17',
  19: '→3 →18',
  17: '→3 →19 ↩4 ↩5 ↩6 ↩7 ↩8 ↩9 ↩10 ↩11 ↩12',
  4: '→3 →19 →17 ↩5 ↩6 ↩7 ↩8 ↩9 ↩10 ↩11 ↩12',
  5: '→3 →19 →17 →4 ↩6 ↩7 ↩8 ↩9 ↩10 ↩11 ↩12',
  6: '→4 →5',
  7: '→6 →17 →19 ↩8 ↩9 ↩10 ↩11 ↩12',
  8: '→6 →7 →17 →19 ↩9 ↩10 ↩11 ↩12',
  9: '→6 →7 →8 ↔10 ↔11 ↩12',
  10: '→6 →7 →8 →9 ↔11 ↩12',
  11: '→6 →7 →8 →9 →10 ↩12',
  12: '→6 →7 →8 →9 →10 →11',
  13: '→12 →3 →19 →17',
  14: '→13',
  15: '→14',
  16: '→15 →14',
  21: '',
  20: '↩1',
};

export const ALL_STATUSES: readonly StatusId[] = STATUSES.map(({ id }) => id);

/** How the table enters one status from another; null where it does not. */
export function enteredBy(from: StatusId, to: StatusId): '→' | '↔' | '↩' | null {
  const cell = TABLE[to].split(' ').find((entry) => entry.slice(1) === String(from)) ?? '';
  const sign = cell.charAt(0);
  return sign === '→' || sign === '↔' || sign === '↩' ? sign : null;
}
