import { z } from 'zod';
import { DIFFERENCE_KINDS } from '@atelier/domain/system/consistency/events.ts';

const row = { kind: z.literal('job'), id: z.number().int(), version: z.number().int() };
const moment = z.string().nullable();

/** The standing comparison of read models with the log: how far it is, as one row of the jobs screen. */
export const consistencyRow = z.object({
  ...row,
  what: z.literal('consistency'),
  /** End of the last round; null before the first. */
  at: moment,
  /** Streams compared in the last round, and those that could not be: rebuilding, parked, moving or unreadable. */
  streams: z.number().int(),
  skipped: z.number().int(),
  /** When every stream had last been compared once; null before the first time. */
  swept_at: moment,
  /** Differences that still stand, and all that were ever found. */
  open: z.number().int(),
  found: z.number().int(),
});

/** A row that did not fit the log. Names and ids only: never what stood in the row. */
export const differenceRow = z.object({
  ...row,
  what: z.literal('difference'),
  table: z.string(),
  key: z.string(),
  difference: z.enum(DIFFERENCE_KINDS),
  columns: z.array(z.string()),
  stream_id: z.string().nullable(),
  at: z.string(),
  repaired_at: moment,
});
