import { FEE_FATES } from '@atelier/domain/insight/fee-fates.ts';
import { FIGURES, REPEATS_BY, TURNAROUNDS, UNKNOWNS } from '@atelier/domain/insight/figures.ts';
import { PATHS } from '@atelier/domain/insight/process.ts';
import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { calendarDate, code, envelope, listQuery, text, wireId } from '../contract/schema.ts';

/** Where and when a figure counts (docs/product/insight.md §1). Days are UTC; `to` is the last day that counts. */
const periodQuery = z.object({
  from: calendarDate,
  to: calendarDate,
  /** A second period, counted the same way beside the first. */
  before_from: calendarDate.optional(),
  before_to: calendarDate.optional(),
  /** Instead of a second period: the same period at another shop, country or factory. */
  before_shop_id: wireId.optional(),
  before_country: code(2).optional(),
  before_factory_id: wireId.optional(),
});
const placeQuery = z.object({
  shop_id: wireId.optional(),
  /** Shops of a country, ISO 3166. */
  country: code(2).optional(),
  /** The factory whose bench a piece entered last. */
  factory_id: wireId.optional(),
  /** Collection of the product. */
  line: text(100).optional(),
});
const freshQuery = z.object({
  ...momentQuery,
  min_position: z.coerce.number().int().min(0).optional(),
});

export const insightQuery = periodQuery.extend(placeQuery.shape).extend(freshQuery.shape);
export type InsightQuery = z.infer<typeof insightQuery>;

export const turnaroundQuery = insightQuery.extend({ until: z.enum(TURNAROUNDS).default('ready') });

/** Whole seconds; null where nothing is counted. The median is the middle value, P90 the value that nine of ten do not exceed. */
const spread = {
  count: z.number().int(),
  median_seconds: z.number().int().nullable(),
  p90_seconds: z.number().int().nullable(),
};
/** Of the pieces counted, those to which a date was named at the deposit, and of these what was ready by its latest day. */
const promise = { told: z.number().int(), kept: z.number().int() };
export const turnaroundWeek = z.object({ week: calendarDate, ...spread, ...promise });
export const turnaroundPeriod = z.object({ ...spread, ...promise, weeks: z.array(turnaroundWeek) });
export const turnaroundView = z.object({
  until: z.enum(TURNAROUNDS),
  now: turnaroundPeriod,
  before: turnaroundPeriod.nullable(),
});
export type TurnaroundPeriod = z.infer<typeof turnaroundPeriod>;
export const turnaroundResponse = envelope(turnaroundView).extend(pastEnvelope);

/** Open pieces by full days since their deposit; `before` at the end of the second period. */
export const ageBand = z.object({
  from_days: z.number().int(),
  /** null = no upper end. */
  to_days: z.number().int().nullable(),
  now: z.number().int(),
  before: z.number().int().nullable(),
});
export const agesView = z.object({
  bands: z.array(ageBand),
  now: z.number().int(),
  before: z.number().int().nullable(),
});
export type AgesView = z.infer<typeof agesView>;
export const agesResponse = envelope(agesView).extend(pastEnvelope);

/** Minor units of one currency, of fees named in the period: quoted = approved + declined + waived + unanswered. */
export const feesRow = z.object({
  currency: z.string(),
  count: z.number().int(),
  quoted: z.number().int(),
  approved: z.number().int(),
  paid: z.number().int(),
  declined: z.number().int(),
  waived: z.number().int(),
  unanswered: z.number().int(),
  /** Agreed at the counter of pieces deposited in the period, and not charged because the repair was free. */
  free: z.number().int(),
});
export type FeesRow = z.infer<typeof feesRow>;
export const feesResponse = envelope(z.array(feesRow)).extend(pastEnvelope);

export const repeatsQuery = insightQuery.extend({ by: z.enum(REPEATS_BY).default('line') });
/** Pieces with a serial number collected in a period that ended 180 days before; `again`: deposited again within 180 days. */
export const repeatsRow = z.object({
  /** Collection, SKU or site id; null where the catalogue or the log does not say. */
  key: z.string().nullable(),
  name: z.string().nullable(),
  count: z.number().int(),
  again: z.number().int(),
});
export const repeatsView = z.object({
  from: calendarDate,
  to: calendarDate,
  count: z.number().int(),
  again: z.number().int(),
  rows: z.array(repeatsRow),
});
export type RepeatsView = z.infer<typeof repeatsView>;
export const repeatsResponse = envelope(repeatsView).extend(pastEnvelope);

