import { PATHS } from '@atelier/domain/insight/process.ts';
import { z } from 'zod';
import { pastEnvelope } from '../contract/moment-schema.ts';
import { calendarDate, envelope } from '../contract/schema.ts';

/** Whole seconds; null where nothing is counted. Half of them took no longer, and 85 of 100. */
const spread = { p50_seconds: z.number().int().nullable(), p85_seconds: z.number().int().nullable() };

/** A status on the process map (docs/product/insight.md §7). */
export const processNode = z.object({
  rma_status_id: z.number().int(),
  /** Pieces that stand there at the moment. */
  now: z.number().int(),
  /** Entries in the period, and the pieces that made them. */
  entered: z.number().int(),
  pieces: z.number().int(),
  /** Stays that ended in the period. */
  ...spread,
  /** Time of the period that pieces spent there, all together. */
  seconds: z.number().int(),
});
/** Moves from one status to another; the time is that of the stay before. */
export const processArc = z.object({
  from: z.number().int(),
  to: z.number().int(),
  path: z.enum(PATHS),
  count: z.number().int(),
  pieces: z.number().int(),
  ...spread,
});
export const processView = z.object({
  /** Pieces that moved in the period. */
  pieces: z.number().int(),
  moves: z.number().int(),
  nodes: z.array(processNode),
  arcs: z.array(processArc),
  bottleneck: z.number().int().nullable(),
  /** Moves by ISO week (UTC). */
  weeks: z.array(z.object({ week: calendarDate, moves: z.number().int() })),
});
export type ProcessView = z.infer<typeof processView>;
export const processResponse = envelope(processView).extend(pastEnvelope);
