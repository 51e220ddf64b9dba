import { ALARM_CAUSES } from '@atelier/domain/insight/radar/events.ts';
import { z } from 'zod';
import { momentQuery, pastEnvelope } from '../contract/moment-schema.ts';
import { calendarDate, envelope, listQuery, requiredText, text, wireId } from '../contract/schema.ts';

/** Which alarms or series (docs/product/insight.md §5); a factory sees its own alone. */
export const radarQuery = z.object({
  line: text(100).optional(),
  reason_id: wireId.optional(),
  factory_id: wireId.optional(),
  ...momentQuery,
  min_position: z.coerce.number().int().min(0).optional(),
});
export type RadarQuery = z.infer<typeof radarQuery>;

const seriesView = {
  /** Collection; null where the catalogue names none, or where several are pooled. */
  product: z.string().nullable(),
  /** Collections that are too sparse apart; null = one product. */
  pooled: z.array(z.string()).nullable(),
  reason_id: z.number().int(),
  factory_id: z.number().int().nullable(),
  factory: z.string().nullable(),
};

const alarmView = z.object({
  number: z.number().int(),
  ...seriesView,
  state: z.enum(['open', 'settled']),
  /** Mondays: of the newest week that raised it, and of the first week of the evidence. */
  week: calendarDate,
  since: calendarDate,
  /** Of that week, as it was when it was judged. */
  count: z.number().int(),
  expected: z.number(),
  bound: z.number().int(),
  /** From `since` to the end of `week`. */
  pieces: z.number().int(),
  expected_pieces: z.number(),
  /** Mondays of the weeks that raised it. */
  raised: z.array(calendarDate),
  settled: z
    .object({
      cause: z.enum(ALARM_CAUSES),
      /** null once it is erased. */
      note: z.string().nullable(),
      at: z.string(),
      by: z.string(),
    })
    .nullable(),
  /** Pieces by week of the last year, of those that the caller may open. */
  counts: z.array(z.number().int()),
  counts_from: calendarDate,
});
export type AlarmView = z.infer<typeof alarmView>;

const radarView = z.object({
  /** Monday of the newest week judged; null before the first. */
  week: calendarDate.nullable(),
  checked_at: z.string().nullable(),
  /** Series of all factories that were judged. */
  series: z.number().int(),
  alarms: z.array(alarmView),
});
export type RadarView = z.infer<typeof radarView>;
export const radarResponse = envelope(radarView).extend(pastEnvelope);

export const watchedQuery = listQuery.omit({ sort: true }).extend(radarQuery.shape);
const watchedView = z.object({
  ...seriesView,
  /** Pieces a week, over all weeks counted. */
  per_week: z.number(),
  newest: z.number().int(),
});
export type WatchedView = z.infer<typeof watchedView>;
export const watchedResponse = envelope(z.array(watchedView)).extend(pastEnvelope);

export const alarmQuery = z.object({
  number: wireId,
  ...momentQuery,
  min_position: radarQuery.shape.min_position,
});

/** A week with what its past made likely; null where what the caller may open is too little to be judged. */
const alarmWeek = z.object({
  week: calendarDate,
  count: z.number().int(),
  expected: z.number().nullable(),
  bound: z.number().int().nullable(),
  is_raised: z.boolean(),
});
/** What many pieces of an alarm share, and how many of the series before it did. */
const alarmShare = z.object({
  by: z.enum(['sku', 'shop']),
  name: z.string(),
  count: z.number().int(),
  usual: z.number(),
});
const alarmDetail = alarmView.extend({
  weeks: z.array(alarmWeek),
  /** Pieces since its first week that the caller may open. */
  shown: z.number().int(),
  common: z.array(alarmShare),
});
export type AlarmDetail = z.infer<typeof alarmDetail>;
export const alarmResponse = envelope(alarmDetail).extend(pastEnvelope);

export const alarmPiecesQuery = listQuery.omit({ sort: true }).extend(alarmQuery.shape).extend({
  /** Monday of one week; without it all since the first week of the alarm. */ week: calendarDate.optional(),
});

/** An explanation names its cause and says it in words; no names of clients. */
export const settleBody = z.strictObject({
  number: wireId,
  cause: z.enum(ALARM_CAUSES),
  note: requiredText(1_000),
});
export const settleResponse = envelope(z.object({ number: z.number().int(), state: z.literal('settled') }));
