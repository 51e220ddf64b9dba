import { localDay } from '@atelier/domain/calendar.ts';
import { decideDeposit, fieldRefusal } from '@atelier/domain/crossing/deposit.ts';
import type { Deposit, DepositItem } from '@atelier/domain/crossing/deposit.ts';
import { depositFlaws } from '@atelier/domain/crossing/deposit-rules.ts';
import { worldFlaws } from '@atelier/domain/crossing/deposit-world.ts';
import type { DepositRights } from '@atelier/domain/crossing/deposit-world.ts';
import { reject } from '@atelier/domain/decider.ts';
import { rmaStream } from '@atelier/domain/kernel.ts';
import type { BlobRef, ItemId, RmaId } from '@atelier/domain/kernel.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import type { CommandContext } from '@atelier/domain/repair/commands.ts';
import type { DepositFlaw } from '@atelier/domain/rma/deposit-flaws.ts';
import { humanNumber } from '@atelier/domain/repair/item-number.ts';
import { randomBytes } from 'node:crypto';
import { rmaAggregate } from '../aggregates.ts';
import { contextOf, runCommand } from '../commands/run-command.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { findDepositFacts } from './deposit-lookups.ts';
import type { DepositFacts, FactsAsked } from './deposit-lookups.ts';
import { findDepositWorld } from './deposit-world.ts';
import type { WorldAsked } from './deposit-world.ts';

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

type LookedUp =
  | 'rmaId'
  | 'number'
  | 'publicReference'
  | 'customerRef'
  | 'currency'
  | 'depositDay'
  | 'signature'
  | 'items';

export interface NewDeposit extends Omit<Deposit, LookedUp> {
  /** Of the customer base; null for somebody new. */
  readonly customerId: number | null;
  readonly items: readonly NewItem[];
  /** Keeps the customer's signature; only asked once nothing else is wrong. */
  readonly signature?: () => Promise<BlobRef>;
  readonly rights?: DepositRights;
  /** What the caller found wrong already: told together with the rest. */
  readonly flaws?: readonly DepositFlaw[];
}

const NO_RIGHTS: DepositRights = { mayDiscount: false };

/** 128 bits: the customer's link cannot be guessed (product.md §1). */
const REFERENCE_BYTES = 16;

/**
 * `POST /rma` (specification §5; product.md §8): looks up what the shop need not type, then decides. Answers
 * `{rma_id, item_ids}`, also when repeated. Fields that cannot be are refused all at once, and nothing is kept.
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
  const refusal = await flawsRefusal(services, caller, given, facts);
  // A repeated deposit finds its own piece in the books by now: the first answer comes before any refusal.
  if (refusal !== null)
    return runCommand(services, caller, { streams: [], decide: () => ({ ok: false, rejection: refusal }) });
  const signature = (await given.signature?.()) ?? null;
  const [rmaId = 0, ...itemIds] = await services.store.nextIds(1 + given.items.length);
  const deposit = { ...completed(given, facts, { rmaId, itemIds, context }), signature };
  return runCommand(services, caller, {
    streams: [rmaStream(rmaId)],
    decide: (states, now) => {
      const decision = decideDeposit(deposit, states.of(rmaAggregate, rmaId), now);
      return decision.ok ? { ...decision, answer: { rma_id: rmaId, item_ids: itemIds } } : decision;
    },
  });
}

/** Asked before anything is kept: the form's own flaws, and where it disagrees with the brand's books. */
async function flawsRefusal(
  services: CommandServices,
  caller: Caller,
  given: NewDeposit,
  facts: DepositFacts,
): Promise<Rejection | null> {
  const context = contextOf(services, caller);
  const world = await findDepositWorld(services.db, caller.scope, worldAsked(given), facts);
  const itemIds = given.items.map((_, index) => index + 1);
  const draft = { ...completed(given, facts, { rmaId: 0, itemIds, context }), signature: null };
  const { rights = NO_RIGHTS, flaws = [] } = given;
  return fieldRefusal([
    ...flaws,
    ...worldFlaws(draft, world, rights, context.policy),
    ...depositFlaws(draft, context.policy),
  ]);
}

function worldAsked({ storeId, address, customerId, items }: NewDeposit): WorldAsked {
  const named = (list: readonly (string | null | undefined)[]) => [
    ...new Set(list.flatMap((value) => value || [])),
  ];
  return {
    storeId,
    country: address.country,
    customerId,
    invoiceNos: named(items.map((item) => item.invoiceNumber)),
    certificateNos: named(items.map((item) => item.certificateNo)),
    sequenceNumbers: named(items.map((item) => item.sequenceNumber)),
    subReasons: [...new Set(items.flatMap((item) => item.subReasonIds))],
    images: named(items.flatMap(imagesOf)),
  };
}

function imagesOf({ images, goldImage, extendedWarrantyProof, fakeProduct }: NewItem) {
  return [...images, goldImage, extendedWarrantyProof, fakeProduct?.image];
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

interface Completing {
  readonly rmaId: RmaId;
  readonly itemIds: readonly ItemId[];
  readonly context: CommandContext;
}

function completed(
  given: NewDeposit,
  facts: DepositFacts,
  { rmaId, itemIds, context }: Completing,
): Omit<Deposit, 'signature'> {
  const { customerId, items, signature: _ink, rights: _rights, flaws: _flaws, ...head } = given;
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
