import { holdStops } from '@atelier/domain/repair/holds/holds.ts';
import { moveKindOf } from '@atelier/domain/repair/item/moves.ts';
import type { HoldKind } from '@atelier/domain/shared/item-facts.ts';
import { isStatusId, rank, type StatusId } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { Verdict } from '../../../shared/scan/verdict-state.ts';

export type BackMove = 'rework' | 'recall';

/** Whether a piece that was scanned at the wrong stage may come back to this one, or why not. */
export type BringBack =
  | { readonly move: BackMove }
  | { readonly why: 'not_yet' | 'no_way' | 'in_package' | 'other_site' | 'held'; readonly item: ItemView };

/** The piece that a scan found at another stage; null for every other verdict. */
export function foundElsewhere(verdict: Verdict | null, target: StatusId): ItemView | null {
  const item = verdict?.item ?? null;
  if (item === null || !isStatusId(item.rma_status_id)) return null;
  const hasPassed = verdict?.kind === 'already_done' && rank(item.rma_status_id) > rank(target);
  return verdict?.kind === 'wrong_stage' || hasPassed ? item : null;
}

/** The guards of product/repair.md §2 to §5, as far as a row shows them; the server decides again. */
export function bringBack(item: ItemView, target: StatusId, siteId: number | null): BringBack | null {
  const { rma_status_id: status, custody } = item;
  if (!isStatusId(status) || status === target) return null;
  const move = moveKindOf(status, target);
  if (move !== 'rework' && move !== 'recall')
    return { why: rank(status) < rank(target) ? 'not_yet' : 'no_way', item };
  if (custody.kind !== 'site') return { why: 'in_package', item };
  if (siteId !== null && custody.site_id !== siteId) return { why: 'other_site', item };
  return item.holds.some((hold) => holdStops(hold as HoldKind, target)) ? { why: 'held', item } : { move };
}
