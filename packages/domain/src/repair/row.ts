import type { Instant, ItemId, RmaId, ShipmentId, SiteId, UserId, WorkerId } from '../kernel.ts';
import { codeKey } from '../contract/codes.ts';
import { DEFAULT_POLICY } from '../policy.ts';
import { customerProgress } from './customer-progress.ts';
import type {
  FeeAsked,
  HoldKind,
  Outcome,
  QualityCause,
  ScanVerdict,
  WaiverCode,
} from '../shared/item-facts.ts';
import { feeAskedOf } from './fee-waits.ts';
import { amountOpen, amountPaid, amountToReturn, isFeePaid, isFeeSettled } from './fees.ts';
import { holdsOf } from './holds.ts';
import { transferOf, type Item } from './item.ts';
import { releasedPictures } from './pictures.ts';
import { isToCall } from './reminders.ts';
import { SEND_STATUSES, statusOf, type StatusId } from '../shared/status.ts';
import { undoableMove, undoUntil } from './undo.ts';

/** What is known of a scan that waits for its move; jsonb in the row. */
export interface MarkRow {
  readonly target: StatusId;
  readonly at: Instant;
  readonly by: UserId | null;
  readonly worker: WorkerId | null;
}

/** One line of every list, board and scan: a pure function of the item's stream. Holds nothing of the RMA's contact. */
export interface ItemRow {
  readonly id: ItemId;
  readonly rma_id: RmaId;
  readonly number: string;
  readonly store_id: SiteId;
  readonly customer_ref: string;
  readonly linked_from: ItemId | null;
  readonly linked_to: ItemId | null;
  readonly delivery: 'store' | 'client';

  readonly status: StatusId;
  readonly rank: number;
  readonly status_entered_at: Instant;
  readonly created_at: Instant;
  readonly progress: number;
  readonly cancelled: boolean;
  readonly taken_at: Instant | null;
  readonly administrative: boolean;
  readonly clearing_run_id: number | null;
  readonly handed_over_at: Instant | null;

  /** 'site' | 'shipment' | 'customer' | 'settled' ('settled' also when a linked item holds the jewel now). */
  readonly custody_kind: 'site' | 'shipment' | 'customer' | 'factory-kept' | 'settled';
  readonly custody_site: SiteId | null;
  readonly custody_from: SiteId | null;
  readonly custody_to: SiteId | null;
  readonly visible_sites: readonly SiteId[];
  /** Bound to (at the site) or travelling in; null otherwise. */
  readonly shipment_id: ShipmentId | null;
  readonly shipment_tracking: string | null;
  /** Of the newest leg it really travelled. */
  readonly tracking_number: string | null;
  readonly transfer_to: SiteId | null;
  readonly transfer_reason: null;
  readonly transfer_needed_at: Instant | null;

  readonly sku: string;
  readonly size: string | null;
  readonly product_name: string;
  readonly product_kind: string;
  readonly is_gold: boolean;
  readonly serial: string | null;
  /** The serial without case, blanks and hyphens: every lookup compares it. */
  readonly serial_key: string | null;
  /** Of the pieces that were replaced and stayed with the factory; null where none was. */
  readonly replaced_serial_keys: readonly string[] | null;
  readonly certificate_no: string | null;
  readonly image_count: number;
  /** What the customer is shown. */
  readonly released_pictures: readonly string[];
  readonly purchase_date: string;
  readonly invoice_number: string | null;
  readonly order_id: string | null;
  readonly order_number: string | null;

  readonly is_under_warranty: boolean;
  readonly warranty_until: string;
  readonly total_180: number;
  readonly fee_amount: number;
  readonly fee_currency: string;
  readonly fee_accepted: boolean;
  readonly fee_settled: boolean;
  readonly fee_paid: boolean;
  /** Minor units paid and not refunded, still to be paid, and to be returned (product/repair.md §14). */
  readonly fee_paid_amount: number;
  readonly fee_open: number;
  readonly fee_to_return: number;
  readonly fee_asked: FeeAsked | null;
  readonly waiver: WaiverCode;
  readonly waiver_requests: number;

