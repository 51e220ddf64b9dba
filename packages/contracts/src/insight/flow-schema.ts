import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { calendarDate, envelope, text, wireId } from '../contract/schema.ts';

/** A site's flow over a period (docs/product/insight.md §4); the caller's own site unless `site_id` says otherwise. */
export const flowQuery = z.object({
  site_id: wireId.optional(),
  from: calendarDate,
  to: calendarDate,
  before_from: calendarDate.optional(),
  before_to: calendarDate.optional(),
  /** Instead of a second period: the same period at another site. */
  before_site_id: wireId.optional(),
  line: text(100).optional(),
  ...momentQuery,
  min_position: z.coerce.number().int().min(0).optional(),
});
export type FlowQuery = z.infer<typeof flowQuery>;

const stageCount = z.object({ rma_status_id: z.number().int(), count: z.number().int() });
const passed = {
  /** Pieces that came from elsewhere, and moves to "repair done". */
  arrived: z.number().int(),
  finished: z.number().int(),
  /** From the arrival to "repair done", of those finished. */
  median_seconds: z.number().int().nullable(),
};
export const flowView = z.object({
  ...passed,
  in_progress: z.number().int(),
  /** What stood at each stage when the day ended, and what was done on it. */
  days: z.array(z.object({ day: calendarDate, stages: z.array(stageCount), done: z.number().int() })),
});
export type FlowView = z.infer<typeof flowView>;
export const flowResponse = envelope(z.object({ now: flowView, before: z.object(passed).nullable() })).extend(
  pastEnvelope,
);

/** A stage with what stands there; the 200 oldest pieces are named. */
export const stageAges = z.object({
  rma_status_id: z.number().int(),
  count: z.number().int(),
  wip_limit: z.number().int().nullable(),
  target_hours: z.number().nullable(),
  pieces: z.array(
    z.object({ item_id: z.number().int(), rma_id: z.number().int(), seconds: z.number().int() }),
  ),
});
export type StageAges = z.infer<typeof stageAges>;
export const stageAgesResponse = envelope(z.array(stageAges)).extend(pastEnvelope);

/** First judgements of pieces at a QC stage: on, or back. */
const firstPass = { passed: z.number().int(), judged: z.number().int() };
export const qualityView = z.object({
  /** Moves back to an earlier stage. */
  sent_back: z.array(z.object({ from: z.number().int(), to: z.number().int(), count: z.number().int() })),
  /** Of the pieces done in the period: how many were ever sent back at this site. */
  finished: z.number().int(),
  reworked: z.number().int(),
  first_pass: z.array(
    z.object({
      rma_status_id: z.number().int(),
      ...firstPass,
      weeks: z.array(z.object({ week: calendarDate, ...firstPass })),
    }),
  ),
});
export type QualityView = z.infer<typeof qualityView>;
export const qualityResponse = envelope(
  z.object({ now: qualityView, before: qualityView.nullable() }),
).extend(pastEnvelope);

/** How the pieces of a stage spread over those who moved them on; only where at least five did. */
const workerSpread = z.object({
  workers: z.number().int(),
  /** Pieces per worker. */
  p25: z.number().int(),
  median: z.number().int(),
  p75: z.number().int(),
});

/** Pieces that left each stage forward, per ISO week (UTC). */
export const throughputView = z.object({
  stages: z.array(
    z.object({
      rma_status_id: z.number().int(),
      count: z.number().int(),
      weeks: z.array(z.object({ week: calendarDate, count: z.number().int() })),
    }),
  ),
  /** Null unless `worker_figures` lists the site; a stage without a spread has fewer than five workers behind it. */
  workers: z.array(z.object({ rma_status_id: z.number().int(), spread: workerSpread.nullable() })).nullable(),
  /** The running week: done per weekday from Monday, and what is likely by its end; null before four weeks are known. */
  week: z.object({
    monday: calendarDate,
    done: z.array(z.number().int()),
    forecast: z
      .object({ likely: z.number().int(), low: z.number().int(), high: z.number().int() })
      .nullable(),
    /** Of earlier weeks, forecast in the same way from the weeks before them: how many ended inside the band. */
    held: z.number().int(),
    tried: z.number().int(),
  }),
});
export type ThroughputView = z.infer<typeof throughputView>;
export const throughputResponse = envelope(throughputView).extend(pastEnvelope);
