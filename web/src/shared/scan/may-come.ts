import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import { isWaitingFor } from '@atelier/domain/repair/waiting.ts';
import type { ItemView } from '@atelier/contracts/rma/schema.ts';

/** Whether a scan of this piece at the target can be accepted at all: the list promises no other. */
export const mayCome = (target: number, row: Pick<ItemView, 'rma_status_id' | 'outcome'>): boolean =>
  isWaitingFor(target, row.rma_status_id, row.outcome as Outcome | null);
