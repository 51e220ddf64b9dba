import { compareTexts, type Day, type Instant, type ItemId, type RmaId } from '../kernel.ts';
import type { Rejection } from '../rejection.ts';
import type { ClearingFilter } from './events.ts';

/** What the filter must know of an item that waits at 15; a list row has it all. */
export interface WaitingItem {
  readonly id: ItemId;
  readonly rmaId: RmaId;
  readonly waitingSince: Instant;
  readonly purchaseDate: Day | null;
  readonly createdAt: Instant;
}

/** Why a run cannot start: no end date, days upside down, a limit that is no number from 1 to the most allowed. */
export function filterRefusal(filter: Partial<ClearingFilter>, mostAllowed: number): Rejection | null {
  if (filter.endDate === undefined || filter.endDate === '') return { code: 'end_date_required' };
  const upsideDown =
    filter.startDate !== null && filter.startDate !== undefined && filter.startDate > filter.endDate;
  if (upsideDown) return { code: 'invalid_input', details: { field: 'start_date' } };
  const limit = filter.limit ?? 0;
  const fits = Number.isSafeInteger(limit) && limit >= 1 && limit <= mostAllowed;
  return fits ? null : { code: 'limit_exceeded', details: { limit, most: mostAllowed } };
}

/** Whether a run asks for this item: it began to wait between the two days, both included, in UTC. */
export function matchesFilter(item: WaitingItem, filter: ClearingFilter): boolean {
  const day = item.waitingSince.slice(0, 10);
  if (day > filter.endDate || (filter.startDate !== null && day < filter.startDate)) return false;
  if (filter.rmaIds.length > 0 && !filter.rmaIds.includes(item.rmaId)) return false;
  return !filter.validPurchaseDateOnly || hasValidPurchaseDate(item);
}

function hasValidPurchaseDate({ purchaseDate, createdAt }: WaitingItem): boolean {
  return purchaseDate !== null && purchaseDate <= createdAt.slice(0, 10);
}

/** The items a run takes: those it asks for, the longest waiting first, up to its limit. */
export function selectForClearing<T extends WaitingItem>(
  items: readonly T[],
  filter: ClearingFilter,
): readonly T[] {
  return items
    .filter((item) => matchesFilter(item, filter))
    .sort((a, b) => compareTexts(a.waitingSince, b.waitingSince) || a.id - b.id)
    .slice(0, filter.limit);
}
