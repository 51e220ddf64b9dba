import { PART_KINDS } from '@atelier/domain/repair/contract.ts';
import { EXPECTED_KINDS } from '@atelier/domain/repair/expected/expected-events.ts';
import { z } from 'zod';
import { weightInterval } from '../insight/gold-schema.ts';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { calendarDate, code, envelope, wireId } from '../contract/schema.ts';
import { itemView } from './schema.ts';
import { PAGE_ROWS } from '@atelier/domain/contract/limits.ts';
import { DELIVERY_TARGETS } from '@atelier/domain/reference/contract.ts';
import { DEPOSIT_LENGTH } from '@atelier/domain/deposit/contract.ts';

/** What is asked of one item beside its row, and of the piece it is. */

const id = z.number().int();
const freshness = { min_position: z.coerce.number().int().min(0).optional() };

export const itemQuery = z.strictObject({ rma_item_id: wireId, ...freshness });
export const pastItemQuery = itemQuery.extend(momentQuery);

/**
 * `GET /rma/item?rma_item_id=`: what a full file shows beyond the list row. Weights in grams and carats, null where
 * nothing was weighed. Words and papers of the customer are empty for who works at a bench.
 */
export const itemFileView = z.object({
  id,
  rma_id: id,
  version: z.number().int(),
  number: z.string(),
  delivery: z.enum(DELIVERY_TARGETS),
  /** While true, `PUT /rma/{id}` takes everything; later the contact and the address alone. */
  is_editable: z.boolean(),
  sub_reasons: z.array(id),
  /** Agreed at the counter, minor units, in warranty too; null where the reader sees no money. */
  maintenance_amount: z.number().int().nullable(),
  /** Payments and refunds as they count now, in their order; `payment` is the number that a correction names. */
  payments: z.array(
    z.object({
      payment: z.number().int(),
      kind: z.enum(['payment', 'refund']),
      amount: z.number().int(),
      currency: z.string(),
      means: z.string(),
      reference: z.string(),
      at: z.string(),
      is_corrected: z.boolean(),
    }),
  ),
  /** Every date on which it was expected to be ready, as it was named and when, newest first; the first is the current one while it is open. */
  expected: z.array(
    z.object({
      likely: z.string(),
      latest: z.string(),
      at: z.string(),
      /** `deposit`, `time` that passed, or an `event`: its type and place in the log, and for a move of this piece its target. */
      because: z.object({
        kind: z.enum(EXPECTED_KINDS),
        type: z.string().nullable(),
        position: z.number().int().nullable(),
        to_status: z.number().int().nullable(),
      }),
    }),
  ),
  /** Pieces lent meanwhile, oldest first; at most one is `out`. Shops alone read them. */
  loans: z.array(
    z.object({
      loan: z.number().int(),
      state: z.enum(['out', 'returned', 'cancelled']),
      description: z.string(),
      code: z.string(),
      /** Minor units; null where no value was named. */
      value: z.number().int().nullable(),
      currency: z.string(),
      due_on: z.string(),
      condition: z.string(),
      out_at: z.string(),
      out_by: z.string(),
      /** When it came back or was cancelled, and what was said of it; null while it is out. */
      ended_at: z.string().nullable(),
      ended_by: z.string(),
      note: z.string(),
    }),
  ),
  renew_reasons: z.array(z.string()),
  total_weight: z.number().nullable(),
  /** Grams as the last check measured it; null until then. */
  final_weight: z.number().nullable(),
  gold_weight: z.number().nullable(),
  carat_weight: z.number().nullable(),
  /** What benches measured, oldest first: at which stage, stones counted, grams. */
  measurements: z.array(
    z.object({
      rma_status_id: z.number().int(),
      stone_count: z.number().int().nullable(),
      weight: z.number().nullable(),
      at: z.string(),
    }),
  ),
  /** What happened to its weight between two weighings, oldest first (product/insight.md §6). */
  weights: z.array(weightInterval.extend({ note: z.string() })),
  /** Stones, parts and metal used, oldest first; what was corrected stays, marked (product/repair.md §9.2). */
  parts_used: z.array(
    z.object({
      record: z.number().int(),
      corrects: z.number().int().nullable(),
      is_corrected: z.boolean(),
      rma_status_id: z.number().int(),
      lines: z.array(
        z.object({
          kind: z.enum(PART_KINDS),
          code: z.string(),
          pieces: z.number().int().nullable(),
          /** Grams. */
          weight: z.number().nullable(),
        }),
      ),
      at: z.string(),
      by: z.string(),
    }),
  ),
  /** Benches that it has left for a later one, in the order of its way; an undone move does not count. */
  passed: z.array(z.number().int()),
  is_gold: z.boolean(),
  certificate_no: z.string(),
  sequence_number: z.string(),
  exchange_survey: z.object({ reason: z.string(), comment: z.string() }).nullable(),
  waived_fee: z.number().int(),
  store_remark: z.string(),
  extended_warranty: z.boolean(),
  extended_warranty_proof: z.string(),
  warranty_override: z.object({ in_warranty: z.boolean(), reason: z.string() }).nullable(),
  images: z.array(z.string()),
  /** What is worn or damaged, on which picture, in the order of their numbers. */
  marks: z.array(z.object({ image: z.string(), x: z.number(), y: z.number(), text: z.string() })),
  gold_image: z.string(),
  is_fake_product: z.boolean(),
  fake_product: z.array(z.object({ image: z.string(), remark: z.string(), at: z.string(), by: z.string() })),
});
export type ItemFileView = z.infer<typeof itemFileView>;
export const itemFileResponse = envelope(itemFileView).extend(pastEnvelope);

