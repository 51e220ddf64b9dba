import type { ItemId, Money } from '@atelier/domain/kernel.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { batchRequests } from '../shared/batch-requests.ts';
import { alone, runOnEachItem, type ItemOutcome } from '../commands/each-item.ts';
import { runItemCommand } from '../commands/item-command.ts';

export interface NewComment {
  readonly itemId: ItemId;
  /** 1 store, 2 factory (product/repair.md §16). */
  readonly commentType: 1 | 2;
  readonly text: string;
  readonly email: string | null;
}

/** Remarks that are made at the same moment draw their ids together. */
const nextCommentId = batchRequests((store: EventStore, remarks: readonly NewComment[]) =>
  store.nextIds(remarks.length),
);

/** A remark of at most 120 words (product/repair.md §16). Answers with the id it got, also when repeated. */
export async function addComment(
  services: CommandServices,
  caller: Caller,
  comment: NewComment,
): Promise<CommandOutcome> {
  const commentId = await nextCommentId(services.store, comment);
  const { itemId, commentType, text, email } = comment;
  return runItemCommand(
    services,
    caller,
    itemId,
    () => ({ type: 'AddComment', commentId, commentType, text, email }),
    () => ({ comment_id: commentId }),
  );
}

/** The customer agrees to exactly the amount that is due (product/repair.md §12). */
export function acceptFee(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  fee: Money,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'AcceptFee', fee }));
}

export interface NewPayment {
  readonly itemId: ItemId;
  readonly paid: Money;
  readonly means: string;
  readonly reference: string | null;
}

/** A record of a payment, not a card terminal (product/repair.md §14). */
export function recordPayment(
  services: CommandServices,
  caller: Caller,
  { itemId, ...payment }: NewPayment,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'RecordPayment', ...payment }));
}

/** What a record of a payment or refund should have said (product/repair.md §14). */
export function correctPayment(
  services: CommandServices,
  caller: Caller,
  { itemId, ...correction }: NewPayment & { readonly payment: number; readonly reason: string },
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'CorrectPayment', ...correction }));
}

/** Money back to the client, at most what was paid and is not due (product/repair.md §14). */
export function recordRefund(
  services: CommandServices,
  caller: Caller,
  { itemId, paid: refunded, ...refund }: NewPayment & { readonly reason: string },
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'RecordRefund', refunded, ...refund }));
}

/** "Clear all": drops this target's marks that were not saved by a move. */
export function clearScans(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
  target: StatusId,
): Promise<readonly ItemOutcome[]> {
  return runOnEachItem(services, caller, {
    itemIds,
    prepare: (item) => alone(item, { type: 'ClearScans', target }),
  });
}