export const warrantyQuery = insightQuery.extend({ by: z.enum(REPEATS_BY).default('line') });
/** Minor units agreed at the counter and not charged, of pieces in warranty; null without a second period or another place. */
const covered = {
  currency: z.string(),
  count: z.number().int(),
  amount: z.number().int(),
  before_count: z.number().int().nullable(),
  before_amount: z.number().int().nullable(),
};
export const warrantyView = z.object({
  /** Every currency; they are never added up. */
  totals: z.array(z.object(covered)),
  rows: z.array(
    z.object({
      /** Collection, SKU or site id; null where the catalogue or the log does not say. */
      key: z.string().nullable(),
      name: z.string().nullable(),
      ...covered,
    }),
  ),
  /** Pieces in warranty without a fee of which no amount was agreed: no total holds them. */
  unpriced: z.number().int(),
});
export type WarrantyView = z.infer<typeof warrantyView>;
export const warrantyResponse = envelope(warrantyView).extend(pastEnvelope);

export const shopRow = z.object({
  shop_id: z.number().int(),
  name: z.string(),
  country: z.string(),
  /** Deposit to ready, of pieces that became ready in the period. */
  ...spread,
  ...promise,
  /** Of the shop in the second period, or of the whole other place. */
  before_median_seconds: z.number().int().nullable(),
  /** Pieces deposited in the period. */
  deposited: z.number().int(),
  without_warranty: z.number().int(),
  /** Of the deposited: what the factory said a reason of, and what it found another reason of. */
  judged: z.number().int(),
  wrong_reason: z.number().int(),
  /** From a client's request for a waiver to the decision, of those decided in the period. */
  answers: z.number().int(),
  answer_median_seconds: z.number().int().nullable(),
  /** How often clients wrote in the period, and how long the first answer took; several texts in a row are one. */
  texts: z.number().int(),
  texts_answered: z.number().int(),
  text_answer_median_seconds: z.number().int().nullable(),
});
export type ShopFigures = z.infer<typeof shopRow>;
export const shopsResponse = envelope(z.array(shopRow)).extend(pastEnvelope);

/** Missing now; lost = settled with the owner, of pieces deposited in the period. */
export const lossesView = z.object({
  missing: z.number().int(),
  lost: z.number().int(),
  settled: z.array(z.object({ currency: z.string(), amount: z.number().int() })),
});
export type LossesView = z.infer<typeof lossesView>;
export const lossesResponse = envelope(lossesView).extend(pastEnvelope);

export const figurePiecesQuery = listQuery
  .omit({ sort: true })
  .extend(insightQuery.shape)
  .extend({
    figure: z.enum(FIGURES),
    /** Of open pieces: full days since the deposit, the second without an upper end. */
    from_days: z.coerce.number().int().min(0).max(100_000).optional(),
    to_days: z.coerce.number().int().min(0).max(100_000).optional(),
    currency: code(3).optional(),
    fate: z.enum(FEE_FATES).optional(),
    sku: code(40).optional(),
    /** Pieces of which this is not known. */
    unknown: z.enum(UNKNOWNS).optional(),
    /** Of moves: the status left and the one entered, and what the move was. */
    from_status: z.coerce.number().int().min(1).max(21).optional(),
    status: z.coerce.number().int().min(1).max(21).optional(),
    path: z.enum(PATHS).optional(),
  });
export const figurePiece = z.object({
  item_id: z.number().int(),
  rma_id: z.number().int(),
  number: z.string(),
  sku: z.string(),
  product_name: z.string(),
  shop: z.string(),
  status: z.number().int(),
  deposited_at: z.string(),
  ready_at: z.string().nullable(),
  collected_at: z.string().nullable(),
  fee_amount: z.number().int(),
  /** Agreed at the counter and not charged. */
  free_amount: z.number().int(),
  fee_currency: z.string(),
});
export type FigurePiece = z.infer<typeof figurePiece>;
export const figurePiecesResponse = envelope(z.array(figurePiece)).extend(pastEnvelope);

/** What the filters offer: the shops, factories, countries and collections that the caller sees. */
export const insightChoicesResponse = envelope(
  z.object({
    shops: z.array(z.object({ id: z.number().int(), name: z.string(), country: z.string() })),
    factories: z.array(z.object({ id: z.number().int(), name: z.string() })),
    lines: z.array(z.string()),
  }),
);
