import { dueAt, type Standing } from '@atelier/domain/dashboard/buckets.ts';
import { productImagePath } from '@atelier/domain/shared/product.ts';
import { DEFAULT_POLICY, type Policy } from '@atelier/domain/policy.ts';
import { causeOptions, primaryCause } from '@atelier/domain/repair/scanning/quality.ts';
import { scanFlags } from '@atelier/domain/repair/scanning/scanning.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { ItemRecord } from './item-record.queries.ts';

/**
 * Who looks. A shop knows its customers. Operation needs the name on the bag and never writes to the customer: no
 * mail, no phone. A worker at a bench gets the jewel alone: no contact, no invoice, no money.
 */
export type Audience = 'shop' | 'operation' | 'worker';

export interface ViewOptions {
  readonly audience: Audience;
  /** The status that scanning marks are computed against; without it nothing is marked. */
  readonly target?: StatusId | undefined;
  readonly policy: Pick<
    Policy,
    'readyToShipOverMs' | 'waitingOverMs' | 'savRepairThreshold' | 'undoMs' | 'stages'
  >;
}

/** A list row as it goes over HTTP and the live connection (product/rma.md §3). Pure: no clock, no query. */
export function toItemView(record: ItemRecord, options: ViewOptions): ItemView {
  return {
    ...identityOf(record),
    ...contactOf(record, options.audience),
    ...pieceOf(record),
    ...stageOf(record, options),
    ...custodyOf(record),
    storage: storageOf(record, options.audience),
    collection: collectionOf(record, options.audience),
    pickup: pickupOf(record, options.audience),
    loan: loanOf(record, options.audience),
    expected: expectedOf(record),
    ...claimOf(record, options.audience),
    ...findingsOf(record, options),
    ...scansOf(record, options.target),
    ...moneyOf(record, options.audience),
    last_follow_up_at: followUpOf(record, options.audience),
    to_call: callOf(record, options.audience),
  };
}

function identityOf(record: ItemRecord) {
  return {
    key: String(record.id),
    id: record.id,
    rma_id: record.rma_id,
    version: record.version,
    number: record.number,
    store_id: record.store_id,
    store_code: record.store_code,
    store_name: record.store_name,
    quantity: 1,
  };
}

const NO_CONTACT = {
  firstname: '',
  lastname: '',
  fullname: '',
  email: '',
  phone: '',
  phone_code: '',
  fullphone: '',
};

function contactOf(record: ItemRecord, audience: Audience) {
  const { firstname, lastname, fullname } = record;
  if (audience === 'worker' || firstname === null || lastname === null || fullname === null)
    return NO_CONTACT;
  if (audience === 'operation') return { ...NO_CONTACT, firstname, lastname, fullname };
  const { email, phone, phone_code, fullphone } = record;
  return {
    firstname,
    lastname,
    fullname,
    email: email ?? '',
    phone: phone ?? '',
    phone_code: phone_code ?? '',
    fullphone: fullphone ?? '',
  };
}

function pieceOf(record: ItemRecord) {
  return {
    product_sku: record.sku,
    product_size: record.size ?? '',
    product_name: record.product_name,
    product_kind: record.product_kind,
    product_metal: record.product_metal ?? '',
    product_image: productImagePath(record.sku),
    serial_number: record.serial ?? '',
  };
}

/** Where a piece stands and since when, for the moment it is due. */
export const standingOf = (record: ItemRecord): Standing => ({
  status: record.status,
  siteId: record.custody_site,
  enteredAt: record.status_entered_at.toISOString(),
  clockFrom: record.stage_clock_from?.toISOString() ?? null,
  usualHours: record.target_hours,
});

/** The clock of its stage; null outside the factory. */
function clockOf({
  stage_clock_from: from,
  stage_paused_since: since,
  stage_waits_for: waitsFor,
}: ItemRecord) {
  if (from === null) return null;
  return { from: from.toISOString(), paused_since: since?.toISOString() ?? null, waits_for: waitsFor };
}

function stageOf(record: ItemRecord, { policy }: ViewOptions) {
  const enteredAt = record.status_entered_at.toISOString();
  return {
    receive_item_date: record.created_at.toISOString(),
    received_date: record.received_date,
    rma_status_id: record.status,
    status_entered_at: enteredAt,
    // With the carrier nothing is due in the shop.
    due_at: isToDoor(record) ? null : dueAt(standingOf(record), policy),
    stage_clock: clockOf(record),
    progress: record.progress,
    outcome: record.outcome,
    holds: record.holds,
    undo: undoOf(record, policy),
  };
}

/** The row is made without knowing the policy, with the ten minutes everything began with: here they become those in force. */
function undoOf({ undo_until: until, undo_by: by }: ItemRecord, { undoMs }: ViewOptions['policy']) {
  if (until === null || by === null) return null;
  const moved = until.getTime() - DEFAULT_POLICY.undoMs;
  return { until: new Date(moved + undoMs).toISOString(), by };
}

function custodyOf(record: ItemRecord) {
  return {
    custody: {
      kind: record.custody_kind,
      site_id: record.custody_site,
      site_name: record.custody_site_name,
      shipment_id: record.custody_kind === 'shipment' ? record.shipment_id : null,
      to_client: isToDoor(record),
    },
    shipment_id: record.shipment_id,
    tracking_number: record.shipment_tracking ?? record.tracking_number ?? '',
  };
}

const isToDoor = ({ custody_kind: kind, custody_to: to }: ItemRecord): boolean =>
  kind === 'shipment' && to === null;

