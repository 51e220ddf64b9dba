import { isDay } from '../calendar.ts';
import { acceptStreams, reject } from '../decider.ts';
import type { StreamsDecision } from '../decider.ts';
import { itemStream, rmaStream } from '../kernel.ts';
import type { BlobRef, CustomerRef, Day, ItemId, RmaId, SiteId } from '../kernel.ts';
import type { Rejection } from '../rejection.ts';
import { remarkRefusal } from '../remark-length.ts';
import { stamp } from '../repair/build.ts';
import type { CommandContext } from '../repair/commands.ts';
import type { ItemDeposited, ItemEvent } from '../repair/events.ts';
import type { ExchangeSurvey, Product, SubReasonRef, Warranty, Weights } from '../repair/facts.ts';
import { evaluateWarranty, exchangeOffer } from '../repair/warranty.ts';
import type { Address, Contact, RmaDeposited } from '../rma/events.ts';
import { cleanEmail } from '../rma/names.ts';
import type { RmaState } from '../rma/rma.ts';
import type { JourneyEvent } from './journey.ts';

export interface DepositItem {
  readonly itemId: ItemId;
  /** `PAR-000123`. */
  readonly number: string;
  readonly product: Product;
  readonly purchaseDate: Day;
  readonly invoiceNumber: string | null;
  readonly weights: Weights;
  readonly reasonIds: readonly number[];
  readonly subReasons: readonly SubReasonRef[];
  /** Whether the history knows this piece: then at least one renew reason is asked for. */
  readonly repairedBefore: boolean;
  readonly renewReasons: readonly string[];
  readonly total180: number;
  /** Months of extended warranty with proof; 0 = none. */
  readonly extendedMonths: number;
  readonly warrantyOverride: Warranty['override'];
  /** Agreed at the counter, minor units; charged only out of warranty. */
  readonly maintenanceAmount: number;
  /** The remark of a requested waiver; null = none requested. */
  readonly waiverRemark: string | null;
  readonly images: readonly BlobRef[];
  readonly goldImage: BlobRef | null;
  readonly survey: ExchangeSurvey | null;
  readonly fakeProduct: ItemDeposited['data']['fakeProduct'];
}

export interface Deposit {
  readonly rmaId: RmaId;
  readonly number: string;
  readonly publicReference: string;
  readonly storeId: SiteId;
  readonly customerRef: CustomerRef;
  readonly contact: Contact;
  readonly address: Address;
  readonly delivery: 'store' | 'client';
  readonly platform: string;
  readonly fulfilledDate: Day | null;
  readonly originalOrderId: string | null;
  readonly originalOrderNumber: string | null;
  readonly isAgent: boolean;
  readonly language: string;
  /** The store's own currency, and its own day: the warranty is evaluated on it. */
  readonly currency: string;
  readonly depositDay: Day;
  readonly items: readonly DepositItem[];
}

/**
 * `POST /rma`: one deposit, 1..n items. Warranty is evaluated and frozen, the fee agreed (0 in warranty), a requested
 * waiver goes under review. Field errors name the item by its place and the field.
 */
export function decideDeposit(
  deposit: Deposit,
  state: RmaState,
  context: CommandContext,
): StreamsDecision<JourneyEvent> {
  if (state.kind !== 'none') return reject('already_exists', { rma_id: state.id });
  const refusal = depositRefusal(deposit, context);
  if (refusal !== null) return { ok: false, rejection: refusal };
  return acceptStreams<JourneyEvent>([
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
  for (const [index, item] of items.entries()) {
    const refusal = itemRefusal(item, deposit, policy);
    if (refusal !== null) return { ...refusal, details: { ...refusal.details, index } };
  }
  return null;
}

type Policy = CommandContext['policy'];

function itemRefusal(item: DepositItem, deposit: Deposit, policy: Policy): Rejection | null {
  const { purchaseDate, maintenanceAmount, waiverRemark } = item;
  if (!isDay(purchaseDate) || purchaseDate > deposit.depositDay) return invalid('purchase_date');
  if (item.reasonIds.length === 0) return invalid('reasons');
  if (!Number.isSafeInteger(maintenanceAmount) || maintenanceAmount < 0) return invalid('maintenance_amount');
  if (!Number.isSafeInteger(item.total180) || item.total180 < 0) return invalid('total_180');
  if (item.repairedBefore && item.renewReasons.length === 0) return invalid('renew_reasons');
  const remark = waiverRemark === null ? null : remarkRefusal(waiverRemark, policy.remarkWords);
  if (remark !== null) return { ...remark, details: { ...remark.details, field: 'store_remark' } };
  return surveyRefusal(item, deposit, policy) ?? goldRefusal(item, policy);
}

function invalid(field: string): Rejection {
  return { code: 'invalid_input', details: { field } };
}

/** Under six months the exchange survey is asked, with its comment (specification §5). */
function surveyRefusal(item: DepositItem, deposit: Deposit, policy: Policy): Rejection | null {
  if (item.survey !== null) {
    const comment = remarkRefusal(item.survey.comment, policy.remarkWords);
    return comment === null
      ? null
      : { ...comment, details: { ...comment.details, field: 'exchange_survey' } };
  }
  const asked =
    policy.demandExchangeSurvey && exchangeOffer(item.purchaseDate, deposit.depositDay, policy).survey;
  return asked ? invalid('exchange_survey') : null;
}

/** Gold: picture, weight and checked sequence number (product.md §8). */
function goldRefusal(item: DepositItem, policy: Policy): Rejection | null {
  if (!policy.demandGoldChecks || !item.product.isGold) return null;
  if (item.goldImage === null) return invalid('gold_image');
  if (item.weights.goldMg === null) return invalid('gold_weight');
  return item.product.sequenceNumber === null ? invalid('sequence_number') : null;
}

function rmaDeposited(deposit: Deposit, context: CommandContext): RmaDeposited {
  const { items, currency: _currency, depositDay: _day, contact, ...head } = deposit;
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
  const { customerRef } = deposit;
  const deposited: ItemEvent = { type: 'ItemDeposited', data: itemDeposited(item, deposit, context) };
  if (item.waiverRemark === null) return [deposited];
  const data = { customerRef, remark: item.waiverRemark, ...stamp(context) };
  return [deposited, { type: 'WaiverRequested', data }];
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
    fee: { amount: warranty.inWarranty ? 0 : item.maintenanceAmount, currency },
    total180: item.total180,
    images: item.images,
    goldImage: item.goldImage,
    delivery,
    survey: item.survey,
    fakeProduct: item.fakeProduct,
    createdAt: context.now,
    by: stamp(context).by,
  };
}