  readonly holds: readonly HoldKind[];
  readonly outcome: Outcome | null;
  readonly reasons: readonly number[];
  readonly sub_reasons: readonly number[];
  readonly factory_reasons: readonly number[];
  readonly factory_sub_reasons: readonly number[];
  readonly original_factory: string | null;
  readonly quality_causes: readonly QualityCause[];
  readonly quality_cause: QualityCause | null;
  readonly quality_issue: boolean | null;
  readonly stone_count: number | null;
  readonly final_weight_mg: number | null;

  readonly last_scan_target: StatusId | null;
  readonly last_scan_verdict: ScanVerdict | null;
  readonly last_scan_at: Instant | null;
  readonly last_scan_by: UserId | null;
  readonly last_scan_worker: WorkerId | null;
  readonly scanned_targets: readonly StatusId[];
  readonly scan_marks: readonly MarkRow[];
  readonly last_worker_id: WorkerId | null;

  /** Who may take the last move back, and until when; null when it cannot be undone. */
  readonly undo_until: Instant | null;
  readonly undo_by: UserId | null;
  readonly undo_worker: WorkerId | null;
  /** The package a receipt came from: its stream takes part in the undo. */
  readonly undo_shipment_id: ShipmentId | null;

  readonly store_comments: number;
  readonly factory_comments: number;
  readonly follow_ups: number;
  readonly last_follow_up_at: Instant | null;
  /** Of the newest reminder since it waits; 0 = none yet. */
  readonly reminder_number: number;
  readonly reminder_at: Instant | null;
  /** No call was recorded since. */
  readonly to_call: boolean;
  readonly call_escalated: boolean;
}

/** The inline read-model row of an item (without `version` and `position`, which the append fills in). */
export function toItemRow(item: Item): ItemRow {
  return {
    ...identityOf(item),
    ...standingOf(item),
    ...custodyOf(item),
    ...pieceOf(item),
    ...moneyOf(item),
    ...workOf(item),
    ...scansOf(item),
    ...undoOf(item),
    ...wordsOf(item),
  };
}

function identityOf(item: Item) {
  return {
    id: item.id,
    rma_id: item.rmaId,
    number: item.number,
    store_id: item.storeId,
    customer_ref: item.customerRef,
    linked_from: item.linkedFrom,
    linked_to: item.linkedTo,
    delivery: item.delivery,
  };
}

const NOT_ENDED = { taken: null, handedOverAt: null };

function standingOf(item: Item) {
  const { progress, cancelled } = customerProgress(item.status);
  const { taken, handedOverAt } = item.state === 'ended' ? item : NOT_ENDED;
  return {
    status: item.status,
    rank: statusOf(item.status).rank,
    status_entered_at: item.enteredAt,
    created_at: item.createdAt,
    progress,
    cancelled,
    taken_at: taken?.at ?? null,
    administrative: taken?.administrative ?? false,
    clearing_run_id: taken?.runId ?? null,
    handed_over_at: handedOverAt,
  };
}

function custodyOf(item: Item) {
  const { custody } = item;
  const transfer = transferOf(item);
  const moving = custody.kind === 'shipment' ? custody : null;
  return {
    custody_kind: custody.kind === 'passed-on' ? ('settled' as const) : custody.kind,
    custody_site: custody.kind === 'site' || custody.kind === 'factory-kept' ? custody.siteId : null,
    custody_from: moving?.from ?? null,
    custody_to: moving?.to ?? null,
    visible_sites: visibleSites(item),
    shipment_id: item.legs.current?.shipmentId ?? null,
    shipment_tracking: item.legs.current?.trackingNumber ?? null,
    tracking_number: item.legs.travelled.at(-1)?.trackingNumber ?? null,
    transfer_to: transfer.to,
    // Stands in the stream alone, where it is sealed.
    transfer_reason: null,
    transfer_needed_at: transfer.need?.at ?? null,
  };
}

/** Where an operation user may see it: at, inbound to or sent from their site (product/identity.md §6). Ascending. */
export function visibleSites(item: Item): readonly SiteId[] {
  const sites = new Set(item.legs.sentFrom);
  const { custody } = item;
  if (custody.kind === 'site') sites.add(custody.siteId);
  if (custody.kind === 'shipment' && custody.to !== null) sites.add(custody.to);
  return [...sites].sort((a, b) => a - b);
}

