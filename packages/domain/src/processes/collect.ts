import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import type { BlockingDetail } from '../rejection.ts';
import { itemStream, type BlobRef, type ItemId, type Money } from '../kernel.ts';
import { amountOpen } from '../repair/fees/fees.ts';
import type { CommandContext, ItemCommand } from '../repair/item/commands.ts';
import { decideItem } from '../repair/decide.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import type { LoanAtPickup } from '../repair/loans/loan.ts';
import type { Item } from '../repair/item/item.ts';
import { itemAfter, itemIn, type ProcessState } from './process-state.ts';

/** Money of one means, as the client laid it on the counter. */
export interface GivenPayment {
  readonly paid: Money;
  readonly means: string;
  readonly reference: string | null;
}

export interface Collection {
  /** In the order in which payments are booked on them. */
  readonly itemIds: readonly ItemId[];
  readonly payments: readonly GivenPayment[];
  readonly signature: BlobRef;
  /** Why what is to be returned is not. */
  readonly notReturned?: string | undefined;
  /** What becomes of the loans that are out, by piece. */
  readonly loans?: ReadonlyMap<ItemId, LoanAtPickup> | undefined;
}

/**
 * One client takes several pieces: what they pay is booked and the pieces leave, all of it or nothing (product/repair.md §15).
 * Each payment covers what is open on the pieces in their order, in its own currency; what covers nothing is refused.
 * A refusal has the code of the first piece that may not leave, and names every such piece under `blocking`.
 */
export function collectPieces(
  { itemIds, payments, signature, notReturned, loans }: Collection,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ItemEvent> {
  let left = payments;
  const streams = [];
  const blocking: BlockingDetail[] = [];
  for (const itemId of new Set(itemIds)) {
    const item = itemIn(processState, itemId);
    if (item.kind === 'none') return reject('not_found', { item_id: itemId });
    const booked = bookOn(item, left);
    const handOver: ItemCommand = { type: 'HandOver', signature, notReturned, loan: loans?.get(itemId) };
    const events = decideAll(item, [...booked.commands, handOver], context);
    if (events.ok) streams.push({ streamId: itemStream(itemId), events: events.events });
    else blocking.push({ code: events.rejection.code, item_id: itemId, number: item.number });
    left = booked.left;
  }
  const [first] = blocking;
  if (first !== undefined) return reject(first.code, { blocking });
  const over = left.find(({ paid }) => paid.amount > 0);
  if (over !== undefined) return reject('amount_invalid', { ...over.paid });
  return acceptStreams<ItemEvent>(streams);
}

interface Booked {
  readonly commands: readonly ItemCommand[];
  readonly left: readonly GivenPayment[];
}

/** What of the payments is booked on a piece: the first ones first, until nothing of it is open. */
function bookOn(item: Item, payments: readonly GivenPayment[]): Booked {
  const { currency } = item.fee.due;
  let open = amountOpen(item);
  const commands: ItemCommand[] = [];
  const left = payments.map((payment): GivenPayment => {
    const amount = payment.paid.currency === currency ? Math.min(open, payment.paid.amount) : 0;
    if (amount <= 0) return payment;
    open -= amount;
    commands.push({ type: 'RecordPayment', ...payment, paid: { amount, currency } });
    return { ...payment, paid: { amount: payment.paid.amount - amount, currency } };
  });
  return { commands, left };
}

/** Commands one after the other, each on what the ones before it made of the piece. */
function decideAll(item: Item, commands: readonly ItemCommand[], context: CommandContext) {
  const events: ItemEvent[] = [];
  for (const command of commands) {
    const decision = decideItem(command, itemAfter(item, events), context);
    if (!decision.ok) return decision;
    events.push(...decision.events);
  }
  return { ok: true, events } as const;
}
