import { z } from 'zod';
import { envelope } from '../../contract/schema.ts';
import { backupReason } from '../backups/schema.ts';
import {
  DAYS_SHOWN,
  HEALTH_DAYS,
  HEALTH_STANDINGS,
  HEALTH_SUBJECTS,
} from '@atelier/domain/system/health/contract.ts';

/** One sentence: which (`says`, by subject), and what it names. */
export const healthLine = z.object({
  what: z.enum(HEALTH_SUBJECTS),
  standing: z.enum(HEALTH_STANDINGS),
  says: z.string(),
  /** When it last went well, began to fail, or ends; null where the sentence names no moment. */
  at: z.string().nullable(),
  /** What is counted: faults, documents, messages, deliveries; bytes of a backup. */
  count: z.number().int(),
  /** What waits, or of how many. */
  total: z.number().int(),
  /** Days allowed; null without a limit. */
  limit_days: z.number().int().nullable(),
  /** Witnesses, endpoints or keys it is about, the first ones. */
  names: z.array(z.string()),
  /** Of late or failed backups. */
  reason: backupReason.nullable(),
  /** The last 30 days, the oldest first; empty where days are not counted. */
  days: z.array(z.enum(HEALTH_DAYS)).max(DAYS_SHOWN),
});
export type HealthLine = z.infer<typeof healthLine>;

/** `GET /system/health` */
export const healthView = z.object({ as_of: z.string(), lines: z.array(healthLine) });
export type HealthView = z.infer<typeof healthView>;
export const healthResponse = envelope(healthView);
