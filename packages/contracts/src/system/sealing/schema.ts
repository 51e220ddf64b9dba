import { z } from 'zod';
import { envelope } from '../../contract/schema.ts';
import { SEALING_TROUBLES } from '@atelier/domain/system/sealing/events.ts';

const whole = z.number().int();
const moment = z.string().nullable();

/** How far the log is sealed, and why it is not. */
export const sealingFields = {
  /** Events that are sealed. */
  events: whole,
  /** Of the last of them; 0 before the first seal. */
  position: whole,
  sealed_at: moment,
  /** When the oldest event that is not sealed was recorded; null while nothing waits. */
  waiting_since: moment,
  /** It has waited so long that it needs attention. */
  is_late: z.boolean(),
  troubles: z.array(
    z.object({
      code: z.enum(SEALING_TROUBLES),
      since: z.string(),
      /** The first event that is not the one that was sealed, where it is known. */
      stream: z.string().nullable(),
      subject: z.string().nullable(),
      position: whole.nullable(),
    }),
  ),
};
/** `GET /audit/sealing` */
export const sealingView = z.object({
  ...sealingFields,
  /** Events that are not sealed yet; at most 1,000 are counted. */
  waiting: whole,
});
export type SealingView = z.infer<typeof sealingView>;
export const sealingResponse = envelope(sealingView);

/** The log's seals as one row of the jobs screen, with what the newest finished verification found. */
export const sealingRow = z.object({
  kind: z.literal('job'),
  id: whole,
  version: whole,
  what: z.literal('seal'),
  ...sealingFields,
  verified_at: moment,
  /** Null before the first verification. */
  faults: whole.nullable(),
});
