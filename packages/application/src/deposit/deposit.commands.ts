import { localDay } from '@atelier/domain/calendar.ts';
import { decideDeposit, fieldRefusal } from '@atelier/domain/processes/deposit.ts';
import type { Deposit } from '@atelier/domain/processes/deposit-command.ts';
import { depositRuleIssues } from '@atelier/domain/processes/deposit-rules.ts';
import { worldIssues, type DepositRights } from '@atelier/domain/processes/deposit-world.ts';
import { reject } from '@atelier/domain/decider.ts';
import { rmaStream, type BlobRef, type ItemId, type RmaId } from '@atelier/domain/kernel.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import type { DepositIssue } from '@atelier/domain/deposit/deposit-issue.ts';
import { humanNumber } from '@atelier/domain/repair/item/item-number.ts';
import { randomBytes } from 'node:crypto';
import { rmaAggregate } from '../aggregates.ts';
import { datesAtDeposit } from '../promise/at-deposit.queries.ts';
import {
  contextOf,
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import {
  completedItem,
  factsAsked,
  prepareDepositWorld,
  subReasonIssues,
  type NewItem,
} from './deposit-items.commands.ts';
import { findDepositFacts, type DepositFacts } from './deposit-lookups.queries.ts';

export type { NewItem } from './deposit-items.commands.ts';

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
  /** Of the customer base; null for a new customer. */
  readonly customerId: number | null;
  readonly items: readonly NewItem[];
  /** Keeps the customer's signature; only asked once nothing else is wrong. */
  readonly signature?: () => Promise<BlobRef>;
  readonly rights?: DepositRights;
  /** What the caller found wrong already: reported together with the rest. */
  readonly issues?: readonly DepositIssue[];
}

const NO_RIGHTS: DepositRights = { mayDiscount: false };

/** 128 bits: the customer's link cannot be guessed (product/rma.md §1). */
const REFERENCE_BYTES = 16;

/**
 * `POST /rma` (product/deposit.md §1): looks up what the shop need not type, then decides. Answers
 * `{rma_id, item_ids}`, also when repeated. Fields that cannot be are refused all at once, and nothing is kept.
 */
export async function depositRma(
  services: CommandServices,
  caller: Caller,
  given: NewDeposit,
): Promise<CommandOutcome> {
  const context = contextOf(services, caller);
  const asking = { now: context.now, historyDays: context.policy.savRepairDays };
  const facts = await findDepositFacts(services.db, factsAsked(given, asking));
  if (facts === undefined) return reject('invalid_input', { field: 'store' });
  const refusal = await issuesRefusal(services, caller, given, facts);
  // A repeated deposit finds its own piece in the books by now: the first answer comes before any refusal.
  if (refusal !== null)
    return runCommand(services, caller, { streams: [], decide: () => ({ ok: false, rejection: refusal }) });
  const signature = (await given.signature?.()) ?? null;
  const [rmaId = 0, ...itemIds] = await services.store.nextIds(1 + given.items.length);
  const deposit = { ...completed(given, facts, { rmaId, itemIds, context }), signature };
  const skus = given.items.map(({ sku }) => sku);
  const dated = await datesAtDeposit(services, given.storeId, skus);
  return runCommand(services, caller, {
    streams: [rmaStream(rmaId)],
    decide: (states, now) => {
      const decision = decideDeposit(deposit, states.of(rmaAggregate, rmaId), now);
      if (!decision.ok) return decision;
      return { ...decision, streams: dated(decision.streams), answer: { rma_id: rmaId, item_ids: itemIds } };
    },
  });
}

/** Asked before anything is kept: the form's own issues, and where it disagrees with the brand's books. */
async function issuesRefusal(
  services: CommandServices,
  caller: Caller,
  given: NewDeposit,
  facts: DepositFacts,
): Promise<Rejection | null> {
  const context = contextOf(services, caller);
  const world = await prepareDepositWorld(services, caller, given, facts);
  const itemIds = given.items.map((_, index) => index + 1);
  const draft = { ...completed(given, facts, { rmaId: 0, itemIds, context }), signature: null };
  const { rights = NO_RIGHTS, issues = [] } = given;
  return fieldRefusal([
    ...issues,
    ...subReasonIssues(given.items, facts),
    ...worldIssues(draft, world, rights, context.policy),
    ...depositRuleIssues(draft, context.policy),
  ]);
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
  const { customerId, items, signature: _ink, rights: _rights, issues: _issues, ...head } = given;
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
