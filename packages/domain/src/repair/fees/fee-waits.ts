import type { FeeAsked, FeeWait, WaiverCode } from '../../shared/item-facts.ts';
import { rank, Status } from '../../shared/status.ts';
import { isFeeFrozen, isFeeSettled } from './fees.ts';
import type { Item } from '../item/item.ts';

/** Whether the customer was asked by link for exactly what is due now, and what they said (product/repair.md §12.1). */
export function feeAskedOf(item: Item): FeeAsked | null {
  if (isFeeFrozen(item) || isFeeSettled(item)) return null;
  const newest = item.fee.links.at(-1);
  const isDue = newest?.fee.amount === item.fee.due.amount && newest.fee.currency === item.fee.due.currency;
  if (!isDue) return null;
  return newest.state === 'open' || newest.state === 'declined' ? newest.state : null;
}

/** What of a piece's row says so. */
interface FeeRow {
  readonly fee_amount: number;
  readonly fee_settled: boolean;
  readonly fee_asked: FeeAsked | null;
  readonly cancelled: boolean;
  readonly rank: number;
  readonly waiver: WaiverCode;
}

/** What the customer's page says of a fee that needs their agreement; nothing while a waiver is under review (product/customer-page.md §3). */
export function feeWaitOf(row: FeeRow): FeeWait {
  const isFrozen = row.cancelled || row.rank >= rank(Status.LogisticsShipOut);
  if (row.fee_settled || row.fee_amount === 0 || isFrozen || row.waiver === 1) return 'no';
  if (row.fee_asked === null) return 'unasked';
  return row.fee_asked === 'open' ? 'asked' : 'declined';
}
