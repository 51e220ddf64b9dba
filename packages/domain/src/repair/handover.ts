import { accept, reject, unreachable, type Decision } from '../decider.ts';
import { toInstant, toMs, type BlobRef, type Instant } from '../kernel.ts';
import type { Policy } from '../policy.ts';
import { custodyPasses, stamp, statusChanged } from './item/build.ts';
import type { CommandContext, ItemCommand } from './item/commands.ts';
import type { ItemEvent, ItemHandedOver } from './item/events.ts';
import { isPickupShop } from './collection/collection.ts';
import { amountToReturn, isFeePaid } from './fees/fees.ts';
import {
  custodyRefusal,
  firstRefusal,
  heldRefusal,
  missingRefusal,
  refuse,
  type Refusal,
} from './holds/guards.ts';
import { holdStops } from './holds/holds.ts';
import type { LoanAtPickup } from './loans/loan.ts';
import { loanEventsAtPickup, loanRefusal } from './loans/loans.ts';
import type { Ended, Item } from './item/item.ts';
import { HOLDS, type HoldKind } from '../shared/item-facts.ts';
import { weighingRefusal } from './scanning/measurements.ts';
import { Status, type StatusId } from '../shared/status.ts';

type HandOver = Extract<ItemCommand, { type: 'HandOver' }>;

/** What a pickup is made with: a signature by its id, and why money that is to be returned is not. */
interface Pickup {
  readonly signature: BlobRef | null;
  readonly notReturned: string | undefined;
  /** What becomes of an open loan. */
  readonly loan?: LoanAtPickup | undefined;
}

/** The newest pickup signature saved for the item; null when there is none. */
export function latestSignature(item: Item): BlobRef | null {
  return item.signatures.findLast((each) => each.kind === 'pickup')?.signature ?? null;
}

/** The piece's own pickup document that a call names: by its id, or by the signing that it is part of. */
function ownSignature(item: Item, named: BlobRef | null): BlobRef | null {
  if (named === null) return null;
  const own = item.signatures.findLast(
    ({ kind, signature, signing }) => kind === 'pickup' && (signature === named || signing === named),
  );
  return own?.signature ?? null;
}

/**
 * `POST /rma/handover`: the jewel leaves the shop with a saved pickup signature. At 15 it becomes 16; after an
 * administrative 16 (also once closed) only custody passes; a cancelled deposit is handed back, without a fee.
 */
export function decideHandOver(
  { signature, notReturned, loan }: HandOver,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  switch (item.state) {
    case 'ready':
      return pickup(item, { signature, notReturned, loan }, context);
    case 'ended':
      return lateHandOver(item, { signature, notReturned, loan }, context);
    case 'at-shop':
    case 'in-transit':
    case 'at-factory':
      return reject('illegal_transition', { from: item.status, to: Status.TakenByClient });
    default:
      return unreachable(item);
  }
}

