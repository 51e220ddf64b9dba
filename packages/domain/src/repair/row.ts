import type { SiteId } from '../kernel.ts';
import { codeKey } from '../contract/codes.ts';
import { DEFAULT_POLICY } from '../policy.ts';
import { bookingOf } from './collection/collection.ts';
import { clockRow } from './clock/stage-clock.ts';
import { customerProgress } from './customer-progress.ts';
import { expectedOf } from './expected/expected.ts';
import { feeAskedOf } from './fees/fee-waits.ts';
import { amountOpen, amountPaid, amountToReturn, isFeePaid, isFeeSettled } from './fees/fees.ts';
import { holdsOf } from './holds/holds.ts';
import { transferOf, type Item } from './item/item.ts';
import { openLoan } from './loans/loans.ts';
import { releasedPictures } from './pictures/pictures.ts';
import { isToCall } from './remarks/reminders.ts';
import { SEND_STATUSES, statusOf } from '../shared/status.ts';
import { undoableMove, undoUntil } from './scanning/undo.ts';
import { storagePlaceOf } from './storage.ts';
import type { ItemRow } from './row-shape.ts';

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
    ...clockRow(item),
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
  const place = storagePlaceOf(item);
  const expected = expectedOf(item);
  const moving = custody.kind === 'shipment' ? custody : null;
  return {
    custody_kind: custody.kind === 'passed-on' ? ('settled' as const) : custody.kind,
    custody_site: custody.kind === 'site' || custody.kind === 'factory-kept' ? custody.siteId : null,
    custody_from: moving?.from ?? null,
    custody_to: moving?.to ?? null,
    storage_safe: place?.safe ?? null,
    storage_tray: place?.tray ?? null,
    ...collectionRow(item),
    loan_due: openLoan(item)?.dueOn ?? null,
    expected_likely: expected?.likely ?? null,
    expected_latest: expected?.latest ?? null,
    expected_first: expected?.first ?? null,
    expected_later: expected?.later ?? null,
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

function collectionRow(item: Item) {
  const { choice } = item.collection;
  const booking = bookingOf(item);
  return {
    collect_kind: choice?.kind ?? null,
    collect_shop: choice?.shopId ?? null,
    collect_by_client: choice?.byClient ?? false,
    pickup_day: booking?.day ?? null,
    pickup_from: booking?.from ?? null,
    pickup_to: booking?.to ?? null,
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
