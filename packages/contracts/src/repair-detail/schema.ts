import { COLLECTION_KINDS } from '@atelier/domain/repair/collection/collection-events.ts';
import { FEE_ASKED, PAUSE_REASONS } from '@atelier/domain/shared/item-facts.ts';
import { z } from 'zod';
import { pastEnvelope } from '../contract/moment-schema.ts';
import { envelope } from '../contract/schema.ts';
import { duplicatesView } from '../deposit/duplicates-schema.ts';
import { HOLDER_KINDS } from '@atelier/domain/kernel.ts';
import { DELIVERY_TARGETS } from '@atelier/domain/reference/contract.ts';

/** Custody: who holds the jewel now; exactly one holder (product/custody.md §1). */
export const custodyView = z.object({
  kind: z.enum(HOLDER_KINDS),
  site_id: z.number().int().nullable(),
  site_name: z.string().nullable(),
  shipment_id: z.number().int().nullable(),
  /** On its way to the client's own door. */
  to_client: z.boolean(),
});

export const scanMark = z.object({
  target: z.number().int(),
  verdict: z.string(),
  at: z.string(),
  by: z.string(),
});

/**
 * One list row = one item (product/rma.md §3, with its derived values). The same view goes over HTTP and over
 * the live connection. Contact fields are '' for audiences that may not see them (workers).
 */
export const itemView = z.object({
  key: z.string(),
  id: z.number().int(),
  rma_id: z.number().int(),
  version: z.number().int(),
  number: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  email: z.string(),
  phone: z.string(),
  phone_code: z.string(),
  fullphone: z.string(),
  receive_item_date: z.string(),
  received_date: z.string(),
  product_sku: z.string(),
  product_size: z.string(),
  product_name: z.string(),
  product_kind: z.string(),
  /** As the catalogue names it today; '' for a product that is not listed. */
  product_metal: z.string(),
  product_image: z.string(),
  serial_number: z.string(),
  rma_status_id: z.number().int(),
  status_entered_at: z.string(),
  /** The moment the row turns overdue (72 h at 1, a week at 15, the stage's target in the factory); null where nothing is due. */
  due_at: z.string().nullable(),
  /** The clock of its stage: the age that counts is from `from` to `paused_since` or now; null outside the factory. */
  stage_clock: z
    .object({
      from: z.string(),
      paused_since: z.string().nullable(),
      waits_for: z.enum(PAUSE_REASONS).nullable(),
    })
    .nullable(),
  progress: z.number().int(),
  store_id: z.number().int(),
  store_code: z.string(),
  store_name: z.string(),
  custody: custodyView,
  /** Where the shop keeps it; null where it lies in no known place, or the reader is not of a shop. */
  storage: z.object({ safe: z.string(), tray: z.string() }).nullable(),
  /** How the client wants it back, where that is not what the deposit says, or it is to be delivered from the shop (product/repair.md §20); null also for a bench. */
  collection: z
    .object({
      kind: z.enum(COLLECTION_KINDS),
      shop_id: z.number().int().nullable(),
      shop_name: z.string(),
      by_client: z.boolean(),
    })
    .nullable(),
  /** When the client comes, on the calendar and clock of the shop that has the piece. */
  pickup: z.object({ day: z.string(), from: z.string(), to: z.string() }).nullable(),
  /** A loan piece is out: when it is due back, on the calendar of the piece's shop. Shops alone read it. */
  loan: z.object({ due_on: z.string() }).nullable(),
  /**
   * When it is expected to be ready, on the calendar of its shop: 50 of 100 pieces like it are by `likely`, 85 by `latest`. It is
   * late from the moment on at which that day ends. Null without a date, or once it is ready or ended.
   */
  expected: z.object({ likely: z.string(), latest: z.string(), late_from: z.string() }).nullable(),
  shipment_id: z.number().int().nullable(),
  tracking_number: z.string(),
  rma_item_to_reason: z.array(z.object({ rma_item_reason_id: z.number().int(), Name: z.string() })),
  rma_factory_sav_reason: z.array(z.object({ ID: z.number().int() })),
  rma_factory_sav_subreason: z.array(z.object({ id: z.number().int() })),
  rma_factory_sav_item: z.object({
    original_produce_factory: z.string(),
    quality_investigate: z.string(),
    quality_issue: z.boolean(),
  }),
  is_under_warranty: z.boolean(),
  warranty_until: z.string().nullable(),
  purchase_date: z.string().nullable(),
  invoice_number: z.string(),
  repair_history: z.object({ total_180: z.number().int() }),
  isHasPuchaseRecords: z.boolean(),
  is_scanned: z.boolean(),
  is_saved: z.boolean(),
  /** Targets with a scan that waits for its move: with them a screen marks live rows against its own target. */
  scanned_targets: z.array(z.number().int()),
  last_scan: scanMark.nullable(),
  FactoryReasons: z.array(z.number().int()),
  FactorySubReasons: z.array(z.number().int()),
  OriginalProduceFactory: z.string(),
  QualityInvestigate: z.string(),
  QualityInvestigateOptions: z.array(z.object({ value: z.string(), locked: z.boolean() })),
  QualityInvestigateDisabled: z.boolean(),
  isQualityIssue: z.boolean(),
  quantity: z.number().int(),
  outcome: z.string().nullable(),
  holds: z.array(z.string()),
  repair_fee: z.number().int(),
  repair_fee_ccy: z.string(),
  fee_settled: z.boolean(),
  /** To be paid for, without an amount: no bench accepts it (product/repair.md §12). */
  fee_missing: z.boolean(),
  fee_paid: z.boolean(),
  /** Minor units paid and not refunded, still to be paid, and to be returned; 0 where the reader sees no money. */
  fee_paid_amount: z.number().int(),
  fee_open: z.number().int(),
  fee_to_return: z.number().int(),
  /** The customer was asked by link for this amount; null = not asked, or no longer needed. */
  fee_asked: z.enum(FEE_ASKED).nullable(),
  waived_fee: z.number().int(),
  undo: z.object({ until: z.string(), by: z.number().int() }).nullable(),
  /** When the customer was last called or reminded; null = never, or not shown to the reader. */
  last_follow_up_at: z.string().nullable(),
  /** The newest reminder to call, while it is unanswered; null = none, or not shown to the reader. */
  to_call: z.object({ number: z.number().int(), since: z.string(), escalated: z.boolean() }).nullable(),
});
export type ItemView = z.infer<typeof itemView>;