/** `GET /rma/has_puchase_record?rma_item_id=`: 1 when a till knows its invoice line or its order. */
export const purchaseRecordResponse = envelope(
  z.object({
    status: z.union([z.literal(0), z.literal(1)]),
    invoice_no: z.string(),
    order_number: z.string(),
    purchase_date: z.string().nullable(),
    because: z.enum(['invoice', 'order']).nullable(),
  }),
);
export type PurchaseRecord = z.infer<typeof purchaseRecordResponse>['data'];

/** `GET /repair_history/list`: earlier repairs of a piece, by its serial or as those of an item. */
export const repairHistoryQuery = z
  .strictObject({
    rma_item_id: wireId.optional(),
    serial: code(DEPOSIT_LENGTH.serialNumber).default(''),
    ...freshness,
  })
  .refine(({ rma_item_id, serial }) => (rma_item_id === undefined) !== (serial === ''), {
    path: ['rma_item_id'],
    message: 'give rma_item_id or serial',
  });
export const repairHistoryView = z.object({
  total_180: z.number().int(),
  /** Repairs in all, those at other stores among them, of which nothing more is shown. */
  total: z.number().int(),
  repairs: z.array(
    z.object({
      rma_item_id: id,
      rma_id: id,
      number: z.string(),
      store_name: z.string(),
      receive_item_date: z.string(),
      rma_status_id: id,
      outcome: z.string().nullable(),
      quality_investigate: z.string().nullable(),
      is_under_warranty: z.boolean(),
      reasons: z.array(id),
    }),
  ),
});
export type RepairHistoryView = z.infer<typeof repairHistoryView>;
export const repairHistoryResponse = envelope(repairHistoryView);

/**
 * `GET /rmacreatecancelclose`: days of the store, both included; newest first, at most `page_size` of each. Without `to` the period ends
 * today, without `from` it has thirty days.
 */
export const periodQuery = z
  .strictObject({
    from: calendarDate.optional(),
    to: calendarDate.optional(),
    page_size: z.coerce.number().int().min(1).max(PAGE_ROWS.most).default(PAGE_ROWS.usual),
    ...freshness,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'ends before it begins',
  });
const movement = z.object({ total: z.number().int(), items: z.array(itemView) });
export const periodResponse = envelope(
  z.object({ from: z.string(), to: z.string(), created: movement, cancelled: movement, closed: movement }),
);
