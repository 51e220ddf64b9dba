import { unreachable } from '../decider.ts';
import { codeKey } from '../contract/codes.ts';
import type { Day, Instant, Money, SiteId } from '../kernel.ts';
import {
  evolveMoney,
  feeAtDeposit,
  NO_WAIVER,
  type FeeAndWaiver,
  type MoneyEvent,
} from '../repair/fees/evolve-money.ts';
import type { ItemDeposited, ItemDepositEdited } from '../repair/item/deposit-events.ts';
import type { ItemEvent, ItemStatusChanged } from '../repair/item/events.ts';
import { BENCH_STATUSES, rank, Status, type StatusId } from '../shared/status.ts';
import { isAmountNamed } from './piece-fee.ts';

/** What the figures of `/insight` know of one piece (docs/product/insight.md §2). Nothing of it is personal. */
export interface PieceFacts {
  readonly status: StatusId;
  readonly sku: string;
  /** The serial number as codes are compared: two deposits with one key are of one piece. */
  readonly serialKey: string | null;
  readonly reasonIds: readonly number[];
  /** What the factory found; null until it said so. */
  readonly foundReasonIds: readonly number[] | null;
  readonly inWarranty: boolean;
  readonly depositedAt: Instant;
  /** When it last came back to a shop, or its owner received it from the factory; null until then. */
  readonly readyAt: Instant | null;
  /** When its owner took it; an order clear alone does not say so. */
  readonly collectedAt: Instant | null;
  /** The site that holds it; null on its way and after. */
  readonly site: SiteId | null;
  /** The site whose bench it entered last. */
  readonly factory: SiteId | null;
  readonly money: FeeAndWaiver;
  /** When the amount that stands was named. */
  readonly quotedAt: Instant | null;
  readonly waiverAskedAt: Instant | null;
  readonly waiverDecidedAt: Instant | null;
  readonly isMissing: boolean;
  /** Settled with its owner after a loss. */
  readonly settlement: Money | null;
  /** The latest day that was named at the deposit. Facts that were kept before `ReadyDateExpected` lack it. */
  readonly toldLatest?: Day | null;
}

/** What a figure distinguishes; every other event leaves a piece's facts as they are. */
const CHANGES = [
  'ItemStatusChanged',
  'CustodyTransferred',
  'ItemDepositEdited',
  'ItemHandedOver',
  'FindingsSaved',
  'ItemReplaced',
  'FeeQuoted',
  'FeeAccepted',
  'FeeLinkMade',
  'FeeLinkRevoked',
  'FeeApproved',
  'FeeDeclined',
  'PaymentRecorded',
  'PaymentCorrected',
  'RefundRecorded',
  'WaiverRequested',
  'WaiverDecided',
  'ItemMarkedMissing',
  'ItemFound',
  'ItemDeclaredLost',
  'ReadyDateExpected',
] as const satisfies readonly ItemEvent['type'][];
type Change = Extract<ItemEvent, { type: (typeof CHANGES)[number] }>;
const isChange = (event: ItemEvent): event is Change => CHANGES.some((type) => type === event.type);

/** Folds one event. Undefined while the piece was never deposited; total, as `evolveItem` is. */
export function evolvePieceFacts(facts: PieceFacts | undefined, event: ItemEvent): PieceFacts | undefined {
  if (event.type === 'ItemDeposited') return deposited(event.data);
  return facts === undefined || !isChange(event) ? facts : changed(facts, event);
}

function deposited(data: ItemDeposited['data']): PieceFacts {
  const money = { fee: feeAtDeposit(data), waiver: NO_WAIVER };
  return {
    status: Status.Created,
    ...saidOf(data),
    foundReasonIds: null,
    depositedAt: data.createdAt,
    readyAt: null,
    collectedAt: null,
    site: data.storeId,
    factory: null,
    money,
    quotedAt: isAmountNamed(money) ? data.createdAt : null,
    waiverAskedAt: null,
    waiverDecidedAt: null,
    isMissing: false,
    settlement: null,
    toldLatest: null,
  };
}

const saidOf = ({ product, reasonIds, warranty }: ItemDepositEdited['data'] | ItemDeposited['data']) => ({
  sku: product.sku,
  serialKey: product.serial === null ? null : codeKey(product.serial),
  reasonIds,
  inWarranty: warranty.inWarranty,
});

function changed(facts: PieceFacts, event: Change): PieceFacts {
  switch (event.type) {
    case 'ItemStatusChanged':
      return moved(facts, event.data);
    case 'CustodyTransferred':
      return { ...facts, site: event.data.to.kind === 'site' ? event.data.to.siteId : null };
    case 'ItemDepositEdited':
      return charged({ ...facts, ...saidOf(event.data) }, event);
    case 'ItemHandedOver':
      return charged({ ...facts, collectedAt: event.data.at }, event);
    case 'FindingsSaved':
      return { ...facts, foundReasonIds: event.data.findings.reasonIds };
    case 'ItemReplaced':
      return { ...facts, sku: event.data.newPiece.sku };
    case 'WaiverRequested':
      return charged({ ...facts, waiverAskedAt: event.data.at, waiverDecidedAt: null }, event);
    case 'WaiverDecided':
      return charged({ ...facts, waiverDecidedAt: event.data.at }, event);
    case 'FeeQuoted':
    case 'FeeAccepted':
    case 'FeeLinkMade':
    case 'FeeLinkRevoked':
    case 'FeeApproved':
    case 'FeeDeclined':
    case 'PaymentRecorded':
    case 'PaymentCorrected':
    case 'RefundRecorded':
      return charged(facts, event);
    case 'ItemMarkedMissing':
      return { ...facts, isMissing: true };
    case 'ItemFound':
      return { ...facts, isMissing: false };
    case 'ItemDeclaredLost':
      return { ...facts, isMissing: false, settlement: event.data.settlement };
    case 'ReadyDateExpected':
      return event.data.because.kind === 'deposit' ? { ...facts, toldLatest: event.data.latest } : facts;
    default:
      return unreachable(event);
  }
}

/** A piece that is worked on again is not ready, and what an undo gives back was not collected. */
function moved(facts: PieceFacts, { to, enteredAt }: ItemStatusChanged['data']): PieceFacts {
  const isBack = to !== Status.Cancelled && rank(to) < rank(Status.ShopReceived);
  const isReady = to === Status.ShopReceived || (to === Status.TakenByClient && facts.readyAt === null);
  const isAtBench = BENCH_STATUSES.includes(to) && facts.site !== null;
  return {
    ...facts,
    status: to,
    ...(isBack && { readyAt: null }),
    ...(isReady && { readyAt: enteredAt }),
    ...((isBack || to === Status.ShopReceived) && { collectedAt: null }),
    ...(isAtBench && { factory: facts.site }),
  };
}

/** Folds money as the piece itself does; references of payments are left out, because they may name people. */
function charged(facts: PieceFacts, event: MoneyEvent): PieceFacts {
  const { fee, waiver } = evolveMoney(facts.money, event);
  const payments = fee.payments.map((record) => ({ ...record, reference: null }));
  const money = { fee: { ...fee, payments }, waiver };
  const isAnother = fee.due.amount !== facts.money.fee.due.amount && waiver.code === facts.money.waiver.code;
  const named = isAmountNamed(money) ? event.data.at : null;
  return { ...facts, money, ...(isAnother && { quotedAt: named }) };
}
