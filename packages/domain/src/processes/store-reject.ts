import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import { itemStream, rmaStream, type ItemId } from '../kernel.ts';
import { custodyPasses, freeText, stamp, statusChanged } from '../repair/item/build.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import type { ItemDeposited } from '../repair/item/deposit-events.ts';
import { blankRefusal, custodyRefusal, firstRefusal, heldRefusal, refuse } from '../repair/holds/guards.ts';
import { amountDue, amountPaid } from '../repair/fees/fees.ts';
import type { Item, ItemState } from '../repair/item/item.ts';
import { markEvents } from '../repair/pictures/marks.ts';
import type { ProcessEvent } from './process-state.ts';
import { Status } from '../shared/status.ts';

export interface StoreReject {
  readonly reason: string;
  readonly newItemId: ItemId;
  /** Human number of the linked item, with the store's prefix. */
  readonly newNumber: string;
  /** Repairs in the 180 days before now, the rejected one among them. */
  readonly total180: number;
}

/**
 * The store does not take the repair: at 15 the old item closes and the linked one is created at 1, custody passing
 * across in one decision, so that two items never hold one jewel (product/repair.md §6). Doing it again costs nothing.
 */
export function storeReject(
  item: ItemState,
  given: StoreReject,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (item.kind === 'none') return reject('not_found');
  const refusal = firstRefusal(
    () =>
      item.status === Status.ShopReceived
        ? null
        : refuse('illegal_transition', { from: item.status, to: Status.Closed }),
    () => heldRefusal(item, Status.Closed),
    () => blankRefusal(given.reason, 'reason_required'),
    () => custodyRefusal(item, context.actor),
    () => homeRefusal(item),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const { newItemId, reason } = given;
  const at = context.now;
  const old: ItemEvent[] = [
    statusChanged(item, Status.Closed, { move: 'store-reject', reason }, context),
    ...custodyPasses(item, { kind: 'passed-on', itemId: newItemId }, at),
    {
      type: 'ItemLinked',
      data: { toItemId: newItemId, ...freeText(item, { reason }), carriesPayments: true, at },
    },
  ];
  return acceptStreams<ProcessEvent>([
    { streamId: itemStream(item.id), events: old },
    {
      streamId: itemStream(newItemId),
      events: [linkedItem(item, given, context), ...takenMarks(item, context)],
    },
    {
      streamId: rmaStream(item.rmaId),
      events: [{ type: 'RmaItemAdded', data: { itemId: newItemId, linkedFrom: item.id, at } }],
    },
  ]);
}

/** Only its own store may reject, and not while it is packed for somewhere. */
function homeRefusal(item: Item) {
  if (item.legs.current !== null)
    return refuse('item_bound_elsewhere', { shipment_id: item.legs.current.shipmentId });
  const home = item.custody.kind === 'site' && item.custody.siteId === item.storeId;
  return home ? null : refuse('custody_elsewhere', { home_id: item.storeId });
}

/** What was paid stays paid for the repair that is done again; what was still open is not asked for any more. */
function carriedFrom(item: Item): Pick<ItemDeposited['data'], 'carried'> {
  const paid = amountPaid(item) - item.fee.notReturned;
  return paid > 0 ? { carried: { paid, due: Math.min(paid, amountDue(item)) } } : {};
}

/** The condition that was marked on the pictures that the linked item takes over. */
function takenMarks({ customerRef, marks, images }: Item, context: CommandContext): readonly ItemEvent[] {
  const kept = marks.filter(({ image }) => images.includes(image));
  return markEvents({ customerRef, marks: [] }, kept, context);
}

/** Piece, claim and frozen warranty are the old item's. */
function linkedItem(item: Item, given: StoreReject, context: CommandContext): ItemDeposited {
  return {
    type: 'ItemDeposited',
    data: {
      itemId: given.newItemId,
      rmaId: item.rmaId,
      number: given.newNumber,
      storeId: item.storeId,
      customerRef: item.customerRef,
      linkedFrom: item.id,
      product: item.product,
      purchase: item.purchase,
      weights: item.weights,
      reasonIds: item.reasonIds,
      subReasons: item.subReasons,
      renewReasons: [given.reason],
      warranty: item.warranty,
      fee: { ...item.fee.due, amount: 0 },
      agreedFee: null,
      ...carriedFrom(item),
      total180: given.total180,
      images: item.images,
      goldImage: null,
      extendedWarrantyProof: null,
      delivery: item.delivery,
      survey: null,
      fakeProduct: null,
      createdAt: context.now,
      by: stamp(context).by,
    },
  };
}
