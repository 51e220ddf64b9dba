import { accept, reject, type Decision } from '../../decider.ts';
import type { Money } from '../../kernel.ts';
import { remarkRefusal } from '../../remark-length.ts';
import { freeText, stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import {
  amountOpen,
  amountPaid,
  amountRefundable,
  amountToReturn,
  isFeeFrozen,
  isFeeMissing,
} from './fees.ts';
import { blankRefusal, firstRefusal, refuse, type Refusal } from '../holds/guards.ts';
import type { Item } from '../item/item.ts';
import type { Payment } from '../../shared/item-facts.ts';
import { Status } from '../../shared/status.ts';

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

function amountRefusal({ amount }: Money, least: number): Refusal {
  return Number.isSafeInteger(amount) && amount >= least ? null : refuse('amount_invalid', { amount });
}

function currencyRefusal(item: Item, { currency }: Money): Refusal {
  const expected = item.fee.due.currency;
  return currency === expected ? null : refuse('currency_mismatch', { currency: expected });
}

function frozenRefusal(item: Item): Refusal {
  return isFeeFrozen(item) ? refuse('waiver_frozen', { status: item.status }) : null;
}

/** The customer agrees to exactly the amount that is due; agreeing twice changes nothing. */
export function decideAcceptFee(
  { fee }: Of<'AcceptFee'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const { due, accepted } = item.fee;
  const refusal = firstRefusal(
    () => (item.status === Status.Cancelled ? refuse('item_cancelled') : null),
    () => currencyRefusal(item, fee),
    () => (fee.amount === due.amount ? null : refuse('amount_invalid', { ...due })),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  if (accepted?.amount === due.amount && accepted.currency === due.currency) return accept<ItemEvent>();
  return accept<ItemEvent>({ type: 'FeeAccepted', data: { fee, ...stamp(context) } });
}

/** Another amount by hand, with a reason and its own permission; a higher one needs new acceptance. */
export function decideOverrideFee(
  { fee, reason }: Of<'OverrideFee'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => frozenRefusal(item),
    () => (item.waiver.code === 11 ? refuse('waiver_used_up') : null),
    () => currencyRefusal(item, fee),
    () => amountRefusal(fee, 0),
    () => blankRefusal(reason, 'reason_required'),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  // 0 for a piece that lacks an amount is one: free on purpose.
  if (fee.amount === item.fee.due.amount && !isFeeMissing(item)) return accept<ItemEvent>();
  const data = {
    fee,
    because: 'override' as const,
    ...freeText(item, { reason }),
    policyVersion: context.policy.version,
  };
  return accept<ItemEvent>({ type: 'FeeQuoted', data: { ...data, ...stamp(context) } });
}

/** 0 or 10 → 1 with a remark; two requests in all, none once approved or frozen (product/repair.md §13). */
export function decideRequestWaiver(
  { remark }: Of<'RequestWaiver'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const { code, requests } = item.waiver;
  const refusal = firstRefusal(
    () => frozenRefusal(item),
    () => (code === 1 ? refuse('waiver_under_review') : null),
    () =>
      code === 11 || requests >= context.policy.maxWaiverRequests
        ? refuse('waiver_used_up', { requests })
        : null,
    () => remarkRefusal(remark, context.policy.remarkWords),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const { customerRef } = item;
  return accept<ItemEvent>({ type: 'WaiverRequested', data: { customerRef, remark, ...stamp(context) } });
}

/** 1 → 11 (the fee becomes 0) or 1 → 10 with a reason (the customer must accept the fee). */
export function decideDecideWaiver(
  { decision, reason }: Of<'DecideWaiver'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => frozenRefusal(item),
    () => (item.waiver.code === 1 ? null : refuse('waiver_not_under_review', { code: item.waiver.code })),
    () => (decision === 10 ? blankRefusal(reason, 'reason_required') : null),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  return accept<ItemEvent>({
    type: 'WaiverDecided',
    data: { decision, ...freeText(item, { reason }), ...stamp(context) },
  });
}

/** A record of a payment in the fee's currency, never above what is still open. */
export function decideRecordPayment(
  { paid, means, reference }: Of<'RecordPayment'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const open = amountOpen(item);
  const refusal = firstRefusal(
    () => (item.status === Status.Cancelled ? refuse('item_cancelled') : null),
    () => movedRefusal(item),
    () => currencyRefusal(item, paid),
    () => amountRefusal(paid, 1),
    () => (paid.amount > open ? refuse('amount_invalid', { amount: paid.amount, open }) : null),
    () => blankRefusal(means, 'invalid_input'),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const { customerRef } = item;
  const data = { customerRef, paid, means, reference, ...stamp(context) };
  return accept<ItemEvent>({ type: 'PaymentRecorded', data });
}

/** What a record of a payment or refund should have said. It never makes more paid than is due, nor less than was refunded. */
export function decideCorrectPayment(
  { payment, paid, means, reference, reason }: Of<'CorrectPayment'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const record = item.fee.payments[payment - 1];
  if (record === undefined) return reject('payment_unknown', { payment });
  const refusal = firstRefusal(
    () => movedRefusal(item),
    () => currencyRefusal(item, paid),
    () => amountRefusal(paid, 0),
    () => correctionRefusal(item, record, paid),
    () => blankRefusal(means, 'invalid_input'),
    () => blankRefusal(reason, 'reason_required'),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const { customerRef } = item;
  const data = { customerRef, payment, paid, means, reference, reason, ...stamp(context) };
  return accept<ItemEvent>({ type: 'PaymentCorrected', data });
}

/** How far a record may grow: a payment by what is open, a refund by what is to be returned. */
function correctionRefusal(item: Item, record: Payment, { amount }: Money): Refusal {
  const isPayment = record.kind === 'payment';
  const most = record.paid.amount + (isPayment ? amountOpen(item) : amountToReturn(item));
  if (amount > most && amount > record.paid.amount) return refuse('amount_invalid', { amount, most });
  const left = amountPaid(item) + (isPayment ? amount - record.paid.amount : 0);
  return left < 0 ? refuse('amount_invalid', { amount, least: amount - left }) : null;
}

/** Money back to the customer: at most what was paid and is not due, in the fee's currency. */
export function decideRecordRefund(
  { refunded, means, reference, reason }: Of<'RecordRefund'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const toReturn = amountRefundable(item);
  const refusal = firstRefusal(
    () => movedRefusal(item),
    () => currencyRefusal(item, refunded),
    () => amountRefusal(refunded, 1),
    () =>
      refunded.amount > toReturn
        ? refuse('refund_exceeds', { amount: refunded.amount, to_return: toReturn })
        : null,
    () => blankRefusal(means, 'invalid_input'),
    () => blankRefusal(reason, 'reason_required'),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const { customerRef } = item;
  const data = { customerRef, refunded, means, reference, reason, ...stamp(context) };
  return accept<ItemEvent>({ type: 'RefundRecorded', data });
}

/** The store did not take the repair: the linked piece has the money now. */
function movedRefusal({ fee, linkedTo }: Item): Refusal {
  return fee.isMoved ? refuse('payment_moved', { item_id: linkedTo }) : null;
}

/** Signatures by kind; a new one is a new version, older ones stay. */
export function decideRecordSignature(
  { kind, signature, signing }: Of<'RecordSignature'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (signature === '') return reject('signature_required');
  const version = item.signatures.filter((each) => each.kind === kind).length + 1;
  const { customerRef } = item;
  const data = { customerRef, kind, version, signature, signing: signing ?? null, ...stamp(context) };
  return accept<ItemEvent>({ type: 'SignatureRecorded', data });
}