const serialKey = (serial: string | null): string | null => (serial === null ? null : codeKey(serial));

function replacedKeys({ work }: Item): readonly string[] | null {
  const keys = work.oldPieces.flatMap(({ serial }) => serialKey(serial) ?? []);
  return keys.length === 0 ? null : keys;
}

function pieceOf(item: Item) {
  const { product, purchase } = item;
  return {
    sku: product.sku,
    size: product.size,
    product_name: product.name,
    product_kind: product.kind,
    is_gold: product.isGold,
    serial: product.serial,
    serial_key: serialKey(product.serial),
    replaced_serial_keys: replacedKeys(item),
    certificate_no: product.certificateNo,
    image_count: item.images.length,
    released_pictures: releasedPictures(item),
    purchase_date: purchase.purchaseDate,
    invoice_number: purchase.invoiceNumber,
    order_id: purchase.originalOrderId,
    order_number: purchase.originalOrderNumber,
  };
}

function moneyOf(item: Item) {
  return {
    is_under_warranty: item.warranty.inWarranty,
    warranty_until: item.warranty.until,
    total_180: item.total180,
    fee_amount: item.fee.due.amount,
    fee_currency: item.fee.due.currency,
    fee_accepted: item.fee.accepted !== null && item.fee.accepted.amount >= item.fee.due.amount,
    fee_settled: isFeeSettled(item),
    fee_paid: isFeePaid(item),
    fee_paid_amount: amountPaid(item),
    fee_open: amountOpen(item),
    fee_to_return: amountToReturn(item),
    fee_asked: feeAskedOf(item),
    waiver: item.waiver.code,
    waiver_requests: item.waiver.requests,
  };
}

function workOf(item: Item) {
  const { findings } = item.work;
  return {
    holds: holdsOf(item),
    outcome: item.work.outcome,
    reasons: item.reasonIds,
    sub_reasons: item.subReasons.map((sub) => sub.id),
    factory_reasons: findings?.reasonIds ?? [],
    factory_sub_reasons: findings?.subReasons.map((sub) => sub.id) ?? [],
    original_factory: findings?.originalFactory ?? null,
    quality_causes: findings?.causes ?? [],
    quality_cause: findings?.primaryCause ?? null,
    quality_issue: findings?.qualityIssue ?? null,
    stone_count: item.work.measurements.stoneCount,
    final_weight_mg: item.work.measurements.weightMg,
  };
}

function scansOf(item: Item) {
  return {
    last_scan_target: item.scans.last?.target ?? null,
    last_scan_verdict: item.scans.last?.verdict ?? null,
    last_scan_at: item.scans.last?.at ?? null,
    last_scan_by: item.scans.last?.by ?? null,
    last_scan_worker: item.scans.last?.workerId ?? null,
    scanned_targets: item.scans.marks.map((mark) => mark.target),
    scan_marks: item.scans.marks.map(({ target, at, by, workerId }) => ({
      target,
      at,
      by,
      worker: workerId,
    })),
    last_worker_id: item.lastWorkerId,
  };
}

/** A sent package is unsent whole, so its items offer no undo. The 10 minutes are the default policy's; the decision asks the one in force. */
function undoOf(item: Item) {
  const last = undoableMove(item);
  const move = last !== null && SEND_STATUSES.includes(last.to) ? null : last;
  return {
    undo_until: move === null ? null : undoUntil(move, DEFAULT_POLICY),
    undo_by: move?.by.userId ?? null,
    undo_worker: move?.by.workerId ?? null,
    undo_shipment_id: move?.previousShipmentId ?? null,
  };
}

function wordsOf(item: Item) {
  return {
    store_comments: item.remarks.comments.filter((comment) => comment.type === 1).length,
    factory_comments: item.remarks.comments.filter((comment) => comment.type === 2).length,
    follow_ups: item.remarks.followUps.length,
    last_follow_up_at: item.remarks.followUps.at(-1)?.at ?? null,
    reminder_number: item.remarks.reminder?.number ?? 0,
    reminder_at: item.remarks.reminder?.remindedAt ?? null,
    to_call: isToCall(item),
    call_escalated: isToCall(item) && item.remarks.reminder?.escalated === true,
  };
}
