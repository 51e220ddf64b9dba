import { z } from 'zod';
import { envelope } from '../../contract/schema.ts';
import { LOG_FAULT_KINDS } from './events.ts';

const whole = z.number().int();

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
  faults: z.array(
    z.object({
      kind: z.enum(LOG_FAULT_KINDS),
      stream: z.string().nullable(),
      version: whole.nullable(),
      position: whole.nullable(),
      /** Columns of the event, between commas. */
      field: z.string().nullable(),
      /** What shows it, in English, as `npm run audit:verify` prints it. */
      detail: z.string(),
    }),
  ),
});
export type LogVerificationView = z.infer<typeof logVerificationView>;

export const verifyResponse = envelope(logVerificationView);
export const verificationsResponse = envelope(z.array(logVerificationView));
