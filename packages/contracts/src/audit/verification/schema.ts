import { z } from 'zod';
import { envelope } from '../../contract/schema.ts';
import { LOG_FAULT_CODES, LOG_FAULT_KINDS } from '@atelier/domain/audit/verification/events.ts';

const whole = z.number().int();
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One fault: what it is, where, and what the event held before where that is proven. */
const logFaultView = z.object({
  kind: z.enum(LOG_FAULT_KINDS),
  /** Null in verifications of earlier releases, which have `detail`. */
  code: z.enum(LOG_FAULT_CODES).nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  stream: z.string().nullable(),
  /** The number of the piece, RMA or package. */
  subject: z.string().nullable(),
  version: whole.nullable(),
  position: whole.nullable(),
  type: z.string().nullable(),
  /** Columns of the event, between commas. */
  field: z.string().nullable(),
  values: z.array(
    z.object({ field: z.string(), before: scalar, after: scalar, by: z.enum(['seal', 'hash']) }),
  ),
  /** In English. */
  detail: z.string().nullable(),
});
export type LogFaultView = z.infer<typeof logFaultView>;

/** One verification of the log: who asked for it, how far it is, what it found. */
export const logVerificationView = z.object({
  id: whole,
  version: whole,
  state: z.enum(['running', 'done', 'failed']),
  requested_by: z.string(),
  requested_at: z.string(),
  ended_at: z.string().nullable(),
  /** Parts of the whole that are walked, from 0 to 100; null when it has ended. */
  percent: whole.nullable(),
  /** Null until it is done. */
  verified: z
    .object({
      events: whole,
      /** Of them, those that lie in archive files: by their leaves. */
      archived: whole,
      checkpoints: whole,
      cosignatures: whole,
      /** Pictures and signatures that events name; absent in verifications from before they were compared. */
      files: whole.optional(),
      /** Of them, pictures of earlier releases: no event says what they were. */
      unbound: whole.optional(),
      /** Heads of the tree that lie outside the database. */
      outside: whole,
      /** False where the worker has no key of the log: no signature was checked. */
      signatures: z.boolean(),
    })
    .nullable(),
  fault_count: whole,
  /** The first hundred. */
  faults: z.array(logFaultView),
});
export type LogVerificationView = z.infer<typeof logVerificationView>;

export const verifyResponse = envelope(logVerificationView);
export const verificationsResponse = envelope(z.array(logVerificationView));