/** Only the shop that keeps a piece reads its storage place. */
function storageOf({ storage_safe: safe, storage_tray: tray }: ItemRecord, audience: Audience) {
  return audience !== 'shop' || safe === null || tray === null ? null : { safe, tray };
}

/** A wish that says what the deposit says already needs no one, unless the piece is to be delivered and came to the shop. */
function collectionOf(record: ItemRecord, audience: Audience): ItemView['collection'] {
  const { collect_shop: shopId, delivery } = record;
  const asDeposited = delivery === 'client' ? 'delivery' : 'shop';
  const kind = record.collect_kind ?? asDeposited;
  const isToSend = kind === 'delivery' && record.status === Status.ShopReceived;
  if (audience === 'worker' || (kind === asDeposited && !isToSend)) return null;
  const name = record.collect_shop_name ?? record.store_name;
  return { kind, shop_id: shopId, shop_name: name, by_client: record.collect_by_client };
}

function pickupOf(record: ItemRecord, audience: Audience): ItemView['pickup'] {
  const { pickup_day: day, pickup_from: from, pickup_to: to } = record;
  return audience !== 'shop' || day === null || from === null || to === null ? null : { day, from, to };
}

const loanOf = ({ loan_due: due }: ItemRecord, audience: Audience): ItemView['loan'] =>
  audience !== 'shop' || due === null ? null : { due_on: due };

function expectedOf({ expected_likely: likely, expected_latest: latest, late_from: lateFrom }: ItemRecord) {
  if (likely === null || latest === null || lateFrom === null) return null;
  return { likely, latest, late_from: lateFrom.toISOString() };
}

function claimOf(record: ItemRecord, audience: Audience) {
  return {
    rma_item_to_reason: record.reason_names.map(({ id, name }) => ({ rma_item_reason_id: id, Name: name })),
    is_under_warranty: record.is_under_warranty,
    warranty_until: record.warranty_until,
    purchase_date: record.purchase_date,
    invoice_number: audience === 'worker' ? '' : (record.invoice_number ?? ''),
    repair_history: { total_180: record.total_180 },
    isHasPuchaseRecords: record.purchase.because !== null,
  };
}

const DEFAULT_FACTORY = 'SAV';

/** The stored findings as they are, and beside them what the quality form starts with (product/repair.md §10). */
function findingsOf(record: ItemRecord, { policy }: ViewOptions) {
  const options = causeOptions({ inWarranty: record.is_under_warranty, total180: record.total_180 }, policy);
  const locked = options.filter((option) => option.locked).map((option) => option.value);
  const chosen = record.quality_cause === null ? [] : [record.quality_cause];
  return {
    rma_factory_sav_reason: record.factory_reasons.map((ID) => ({ ID })),
    rma_factory_sav_subreason: record.factory_sub_reasons.map((id) => ({ id })),
    rma_factory_sav_item: {
      original_produce_factory: record.original_factory ?? '',
      quality_investigate: record.quality_cause ?? '',
      quality_issue: record.quality_issue ?? false,
    },
    FactoryReasons: record.factory_reasons,
    FactorySubReasons: record.factory_sub_reasons,
    OriginalProduceFactory: record.original_factory ?? DEFAULT_FACTORY,
    QualityInvestigate: primaryCause(locked.length > 0 ? locked : chosen),
    QualityInvestigateOptions: options.map(({ value, locked: isLocked }) => ({ value, locked: isLocked })),
    QualityInvestigateDisabled: locked.length > 0,
    isQualityIssue: record.quality_issue ?? false,
  };
}

function scansOf(record: ItemRecord, target: StatusId | undefined) {
  const flags = target === undefined ? undefined : scanFlags(record.status, record.scanned_targets, target);
  return {
    is_scanned: flags?.isScanned ?? false,
    is_saved: flags?.isSaved ?? false,
    scanned_targets: record.scanned_targets,
    last_scan: lastScanOf(record),
  };
}

function lastScanOf(record: ItemRecord) {
  const { last_scan_at: at, last_scan_target: target, last_scan_verdict: verdict } = record;
  if (at === null || target === null || verdict === null) return null;
  return { target, verdict, at: at.toISOString(), by: record.last_scan_by_name ?? '' };
}

/** A bench does not see when the customer was called. */
function followUpOf({ last_follow_up_at: at }: ItemRecord, audience: Audience): string | null {
  return audience === 'worker' || at === null ? null : at.toISOString();
}

function callOf(record: ItemRecord, audience: Audience): ItemView['to_call'] {
  const { to_call: isDue, reminder_number: number, reminder_at: at, call_escalated: escalated } = record;
  if (audience === 'worker' || !isDue || at === null) return null;
  return { number, since: at.toISOString(), escalated };
}

function moneyOf(record: ItemRecord, audience: Audience) {
  const hidden = audience === 'worker';
  return {
    repair_fee: hidden ? 0 : record.fee_amount,
    repair_fee_ccy: hidden ? '' : record.fee_currency,
    fee_settled: record.fee_settled,
    // Nothing is due and yet it is not settled: the amount is what is missing.
    fee_missing: record.fee_amount === 0 && !record.fee_settled,
    fee_paid: record.fee_paid,
    fee_paid_amount: hidden ? 0 : record.fee_paid_amount,
    fee_open: hidden ? 0 : record.fee_open,
    fee_to_return: hidden ? 0 : record.fee_to_return,
    fee_asked: record.fee_asked,
    waived_fee: record.waiver,
  };
}
