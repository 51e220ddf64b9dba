import { markEvents } from '../repair/pictures/marks.ts';
import { loanHandedOut } from '../repair/loans/loans.ts';
import { cleanEmail } from '../contract/codes.ts';
import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import { itemStream, rmaStream } from '../kernel.ts';
import type { Rejection } from '../rejection.ts';
import { stamp } from '../repair/item/build.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import type { ItemDeposited } from '../repair/item/deposit-events.ts';
import { agreedFees } from '../repair/fees/agreed.ts';
import { evaluateWarranty } from '../repair/fees/warranty.ts';
import type { DepositIssue } from '../deposit/deposit-issue.ts';
import type { RmaDeposited } from '../deposit/events.ts';
import type { RmaState } from '../deposit/rma.ts';
import { depositRuleIssues } from './deposit-rules.ts';
import type { Deposit, DepositItem } from './deposit-command.ts';
import type { ProcessEvent } from './process-state.ts';

/**
 * `POST /rma`: one deposit, 1..n items. Warranty is evaluated and frozen, the fee agreed (0 in warranty), a requested
 * waiver goes under review. Field errors name the item by its place and the field.
 */
export function decideDeposit(
  deposit: Deposit,
  state: RmaState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (state.kind !== 'none') return reject('already_exists', { rma_id: state.id });
  const refusal = depositRefusal(deposit, context);
  if (refusal !== null) return { ok: false, rejection: refusal };
  return acceptStreams<ProcessEvent>([
    { streamId: rmaStream(deposit.rmaId), events: [rmaDeposited(deposit, context)] },
    ...deposit.items.map((item) => ({
      streamId: itemStream(item.itemId),
      events: itemEvents(item, deposit, context),
    })),
  ]);
}

function depositRefusal(deposit: Deposit, { policy }: CommandContext): Rejection | null {
  const { items } = deposit;
  if (items.length === 0) return { code: 'no_items' };
  if (items.length > policy.maxItemsPerRma)
    return { code: 'too_many_items', details: { most: policy.maxItemsPerRma } };
  if (new Set(items.map((item) => item.itemId)).size < items.length) return { code: 'already_exists' };
  if (items.some(({ total180 }) => !Number.isSafeInteger(total180) || total180 < 0))
    return { code: 'invalid_input', details: { field: 'total_180' } };
  return fieldRefusal(depositRuleIssues(deposit, policy));
}

/** A form with issues is refused as a whole, with all of them; null when there are none. */
export function fieldRefusal(issues: readonly DepositIssue[]): Rejection | null {
  return issues.length === 0 ? null : { code: 'invalid_input', fields: issues };
}

function rmaDeposited(deposit: Deposit, context: CommandContext): RmaDeposited {
  const { items, currency: _currency, depositDay: _day, signature: _ink, contact, ...head } = deposit;
  return {
    type: 'RmaDeposited',
    data: {
      ...head,
      contact: { ...contact, email: cleanEmail(contact.email) },
      itemIds: items.map((item) => item.itemId),
      createdAt: context.now,
      by: stamp(context).by,
    },
  };
}

function itemEvents(item: DepositItem, deposit: Deposit, context: CommandContext): readonly ItemEvent[] {
  return [
    { type: 'ItemDeposited', data: itemDeposited(item, deposit, context) },
    ...markEvents({ customerRef: deposit.customerRef, marks: [] }, item.marks ?? [], context),
    ...(item.loan === undefined ? [] : [loanHandedOut(deposit.customerRef, 1, item.loan, context)]),
    ...waiverEvents(item, deposit, context),
    ...signatureEvents(deposit, context),
  ];
}

function waiverEvents(
  { waiverRemark: remark }: DepositItem,
  { customerRef }: Deposit,
  context: CommandContext,
): readonly ItemEvent[] {
  if (remark === null) return [];
  return [{ type: 'WaiverRequested', data: { customerRef, remark, ...stamp(context) } }];
}

function signatureEvents({ customerRef, signature }: Deposit, context: CommandContext): readonly ItemEvent[] {
  if (signature === null) return [];
  const data = {
    customerRef,
    kind: 'deposit',
    version: 1,
    signature,
    signing: null,
    ...stamp(context),
  } as const;
  return [{ type: 'SignatureRecorded', data }];
}

function itemDeposited(item: DepositItem, deposit: Deposit, context: CommandContext): ItemDeposited['data'] {
  const { purchaseDate, extendedMonths, warrantyOverride: override } = item;
  const { rmaId, storeId, customerRef, depositDay, currency, delivery } = deposit;
  const warranty = evaluateWarranty({ purchaseDate, depositDay, extendedMonths, override }, context.policy);
  return {
    itemId: item.itemId,
    rmaId,
    number: item.number,
    storeId,
    customerRef,
    linkedFrom: null,
    product: item.product,
    purchase: {
      platform: deposit.platform,
      purchaseDate,
      fulfilledDate: deposit.fulfilledDate,
      originalOrderId: deposit.originalOrderId,
      originalOrderNumber: deposit.originalOrderNumber,
      invoiceNumber: item.invoiceNumber,
    },
    weights: item.weights,
    reasonIds: [...new Set(item.reasonIds)],
    subReasons: item.subReasons.filter((sub) => item.reasonIds.includes(sub.reasonId)),
    renewReasons: item.renewReasons,
    warranty,
    ...agreedFees(item, warranty, currency),
    total180: item.total180,
    images: item.images,
    goldImage: item.goldImage,
    delivery,
    extendedWarrantyProof: item.extendedWarrantyProof,
    survey: item.survey,
    fakeProduct: item.fakeProduct,
    createdAt: context.now,
    by: stamp(context).by,
  };
}
