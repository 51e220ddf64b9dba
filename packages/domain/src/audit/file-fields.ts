import type { ChangeLine, LoggedValue } from './change-lines.ts';

/** A record as its file shows it, by the names that screens have words for. */
export type FileFields = Readonly<Record<string, LoggedValue>>;

/** What a replay shows of a piece's, an RMA's and a package's row: nothing that operation may not see of a client. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  item: [
    'number',
    'status',
    'custody_kind',
    'custody_site',
    'custody_from',
    'custody_to',
    'shipment_tracking',
    'tracking_number',
    'transfer_to',
    'storage_safe',
    'storage_tray',
    'loan_due',
    'expected_likely',
    'expected_latest',
    'collect_kind',
    'collect_shop',
    'pickup_day',
    'pickup_from',
    'holds',
    'outcome',
    'sku',
    'product_name',
    'size',
    'serial',
    'invoice_number',
    'purchase_date',
    'is_under_warranty',
    'fee',
    'fee_accepted',
    'fee_paid',
    'fee_paid_amount',
    'fee_open',
    'fee_to_return',
    'waiver',
    'quality_cause',
    'stone_count',
    'final_weight_mg',
    'last_scan_target',
    'image_count',
    'store_comments',
    'factory_comments',
    'follow_ups',
    'reminder_number',
    'to_call',
    'handed_over_at',
    'cancelled',
    'linked_to',
  ],
  rma: ['number', 'fullname', 'delivery', 'platform', 'language'],
  shipment: [
    'tracking_number',
    'state',
    'origin',
    'destination',
    'carrier',
    'seal_number',
    'gross_weight',
    'item_count',
    'received_count',
    'missing_count',
    'extra_count',
    'signed',
    'picked_up',
    'total',
    'sent_at',
    'received_at',
    'closed_at',
  ],
};

/** Fields that hold the id of a site. */
export const SITE_FIELDS: ReadonlySet<string> = new Set([
  'custody_site',
  'custody_from',
  'custody_to',
  'transfer_to',
  'collect_shop',
  'origin',
  'destination',
]);

/** What a file shows of a row; empty for records whose changes stand in their events alone. */
export function fileOf(prefix: string, row: Readonly<Record<string, unknown>>): FileFields {
  const fields = SHOWN[prefix] ?? [];
  return Object.fromEntries(fields.map((field) => [field, valueOf(field, row)]));
}

const FEE_AMOUNTS: ReadonlySet<string> = new Set(['fee_paid_amount', 'fee_open', 'fee_to_return']);

function valueOf(field: string, row: Readonly<Record<string, unknown>>): LoggedValue {
  if (field === 'fee') return moneyOf(row['fee_amount'], row['fee_currency']);
  if (FEE_AMOUNTS.has(field)) return moneyOf(row[field], row['fee_currency']);
  if (field === 'total') return moneyOf(row['total'], row['currency']);
  const value = row[field];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map(String) : null;
}

const moneyOf = (amount: unknown, currency: unknown): LoggedValue =>
  typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : null;

/** Each field that is other than before; a field that held nothing and holds nothing is no change. */
export function fileChanges(before: FileFields, after: FileFields): ChangeLine[] {
  return Object.entries(after).flatMap(([field, now]) => {
    const was = before[field] ?? null;
    const isSame = JSON.stringify(was) === JSON.stringify(now) || (isNothing(was) && isNothing(now));
    return isSame ? [] : [{ field, before: was, after: now }];
  });
}

const isNothing = (value: LoggedValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
