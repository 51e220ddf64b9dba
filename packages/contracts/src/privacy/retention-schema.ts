import { z } from 'zod';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { retentionSchedule, retentionScheduleView } from '@atelier/domain/contract/retention-schema.ts';
import { calendarDate, envelope, requiredText, text, wireId } from '../contract/schema.ts';
import { KEPT_BECAUSE, PROPOSAL_STAGES, RETENTION_RUN_STAGES } from '@atelier/domain/privacy/contract.ts';

const note = text(TEXT_LENGTH.reason)
  .transform((given) => (given === '' ? null : given))
  .optional();

/** `POST /privacy/retention/propose`. */
export const proposeRetentionBody = z.strictObject({
  schedule: retentionSchedule,
  reason: requiredText(TEXT_LENGTH.reason),
});

/** `POST /privacy/retention/decide`: a refusal says why. */
export const decideRetentionBody = z.strictObject({
  proposal: z.number().int().positive(),
  decision: z.enum(['approve', 'refuse']),
  note,
});
export const withdrawRetentionBody = z.strictObject({ proposal: z.number().int().positive() });

/** `POST /privacy/retention/run`: what a run that waits may do. */
export const decideRunBody = z.strictObject({
  run_id: wireId,
  decision: z.enum(['approve', 'refuse']),
  note,
});

/** `POST /privacy/retention/preview`: on a day (each site's own today without one), under a schedule (the one that holds). */
export const previewRetentionBody = z.strictObject({
  day: calendarDate.optional(),
  schedule: retentionSchedule.optional(),
});

const moment = z.string().nullable();
const account = z.object({ id: z.number().int().nullable(), name: z.string() });
/** How many customers the schedule would ask for, and how many each reason keeps. */
const keptCounts = z.object({
  due: z.number().int(),
  legal_hold: z.number().int(),
  repair_open: z.number().int(),
  term: z.number().int(),
  requested: z.number().int(),
});
export type RetentionCounts = z.infer<typeof keptCounts>;

const retainedView = z.object({
  customer_ref: z.string(),
  /** Numbers of the deposits. */
  deposits: z.array(z.string()),
  site_name: z.string(),
  country: z.string(),
  /** Days of the site's calendar: when the last piece ended, and the last day of the term. */
  ended_on: z.string(),
  kept_through: z.string(),
  because: z.enum(KEPT_BECAUSE).nullable(),
});
export type RetainedView = z.infer<typeof retainedView>;

export const retentionPreview = z.object({
  /** Null: each site's own today. */
  day: moment,
  schedule: retentionScheduleView,
  needs_approval: z.boolean(),
  total: keptCounts,
  sites: z.array(keptCounts.extend({ site_id: z.number().int(), name: z.string(), country: z.string() })),
  /** The first of them, in the order in which a run asks for them. */
  due: z.array(retainedView),
  /** The first that something keeps: holds and repairs first, then by the end of their term. */
  kept: z.array(retainedView),
});
export type RetentionPreview = z.infer<typeof retentionPreview>;
export const retentionPreviewResponse = envelope(retentionPreview);

const proposalView = z.object({
  proposal: z.number().int(),
  version: z.number().int(),
  schedule: retentionScheduleView,
  previous: retentionScheduleView,
  reason: z.string(),
  stage: z.enum(PROPOSAL_STAGES),
  proposed_at: z.string(),
  proposed_by: account,
  decided_at: moment,
  decided_by: account.nullable(),
});
export type ProposalView = z.infer<typeof proposalView>;

const retentionRunView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  stage: z.enum(RETENTION_RUN_STAGES),
  found: z.number().int(),
  asked: z.number().int(),
  /** Kept between the search and the request, by reason. */
  kept: z.partialRecord(z.enum(KEPT_BECAUSE), z.number().int()),
  started_at: z.string(),
  decided_at: moment,
  decided_by: account.nullable(),
  ended_at: moment,
});
export type RetentionRunView = z.infer<typeof retentionRunView>;

export const retentionView = z.object({
  /** What holds. */
  schedule: retentionScheduleView,
  /** When the next run begins; one that lies back begins within a minute. Null while the schedule is off or a run waits. */
  next_run_at: moment,
  /** The newest proposal. */
  proposal: proposalView.nullable(),
  /** The newest runs. */
  runs: z.array(retentionRunView),
});
export type RetentionView = z.infer<typeof retentionView>;
export const retentionResponse = envelope(retentionView);