/** `GET /rma/{id}`: the deposit with its contact and every item. */
export const rmaView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  number: z.string(),
  public_reference: z.string(),
  created_at: z.string(),
  store: z.object({ id: z.number().int(), code: z.string(), name: z.string(), time_zone: z.string() }),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  email: z.string(),
  phone_code: z.string(),
  phone: z.string(),
  fullphone: z.string(),
  country: z.string(),
  province: z.string(),
  city: z.string(),
  address: z.string(),
  receiver_name: z.string(),
  receiver_phone: z.string(),
  is_agent: z.boolean(),
  delivery: z.enum(DELIVERY_TARGETS),
  language: z.string(),
  platform_type: z.string(),
  fulfilled_date: z.string().nullable(),
  original_order_id: z.string(),
  original_order_number: z.string(),
  rma_status_id: z.number().int(),
  items: z.array(itemView),
  /** Other open repairs of the same pieces; shown to shops alone. */
  duplicates: duplicatesView,
});
export type RmaView = z.infer<typeof rmaView>;
export const rmaResponse = envelope(rmaView).extend(pastEnvelope);

/** `GET /rma/history?rma_item_id=`: every event of an item in words a person reads, oldest first. */
export const historyEntry = z.object({
  position: z.number().int(),
  version: z.number().int(),
  type: z.string(),
  at: z.string(),
  actor: z.string(),
  worker: z.string().nullable(),
  site: z.string().nullable(),
  device: z.string().nullable(),
  from_status: z.number().int().nullable(),
  to_status: z.number().int().nullable(),
  move: z.string().nullable(),
  reason: z.string().nullable(),
  /** What else the event holds, its names as on the wire. */
  details: z.record(z.string(), z.unknown()),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
export const historyResponse = envelope(z.array(historyEntry)).extend({
  ...pastEnvelope,
  /** The archive that the item's events were moved to, out of the log; then `data` is empty. */
  archive: z.string().optional(),
});
