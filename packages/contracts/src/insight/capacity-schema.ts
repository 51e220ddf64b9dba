import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { envelope, wireId } from '../contract/schema.ts';

/** How a site works, to simulate it (docs/product/insight.md §8); the caller's own site unless `site_id` says otherwise. */
export const capacityQuery = z.object({
  site_id: wireId.optional(),
  ...momentQuery,
  min_position: z.coerce.number().int().min(0).optional(),
});

/** Hours: half, and 85 of 100 pieces, took no longer. */
const quantiles = z.object({ p50: z.number(), p85: z.number() });
export const capacityView = z.object({
  learnt_at: z.string(),
  /** Pieces that came in a week. */
  weekly: z.number(),
  /** How many came at once. */
  parcels: z.array(z.number().int()),
  /** Shares of what came by hour of the week, UTC, Monday first. */
  hours: z.array(z.number()),
  /** `places`: how many pieces a stage works on at once; null = no limit shows in the log. */
  stages: z.array(z.object({ rma_status_id: z.number().int(), places: z.number().int().nullable() })),
  /** Pieces of the past: the hour of the week at which each came; stage, hours of work, next stage, hours … */
  lives: z.array(z.object({ hour: z.number().int(), steps: z.array(z.number()) })),
  /** Of a quarter that was not learnt from: hours at the site as they were, and as they were simulated. */
  check: z
    .object({
      from: z.string(),
      to: z.string(),
      pieces: z.number().int(),
      real: quantiles,
      simulated: quantiles,
    })
    .nullable(),
});
export type CapacityView = z.infer<typeof capacityView>;
/** null: too few pieces have come to learn from. */
export const capacityResponse = envelope(capacityView.nullable()).extend(pastEnvelope);
