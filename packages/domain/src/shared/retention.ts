/** How long persons are kept whose pieces were deposited in a country, in months after the last thing that ended with them. */
export interface CountryTerm {
  /** ISO 3166-1, two letters. */
  readonly code: string;
  readonly months: number;
}

/** The retention schedule, as the configuration and the wire hold it (product/privacy.md §6). */
export interface RetentionSchedule {
  readonly on: boolean;
  /** Of countries without a separate term. */
  readonly default_months: number;
  readonly countries: readonly CountryTerm[];
  /** From the request of a run to its erasure; an approver of erasures may refuse it meanwhile. */
  readonly notice_days: number;
  /** A run that would ask for more erasures than these waits for an approval. */
  readonly approval_over: number;
}

export const RETENTION_LIMITS = {
  months: { min: 1, max: 1200 },
  noticeDays: { min: 1, max: 90 },
  approvalOver: { min: 0, max: 10_000 },
} as const;

/** The default: nothing is erased automatically. */
export const NO_RETENTION: RetentionSchedule = {
  on: false,
  default_months: 120,
  countries: [],
  notice_days: 14,
  approval_over: 50,
};

/** Whether a value of unknown origin is a retention schedule. */
export function isRetentionSchedule(value: unknown): value is RetentionSchedule {
  return typeof value === 'object' && value !== null && 'default_months' in value && 'countries' in value;
}
