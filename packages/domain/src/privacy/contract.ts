import { ASKS, DECIDES, type PermissionName } from '../shared/permissions.ts';

/** Why a person's data is erased (GDPR Art. 17(1)); `no_longer_needed` is also what the retention schedule says. */
export const ERASURE_REASONS = [
  'customer_request',
  'consent_withdrawn',
  'objection',
  'unlawful',
  'legal_duty',
  'no_longer_needed',
] as const;
export type ErasureReason = (typeof ERASURE_REASONS)[number];

/** Numbers that one response about erased persons holds. */
export const MOST_ERASED = 10_000;

/** Why the law keeps a person's data from being erased (GDPR Art. 17(3)). */
export const HOLD_REASONS = ['legal_claim', 'authority', 'tax', 'insurance', 'investigation'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Where a request stands. */
export const ERASURE_STAGES = [
  'requested',
  'approved',
  'running',
  'done',
  'refused',
  'withdrawn',
  'kept',
] as const;
export type ErasureStage = (typeof ERASURE_STAGES)[number];

/** Who asked: a person of the staff, or the retention schedule. */
export const ERASURE_ORIGINS = ['person', 'retention'] as const;
export type ErasureOrigin = (typeof ERASURE_ORIGINS)[number];

/**
 * What keeps a customer from the retention schedule, the strongest first: a hold of the law, a piece that is owed, a term that
 * is not over. Of a request of the schedule: also that another one waits, or that the schedule was switched off meanwhile.
 */
export const KEPT_BECAUSE = ['legal_hold', 'repair_open', 'term', 'requested', 'switched_off'] as const;
export type KeptBecause = (typeof KEPT_BECAUSE)[number];

/** When a run begins each day, in UTC. */
export const RETENTION_RUN_AT = '02:30';

/** Where a run of the retention schedule stands; `waiting`: for an approval, since it would ask for many. */
export const RETENTION_RUN_STAGES = ['waiting', 'running', 'done', 'refused', 'switched_off'] as const;
export type RetentionRunStage = (typeof RETENTION_RUN_STAGES)[number];

/** Where a proposed retention schedule stands. */
export const PROPOSAL_STAGES = ['proposed', 'approved', 'refused', 'withdrawn'] as const;
export type ProposalStage = (typeof PROPOSAL_STAGES)[number];

/** What the export of a person can be fetched as. */
export const PERSON_EXPORT_FORMATS = ['json', 'pdf'] as const;
export type PersonExportFormat = (typeof PERSON_EXPORT_FORMATS)[number];

/** Characters of a note, and of the reference of a legal hold. */
export const PRIVACY_NOTE_LENGTH = 500;
export const HOLD_REFERENCE_LENGTH = 80;
/** Customers of one request: who is known under several has deposited in several shops. */
export const MOST_CUSTOMERS = 20;
/** Characters that a person is looked for by. */
export const PERSON_WORDS = { least: 4, most: 120 } as const;

/** Who may ask for an erasure, and who decides on one: never the same account. */
export { ASKS, DECIDES };
/** Who sees the requests, the holds and what the schedule says. */
export const SEES_REQUESTS: readonly PermissionName[] = [ASKS, DECIDES, 'audit replay'];
/** Who sees persons: auditors do not. */
export const SEES_PERSONS: readonly PermissionName[] = [ASKS, DECIDES];
