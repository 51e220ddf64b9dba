import { localDay } from '@atelier/domain/calendar.ts';
import { fieldRefusal } from '@atelier/domain/processes/deposit.ts';
import type { Deposit } from '@atelier/domain/processes/deposit-command.ts';
import { decideDepositEdit, type DepositEdit } from '@atelier/domain/processes/deposit-edit.ts';
import {
  worldIssues,
  type DepositRights,
  type DepositWorld,
} from '@atelier/domain/processes/deposit-world.ts';
import { reject } from '@atelier/domain/decider.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { itemStream, rmaStream, type ItemId, type RmaId } from '@atelier/domain/kernel.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { DepositIssue } from '@atelier/domain/deposit/deposit-issue.ts';
import type { Rma, RmaState } from '@atelier/domain/deposit/rma.ts';
import { itemAggregate, rmaAggregate } from '../aggregates.ts';
import {
  contextOf,
  runCommand,
  States,
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

export interface EditedItem extends NewItem {
  readonly itemId: ItemId;
}

type Head =
  | 'contact'
  | 'address'
  | 'delivery'
  | 'platform'
  | 'fulfilledDate'
  | 'originalOrderId'
  | 'originalOrderNumber'
  | 'isAgent'
  | 'language';

export interface EditedDeposit extends Pick<Deposit, Head> {
  readonly rmaId: RmaId;
  /** Items that are changed; the others stay as they are. */
  readonly items: readonly EditedItem[];
  readonly rights: DepositRights;
  readonly issues: readonly DepositIssue[];
}

/** What the edit is decided on besides the streams: read once, before them. */
interface Prepared {
  readonly edit: DepositEdit;
  readonly refusal: Rejection | null;
}

/**
 * `PUT /rma/{id}` (product/deposit.md §10). `If-Match` speaks of the deposit's stream: every edit moves it, whichever piece it
 * changed. Throws `WrongExpectedVersion` on a concurrent edit. Not found for other stores.
 */
export async function editDeposit(
  services: CommandServices,
  caller: Caller,
  given: EditedDeposit,
): Promise<CommandOutcome> {
  const streamId = rmaStream(given.rmaId);
  const rma = ownRma(await peekRma(services, given.rmaId), caller.scope);
  if (rma === null) return reject('not_found');
  const items = await peekItems(services, rma);
  const prepared = await prepare(services, caller, given, rma, items);
  return runCommand(services, caller, {
    streams: [streamId, ...rma.itemIds.map(itemStream)],
    versioned: streamId,
    decide: (states, context) => {
      if (prepared.refusal !== null) return { ok: false, rejection: prepared.refusal };
      const now = new Map(rma.itemIds.map((id) => [id, states.of(itemAggregate, id)]));
      return decideDepositEdit(prepared.edit, states.of(rmaAggregate, rma.id), now, context);
    },
  });
}

function ownRma(state: RmaState, scope: DataScope): Rma | null {
  if (state.kind === 'none') return null;
  return scope.kind === 'all' || (scope.kind === 'store' && scope.siteId === state.storeId) ? state : null;
}

async function peekRma({ store }: CommandServices, rmaId: RmaId): Promise<RmaState> {
  return rmaAggregate.stateOf((await store.readStream(rmaStream(rmaId))).events);
}

async function peekItems({ store }: CommandServices, { itemIds }: Rma): Promise<ReadonlyMap<ItemId, Item>> {
  const states = new States(await store.readStreams(itemIds.map(itemStream)));
  const items = itemIds.map((id) => states.of(itemAggregate, id));
  return new Map(items.flatMap((item) => (item.kind === 'item' ? [[item.id, item] as const] : [])));
}

async function prepare(
  services: CommandServices,
  caller: Caller,
  given: EditedDeposit,
  rma: Rma,
  items: ReadonlyMap<ItemId, Item>,
): Promise<Prepared> {
  const { policy } = contextOf(services, caller);
  const naming = { ...given, storeId: rma.storeId, customerId: askedCustomer(given, rma) };
  const asking = { now: rma.createdAt, historyDays: policy.savRepairDays, except: rma.id };
  const found = await findDepositFacts(services.db, factsAsked(naming, asking));
  if (found === undefined) throw new Error(`the store of rma ${rma.id} is gone`);
  const facts = withOwn(found, items);
  const world = await prepareDepositWorld(services, caller, naming, facts);
  const edit = editOf(given, rma, facts, policy.extendedWarrantyMonths);
  const known = { ...world, customer: world.customer ?? null, images: withOwnImages(world, items) };
  const issues = [
    ...changedIssues(given, rma),
    ...subReasonIssues(given.items, facts),
    ...worldIssues({ ...edit, signature: null }, known, given.rights, policy),
  ];
  return { edit, refusal: fieldRefusal(issues) };
}

/** Whether the CRM owns the number is only asked when another one is given. */
function askedCustomer({ contact }: EditedDeposit, rma: Rma): number | null {
  const [, id] = /^customer-(\d+)$/.exec(rma.customerRef) ?? [];
  return id === undefined || !isPhoneChanged(contact, rma) ? null : Number(id);
}

function isPhoneChanged({ phoneCode, phone }: Deposit['contact'], { contact }: Rma): boolean {
  return phone !== contact?.phone || phoneCode !== contact.phoneCode;
}

/** What was taken in under other rules does not stop an edit of something else. */
function changedIssues({ issues, contact }: EditedDeposit, rma: Rma): readonly DepositIssue[] {
  const isEmailChanged = (contact.email ?? '') !== (rma.contact?.email ?? '');
  return issues.filter(({ path }) => {
    if (path === 'phone') return isPhoneChanged(contact, rma);
    return path === 'email' ? isEmailChanged : true;
  });
}

/** Reasons that were chosen while they were offered stay; what is new must be offered now. */
function withOwn(facts: DepositFacts, items: ReadonlyMap<ItemId, Item>): DepositFacts {
  const all = [...items.values()];
  const subReasons = all.flatMap((item) =>
    item.subReasons.map(({ id, reasonId }) => [id, reasonId] as const),
  );
  return {
    ...facts,
    activeReasons: new Set([...facts.activeReasons, ...all.flatMap(({ reasonIds }) => reasonIds)]),
    subReasons: new Map([...facts.subReasons, ...subReasons]),
  };
}

function withOwnImages(world: DepositWorld, items: ReadonlyMap<ItemId, Item>): ReadonlySet<string> {
  const own = [...items.values()].flatMap((item) => [
    ...item.images,
    item.goldImage,
    item.extendedWarrantyProof,
    ...item.counterfeits.map(({ image }) => image),
  ]);
  return new Set([...world.images, ...own.filter((image) => image !== null)]);
}

function editOf(given: EditedDeposit, rma: Rma, facts: DepositFacts, extendedMonths: number): DepositEdit {
  const { items, rights: _rights, issues: _issues, ...head } = given;
  return {
    ...head,
    number: rma.number,
    publicReference: rma.publicReference,
    storeId: rma.storeId,
    customerRef: rma.customerRef,
    currency: facts.store.currency,
    depositDay: localDay(rma.createdAt, facts.store.time_zone),
    items: items.map(({ itemId, ...item }) => completedItem(item, facts, itemId, extendedMonths)),
  };
}
