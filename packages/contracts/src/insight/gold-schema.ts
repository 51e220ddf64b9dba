import { EXPLANATIONS } from '@atelier/domain/repair/contract.ts';
import { VERDICTS } from '@atelier/domain/repair/weights/interval.ts';
import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { calendarDate, envelope, listQuery, text, wireId } from '../contract/schema.ts';

/** Milligrams between weighings (docs/product/insight.md §6). Days are UTC, of the weighing that ends an interval. */
const goldPlace = {
  from: calendarDate,
  to: calendarDate,
  /** Where the weighing was made. */
  site_id: wireId.optional(),
  line: text(100).optional(),
  /** Pieces of gold alone. */
  gold: z.stringbool().optional(),
  ...momentQuery,
  min_position: z.coerce.number().int().min(0).optional(),
};
export const goldQuery = z.object(goldPlace);
export type GoldQuery = z.infer<typeof goldQuery>;

export const WEIGHT_PLACES = ['bench', 'benches', 'way'] as const;
const place = {
  site_id: z.number().int().nullable(),
  site: z.string(),
  /** One stay at a bench, across benches of one site, or across holders. */
  place: z.enum(WEIGHT_PLACES),
  rma_status_id: z.number().int().nullable(),
};
/** Milligrams: `in + added = out + scrap + loss − difference`; a difference below zero is missing. */
const weights = {
  in_mg: z.number().int(),
  added_mg: z.number().int(),
  out_mg: z.number().int(),
  scrap_mg: z.number().int(),
  loss_mg: z.number().int(),
  difference_mg: z.number().int(),
};
export const goldRow = z.object({
  ...place,
  /** `2026-11`. */
  month: z.string(),
  intervals: z.number().int(),
  ...weights,
  beyond: z.number().int(),
  unexplained: z.number().int(),
  unjudged: z.number().int(),
});
export type GoldRow = z.infer<typeof goldRow>;
/** Every weight is in one row, so that rows add up. */
export const goldResponse = envelope(
  z.object({ rows: z.array(goldRow), tolerance_mg: z.number().int() }),
).extend(pastEnvelope);

export const weightSpan = z.object({
  site_id: z.number().int().nullable(),
  /** Of the site, or the number of the package. */
  holder: z.string(),
  rma_status_id: z.number().int(),
  from: z.string(),
  until: z.string(),
});
export const weightInterval = z.object({
  weighing: z.number().int(),
  ...weights,
  tolerance_mg: z.number().int(),
  unweighed_parts: z.number().int(),
  verdict: z.enum(VERDICTS),
  opened_at: z.string(),
  closed_at: z.string(),
  explanation: z.enum(EXPLANATIONS).nullable(),
  /** The custody in which the difference arose: no weighing lies between them. */
  spans: z.array(weightSpan),
});
export type WeightIntervalView = z.infer<typeof weightInterval>;

export const goldIntervalsQuery = listQuery
  .omit({ sort: true })
  .extend(goldPlace)
  .extend({
    verdict: z.enum(VERDICTS).optional(),
    place: z.enum(WEIGHT_PLACES).optional(),
    status: wireId.optional(),
  });
export const goldInterval = z.object({
  item_id: z.number().int(),
  rma_id: z.number().int(),
  number: z.string(),
  product_name: z.string(),
  ...place,
  ...weightInterval.shape,
});
export type GoldInterval = z.infer<typeof goldInterval>;
export const goldIntervalsResponse = envelope(z.array(goldInterval)).extend(pastEnvelope);
