import { z } from 'zod';
import { sealingRow } from '../sealing/schema.ts';
import { backupRow } from '../backups/schema.ts';
import { siemRow } from '../siem/schema.ts';
import { consistencyRow, differenceRow } from '../consistency/schema.ts';
import { envelope, requiredText } from '../../contract/schema.ts';
import { RETRY_REASON_LENGTH } from '@atelier/domain/system/jobs/contract.ts';

const row = { kind: z.literal('job'), id: z.number().int(), version: z.number().int() };
const moment = z.string().nullable();

/** What the jobs screen shows: one flat list, so that each row changes independently. Error texts are `safeError`'s. */
export const jobsRow = z.discriminatedUnion('what', [
  z.object({
    ...row,
    what: z.literal('queue'),
    queue: z.string(),
    waiting: z.number().int(),
    active: z.number().int(),
    delayed: z.number().int(),
    failed: z.number().int(),
    completed: z.number().int(),
    paused: z.boolean(),
  }),
  /** `retrying`: it failed and is retried automatically at `next_at`. */
  z.object({
    ...row,
    what: z.literal('job'),
    queue: z.string(),
    job_id: z.string(),
    name: z.string(),
    state: z.enum(['active', 'retrying', 'failed']),
    done: z.number().int().nullable(),
    total: z.number().int().nullable(),
    attempts: z.number().int(),
    most_attempts: z.number().int(),
    error: z.string(),
    at: moment,
    next_at: moment,
  }),
  z.object({
    ...row,
    what: z.literal('schedule'),
    queue: z.string(),
    name: z.string(),
    pattern: z.string(),
    next_at: moment,
  }),
  /** One kind of job: when it ran last (of the last hour), when it runs next by its schedule, and how many failed. */
  z.object({
    ...row,
    what: z.literal('task'),
    queue: z.string(),
    name: z.string(),
    last_at: moment,
    next_at: moment,
    /** '' without a schedule. */
    pattern: z.string(),
    failed: z.number().int(),
  }),
  z.object({
    ...row,
    what: z.literal('projection'),
    name: z.string(),
    behind: z.number().int(),
    parked: z.number().int(),
    /** Host and process of the worker that leads it; null while none does. */
    leader: z.string().nullable(),
  }),
  z.object({
    ...row,
    what: z.literal('parked'),
    projection: z.string(),
    stream_id: z.string(),
    type: z.string(),
    events: z.number().int(),
    error: z.string(),
    at: moment,
  }),
  /** Who retried what, and why; the newest. */
  z.object({
    ...row,
    what: z.literal('retry'),
    target: z.string(),
    reason: z.string(),
    by: z.string(),
    at: moment,
  }),
  consistencyRow,
  differenceRow,
  backupRow,
  siemRow,
  sealingRow,
  /** The queues cannot be reached; everything else is still shown. */
  z.object({ ...row, what: z.literal('down') }),
]);
export type JobsRow = z.infer<typeof jobsRow>;
export const jobsResponse = envelope(z.array(jobsRow));

const reason = requiredText(RETRY_REASON_LENGTH);
/** `POST /jobs/retry`: a failed job begins again, one that waits for its next attempt is tried now. */
export const jobRetryBody = z.strictObject({
  queue: z.string().min(1).max(60),
  job_id: z.string().min(1).max(200),
  reason,
});
/** `POST /jobs/release`: a projection folds again what it had set aside of a stream. */
export const parkedReleaseBody = z.strictObject({
  projection: z.string().min(1).max(60),
  stream_id: z.string().min(1).max(100),
  reason,
});
export const jobRetryResponse = envelope(z.object({ retry_id: z.number().int() }));
