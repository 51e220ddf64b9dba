import type { DomainEvent } from '../decider.ts';
import type { Instant } from '../kernel.ts';

/**
 * An auditor was shown personal data: whose record (`item-42`), or a list of many. Written before the response leaves, once per
 * sign-in, subject and span, of a list also once per call (product/audit.md §7). Stream `audit-reading-<digest of these>`.
 */
export type AuditReading = DomainEvent<
  'AuditReading',
  {
    /** Name of the record's stream, or `list`. */
    readonly subject: string;
    /** The call that showed it, as its route is declared: `GET /rma/item`. */
    readonly call: string;
    readonly at: Instant;
  }
>;

/** Nothing personal: a number, and who by id in the envelope. */
export const AUDIT_PERSONAL_DATA = { AuditReading: null } as const;

/** The subject of a reading that shows several records. */
export const LIST = 'list';

/** A second reading of the same within a quarter of an hour is the same reading. */
export const READING_SPAN_MS = 15 * 60_000;

export const readingStream = (digest: string): string => `audit-reading-${digest}`;
