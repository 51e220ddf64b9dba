import { z } from 'zod';

/**
 * `off`: no receiver is configured. `failed`: the last attempt failed and is repeated. `late`: the oldest event that was not sent is
 * older than a minute, or no worker sends. Otherwise `current`.
 */
export const siemStanding = z.enum(['off', 'current', 'late', 'failed']);
export type SiemStanding = z.infer<typeof siemStanding>;

const moment = z.string().nullable();

/** Sending security events to a SIEM, as one row of the jobs screen; null for what never was. */
export const siemRow = z.object({
  kind: z.literal('job'),
  id: z.number().int(),
  version: z.number().int(),
  what: z.literal('siem'),
  standing: siemStanding,
  /** Host of the receiver. */
  target: z.string().nullable(),
  /** How far the log was sent. */
  position: z.number().int().nullable(),
  lines: z.number().int(),
  /** Seconds since the oldest event that was not sent; 0 without one. */
  behind_s: z.number().int(),
  acknowledged_at: moment,
  failed_at: moment,
  error: z.string().nullable(),
});