function lateHandOver(item: Ended, given: Pickup, context: CommandContext): Decision<ItemEvent> {
  const signature = ownSignature(item, given.signature);
  if (item.handedOverAt !== null) return reject('already_handed_over', { at: item.handedOverAt });
  const how = lateReason(item);
  if (how === null) return reject('illegal_transition', { from: item.status, to: Status.TakenByClient });
  const refusal = firstRefusal(
    () => missingRefusal(item),
    () => custodyRefusal(item, context.actor),
    () => signatureRefusal(signature),
    () => (how === 'hand-back' ? null : unpaidRefusal(item)),
    () => toReturnRefusal(item, given.notReturned),
    () => loanRefusal(item, given.loan),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  return accept<ItemEvent>(
    ...custodyPasses(item, { kind: 'customer' }, context.now),
    handedOver(item, how, { ...given, signature }, context),
    ...loanEventsAtPickup(item, given.loan, context),
  );
}

/** 15 → 16 at the item's own store: signature, and the fee paid or waived (product/repair.md §15). */
export function pickup(item: Item, given: Pickup, context: CommandContext): Decision<ItemEvent> {
  const signature = ownSignature(item, given.signature);
  const refusal = firstRefusal(
    () => heldRefusal(item, Status.TakenByClient),
    () => custodyRefusal(item, context.actor),
    () => homeRefusal(item),
    () => weighingRefusal(item, undefined, context.policy),
    () => signatureRefusal(signature),
    () => unpaidRefusal(item),
    () => toReturnRefusal(item, given.notReturned),
    () => loanRefusal(item, given.loan),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  return accept<ItemEvent>(
    statusChanged(item, Status.TakenByClient, { move: 'forward' }, context),
    ...custodyPasses(item, { kind: 'customer' }, context.now),
    handedOver(item, 'pickup', { ...given, signature }, context),
    ...loanEventsAtPickup(item, given.loan, context),
  );
}

function lateReason({ status, taken }: Ended): 'after-administrative' | 'hand-back' | null {
  if (status === Status.Cancelled) return 'hand-back';
  return taken?.administrative === true ? 'after-administrative' : null;
}

/** At another shop than its own, or the one its owner chose, the jewel first travels home. */
function homeRefusal(item: Item): Refusal {
  const home = item.custody.kind === 'site' && isPickupShop(item, item.custody.siteId);
  return home ? null : refuse('custody_elsewhere', { home_id: item.storeId });
}

function signatureRefusal(signature: BlobRef | null): Refusal {
  return signature === null ? refuse('signature_required') : null;
}

function unpaidRefusal(item: Item): Refusal {
  return isFeePaid(item) ? null : refuse('fee_not_paid', { ...item.fee.due });
}

/** Paid and not due: it is returned first, or a reason says why not (product/repair.md §14). */
export function toReturnRefusal(item: Item, notReturned: string | undefined): Refusal {
  const amount = amountToReturn(item);
  const isSaid = notReturned !== undefined && notReturned.trim() !== '';
  return amount === 0 || isSaid ? null : refuse('refund_due', { ...item.fee.due, amount });
}

/** What a handover records of money that was to be returned and stays. */
export function notReturnedOf(
  item: Item,
  reason: string | undefined,
): Pick<ItemHandedOver['data'], 'notReturned' | 'notReturnedReason'> {
  const amount = amountToReturn(item);
  if (amount === 0) return { notReturned: null, notReturnedReason: null };
  return { notReturned: { ...item.fee.due, amount }, notReturnedReason: reason ?? null };
}

function handedOver(
  item: Item,
  how: ItemHandedOver['data']['how'],
  { signature, notReturned }: Pickup,
  context: CommandContext,
): ItemHandedOver {
  const { customerRef } = item;
  const kept = notReturnedOf(item, notReturned);
  return {
    type: 'ItemHandedOver',
    data: { customerRef, how, signature, carrierProof: null, ...kept, ...stamp(context) },
  };
}

/** 16 → 21, 14 days after it was taken (the exact moment included), unless a dispute is open (product/reminders.md §3). */
export function decideClose(item: Item, context: CommandContext): Decision<ItemEvent> {
  if (item.status !== Status.TakenByClient || item.taken === null) {
    return reject('illegal_transition', { from: item.status, to: Status.Closed });
  }
  const held = heldRefusal(item, Status.Closed);
  if (held !== null) return { ok: false, rejection: held };
  const from = closableFrom(item.taken.at, context.policy);
  if (toMs(context.now) < toMs(from)) return reject('too_early', { from });
  return accept<ItemEvent>(statusChanged(item, Status.Closed, { move: 'closing' }, context));
}

/** The first moment an item taken at `takenAt` may be closed. */
export function closableFrom(
  takenAt: string,
  policy: Pick<CommandContext['policy'], 'closeAfterMs'>,
): string {
  return toInstant(toMs(takenAt) + policy.closeAfterMs);
}

/** What a query needs to choose the pieces that may be closed at `now`, as `decideClose` does. */
export interface ClosingTerms {
  readonly status: StatusId;
  /** Taken at or before this moment. */
  readonly takenUntil: Instant;
  /** Any of these holds keeps a piece open. */
  readonly keptBy: readonly HoldKind[];
}

export function closingTerms(now: Instant, { closeAfterMs }: Pick<Policy, 'closeAfterMs'>): ClosingTerms {
  return {
    status: Status.TakenByClient,
    takenUntil: toInstant(toMs(now) - closeAfterMs),
    keptBy: HOLDS.filter((hold) => holdStops(hold, Status.Closed)),
  };
}
