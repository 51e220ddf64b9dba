import { localDay } from '@atelier/domain/calendar.ts';
import { decideDeposit } from '@atelier/domain/crossing/deposit.ts';
import type { Deposit, DepositItem } from '@atelier/domain/crossing/deposit.ts';
import { reject } from '@atelier/domain/decider.ts';
import type { Refused } from '@atelier/domain/decider.ts';
import { rmaStream } from '@atelier/domain/kernel.ts';
import type { ItemId, RmaId, SiteId } from '@atelier/domain/kernel.ts';
import type { CommandContext } from '@atelier/domain/repair/commands.ts';
import { humanNumber } from '@atelier/domain/repair/item-number.ts';
import { randomBytes } from 'node:crypto';
import { rmaAggregate } from '../aggregates.ts';
import { contextOf, runCommand } from '../commands/run-command.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { findDepositFacts } from './deposit-lookups.ts';
import type { DepositFacts, FactsAsked } from './deposit-lookups.ts';

/** One jewel as the shop wrote it down; what the store can look up itself is left out. */
export interface NewItem extends Omit<
  DepositItem,
  'itemId' | 'number' | 'product' | 'subReasons' | 'repairedBefore' | 'total180' | 'extendedMonths'
> {
  readonly sku: string;
  readonly size: string | null;
  readonly serial: string | null;
  readonly certificateNo: string | null;
  readonly sequenceNumber: string | null;
  readonly subReasonIds: readonly number[];
  /** With proof: adds the policy's term to the warranty. */
  readonly extendedWarranty: boolean;
}

export interface NewDeposit extends Omit<
  Deposit,
  'rmaId' | 'number' | 'publicReference' | 'customerRef' | 'currency' | 'depositDay' | 'items' | 'storeId'
> {
  readonly storeId: SiteId;
  /** Of the customer base; null for somebody new. */
  readonly customerId: number | null;
  readonly items: readonly NewItem[];
}

/** 128 bits: the customer's link cannot be guessed (product.md §1). */
const REFERENCE_BYTES = 16;

/**
 * `POST /rma` (specification §5; product.md §8): looks up what the shop need not type, then decides. Answers
 * `{rma_id, item_ids}`, also when repeated. Unknown SKUs and reasons that are not offered are refused by field.
 */
export async function depositRma(
  services: CommandServices,
  caller: Caller,
  given: NewDeposit,
): Promise<CommandOutcome> {
  const context = contextOf(services, caller);
  const facts = await findDepositFacts(
    services.db,
    factsAsked(given, context.now, context.policy.savRepairDays),
  );
  if (facts === undefined) return reject('invalid_input', { field: 'store' });
  const refusal = unknownRefusal(given, facts);
  if (refusal !== null) return refusal;
  const [rmaId = 0, ...itemIds] = await services.store.nextIds(1 + given.items.length);
  const deposit = completed(given, facts, { rmaId, itemIds, context });
  return runCommand(services, caller, {
    streams: [rmaStream(rmaId)],
    decide: (states, now) => {
      const decision = decideDeposit(deposit, states.of(rmaAggregate, rmaId), now);
      return decision.ok ? { ...decision, answer: { rma_id: rmaId, item_ids: itemIds } } : decision;
    },
  });
}

function factsAsked({ storeId, items }: NewDeposit, now: string, historyDays: number): FactsAsked {
  return {
    storeId,
    skus: [...new Set(items.map((item) => item.sku))],
    reasons: [...new Set(items.flatMap((item) => item.reasonIds))],
    subReasons: [...new Set(items.flatMap((item) => item.subReasonIds))],
    serials: [...new Set(items.flatMap((item) => (item.serial === null ? [] : [item.serial])))],
    now,
    historyDays,
  };
}

function unknownRefusal({ items }: NewDeposit, facts: DepositFacts): Refused | null {
  for (const [index, item] of items.entries()) {
    if (!facts.products.has(item.sku)) return reject('invalid_input', { field: 'product_sku', index });
    const stranger = item.reasonIds.find((id) => !facts.activeReasons.has(id));
    if (stranger !== undefined) return reject('invalid_input', { field: 'reasons', index });
  }
  return null;
}

interface Completing {
  readonly rmaId: RmaId;
  readonly itemIds: readonly ItemId[];
  readonly context: CommandContext;
}

function completed(given: NewDeposit, facts: DepositFacts, { rmaId, itemIds, context }: Completing): Deposit {
  const { customerId, items, ...head } = given;
  const extendedMonths = context.policy.extendedWarrantyMonths;
  return {
    ...head,
    rmaId,
    number: humanNumber(facts.store.code, rmaId),
    publicReference: randomBytes(REFERENCE_BYTES).toString('base64url'),
    customerRef: customerId === null ? rmaStream(rmaId) : `customer-${customerId}`,
    currency: facts.store.currency,
    depositDay: localDay(context.now, facts.store.time_zone),
    items: items.map((item, index) => completedItem(item, facts, itemIds[index] ?? 0, extendedMonths)),
  };
}

function completedItem(
  item: NewItem,
  facts: DepositFacts,
  itemId: ItemId,
  extendedMonths: number,
): DepositItem {
  const { sku, size, serial, certificateNo, sequenceNumber, subReasonIds, extendedWarranty, ...rest } = item;
  const product = facts.products.get(sku);
  const history = serial === null ? undefined : facts.repairs.get(serial);
  const { name = sku, kind = 'ring', is_gold: isGold = false } = product ?? {};
  return {
    ...rest,
    itemId,
    number: humanNumber(facts.store.code, itemId),
    product: { sku, size, serial, certificateNo, sequenceNumber, name, kind, isGold },
    subReasons: subReasonIds.flatMap((id) => {
      const reasonId = facts.subReasons.get(id);
      return reasonId === undefined ? [] : [{ id, reasonId }];
    }),
    extendedMonths: extendedWarranty ? extendedMonths : 0,
    repairedBefore: history?.everRepaired ?? false,
    total180: history?.recent ?? 0,
  };
}
