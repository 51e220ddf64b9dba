import type { DomainEvent } from '../decider.ts';
import type { Actor, BlobRef, CustomerRef, Instant, RmaId } from '../kernel.ts';
import type { ReferenceLanguage } from '../shared/languages.ts';
import type {
  ErasureOrigin,
  ErasureReason,
  HoldReason,
  KeptBecause,
  PersonExportFormat,
} from './contract.ts';
import type { RetentionEvent } from './retention-events.ts';

/** How much of a person there is: figures for people, nothing is decided by them. */
export interface Covered {
  readonly repairs: number;
  readonly pieces: number;
  readonly pictures: number;
  readonly messages: number;
}

/**
 * Events of one request for erasure, stream `privacy-request-<id>`. They hold references only; what people wrote is
 * encrypted under the first customer's key, so that it goes with the person.
 */
export type ErasureRequested = DomainEvent<
  'ErasureRequested',
  {
    readonly requestId: number;
    /** Whose key keeps the notes: the first of `customerRefs`. */
    readonly customerRef: CustomerRef;
    readonly customerRefs: readonly CustomerRef[];
    /** The deposits there were when it was asked for. */
    readonly rmaIds: readonly RmaId[];
    readonly reason: ErasureReason;
    readonly origin: ErasureOrigin;
    /** Of the schedule: carried out from then on unless refused. */
    readonly dueAt: Instant | null;
    readonly note: string | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
interface Word {
  readonly customerRef: CustomerRef;
  readonly note: string | null;
  readonly at: Instant;
  readonly by: Actor;
}
export type ErasureApproved = DomainEvent<'ErasureApproved', Word>;
export type ErasureRefused = DomainEvent<'ErasureRefused', Word>;
export type ErasureWithdrawn = DomainEvent<'ErasureWithdrawn', Word>;
/** From here on nothing stops it: a worker that dies goes on. */
export type ErasureStarted = DomainEvent<
  'ErasureStarted',
  { readonly covered: Covered; readonly at: Instant }
>;
export type ErasureCompleted = DomainEvent<'ErasureCompleted', { readonly at: Instant }>;
/** A request of the schedule whose notice is over, and that the schedule would not make any more. */
export type ErasureKept = DomainEvent<'ErasureKept', { readonly because: KeptBecause; readonly at: Instant }>;

export type ErasureEvent =
  | ErasureRequested
  | ErasureApproved
  | ErasureRefused
  | ErasureWithdrawn
  | ErasureStarted
  | ErasureCompleted
  | ErasureKept;

/** Events of one legal hold on one customer, stream `legal-hold-<id>`. */
export type LegalHoldPlaced = DomainEvent<
  'LegalHoldPlaced',
  {
    readonly holdId: number;
    readonly customerRef: CustomerRef;
    readonly reason: HoldReason;
    /** File number of the court, the authority or the insurer. */
    readonly reference: string | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type LegalHoldReleased = DomainEvent<'LegalHoldReleased', Word>;
export type LegalHoldEvent = LegalHoldPlaced | LegalHoldReleased;

/**
 * Events of one customer, stream `privacy-subject-<customerRef>`: a hold and the start of an erasure each append here, so
 * that of two at the same moment one is refused.
 */
export type SubjectHoldChanged = DomainEvent<
  'SubjectHoldChanged',
  {
    readonly customerRef: CustomerRef;
    readonly holdId: number;
    readonly isHeld: boolean;
    readonly at: Instant;
  }
>;
export type SubjectErasureChanged = DomainEvent<
  'SubjectErasureChanged',
  {
    readonly customerRef: CustomerRef;
    readonly requestId: number;
    readonly stage: 'open' | 'closed' | 'started';
    readonly at: Instant;
  }
>;
export type SubjectEvent = SubjectHoldChanged | SubjectErasureChanged;

/** Events of one export of everything held about a person, stream `privacy-export-<id>`. */
export type PersonExportRequested = DomainEvent<
  'PersonExportRequested',
  {
    readonly exportId: number;
    readonly customerRefs: readonly CustomerRef[];
    readonly language: ReferenceLanguage;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/**
 * A part of the key that the file is encrypted under, one for each customer and kept under that customer's own key: once any
 * of them is erased the file cannot be opened any more, nor can a copy of it in a backup.
 */
export type PersonExportKeyKept = DomainEvent<
  'PersonExportKeyKept',
  { readonly customerRef: CustomerRef; readonly part: string | null; readonly at: Instant }
>;
export type PersonExportCompleted = DomainEvent<
  'PersonExportCompleted',
  {
    readonly blob: BlobRef;
    /** Bytes of the encrypted file. */
    readonly size: number;
    readonly expires: Instant;
    readonly at: Instant;
  }
>;
export type PersonExportFailed = DomainEvent<
  'PersonExportFailed',
  { readonly code: 'erased' | 'broken'; readonly at: Instant }
>;
/** The file was fetched: every reading of a person's data is recorded. */
export type PersonExportRead = DomainEvent<
  'PersonExportRead',
  { readonly format: PersonExportFormat; readonly at: Instant; readonly by: Actor }
>;
/** Its time was up, or the person was erased: the bytes are gone. */
export type PersonExportRemoved = DomainEvent<'PersonExportRemoved', { readonly at: Instant }>;
export type PersonExportEvent =
  | PersonExportRequested
  | PersonExportKeyKept
  | PersonExportCompleted
  | PersonExportFailed
  | PersonExportRead
  | PersonExportRemoved;

export type PrivacyEvent = ErasureEvent | LegalHoldEvent | SubjectEvent | PersonExportEvent | RetentionEvent;

const NOTE = { subject: 'customerRef', fields: ['note'] } as const;

/** Every event has a line; null = nothing personal in it. */
export const PRIVACY_PERSONAL_DATA = {
  ErasureRequested: NOTE,
  ErasureApproved: NOTE,
  ErasureRefused: NOTE,
  ErasureWithdrawn: NOTE,
  ErasureStarted: null,
  ErasureCompleted: null,
  ErasureKept: null,
  LegalHoldPlaced: { subject: 'customerRef', fields: ['reference'] },
  LegalHoldReleased: NOTE,
  SubjectHoldChanged: null,
  SubjectErasureChanged: null,
  PersonExportRequested: null,
  PersonExportKeyKept: { subject: 'customerRef', fields: ['part'] },
  PersonExportCompleted: null,
  PersonExportFailed: null,
  PersonExportRead: null,
  PersonExportRemoved: null,
  RetentionScheduleProposed: null,
  RetentionScheduleApproved: null,
  RetentionScheduleRefused: null,
  RetentionScheduleWithdrawn: null,
  RetentionRunStarted: null,
  RetentionRunApproved: null,
  RetentionRunRefused: null,
  RetentionBatchAsked: null,
  RetentionRunEnded: null,
} as const satisfies Record<PrivacyEvent['type'], object | null>;

export const privacyRequestStream = (id: number): string => `privacy-request-${id}`;
export const legalHoldStream = (id: number): string => `legal-hold-${id}`;
export const privacyExportStream = (id: number): string => `privacy-export-${id}`;
export const privacySubjectStream = (ref: CustomerRef): string => `privacy-subject-${ref}`;
