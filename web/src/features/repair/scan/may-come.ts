import type { Outcome } from '@atelier/domain/repair/facts.ts';
import { isNotRepaired } from '@atelier/domain/repair/outcomes.ts';
import type { ItemView } from '@atelier/domain/rma/contract.ts';

/** Before the benches 13 takes only what will not be repaired (product.md §3): the others are not waited for there. */
const BEFORE_THE_BENCHES: readonly number[] = [3, 17, 19];

/** Whether a scan of this piece at the target can be accepted at all: the list promises no other. */
export function mayCome(target: number, row: Pick<ItemView, 'rma_status_id' | 'outcome'>): boolean {
  if (target !== 13 || !BEFORE_THE_BENCHES.includes(row.rma_status_id)) return true;
  return isNotRepaired(row.outcome as Outcome | null);
}
