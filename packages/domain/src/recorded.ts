import type { DomainEvent } from './decider.ts';
import type { Instant } from './kernel.ts';

/**
 * What a table that no events make held after a change, in the transaction of the change (decisions/0204). Stream
 * `table-<table>`. Holds no row: `sum` says only whether the rows are those of then.
 */
export type TableRecorded = DomainEvent<
  'TableRecorded',
  {
    readonly table: string;
    /** The columns compared, in the order in which they were summed. */
    readonly columns: readonly string[];
    readonly rows: number;
    /** Sum of all rows (`table-sum.ts`), base64. */
    readonly sum: string;
    readonly at: Instant;
  }
>;

export const CREDENTIAL_KINDS = ['password', 'second_factor', 'badge', 'identity', 'key'] as const;
/** What an account or a worker signs in with. */
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** What an account or a worker signs in with was changed. Stream `credential-<kind>-<id>`. */
export type CredentialRecorded = DomainEvent<
  'CredentialRecorded',
  {
    readonly kind: CredentialKind;
    /** Id of the account; of a badge, of the worker. */
    readonly ownerId: number;
    /** SHA-256 over the rows as they are stored, hex; null when there is none. */
    readonly digest: string | null;
    readonly at: Instant;
  }
>;

/** All tables and credentials of releases before are recorded: from here on one without a record is one that something else wrote. Stream `records-1`. */
export type RecordsBegun = DomainEvent<'RecordsBegun', { readonly at: Instant }>;

export type RecordedEvent = TableRecorded | CredentialRecorded | RecordsBegun;

/** Every event has a line; null = nothing personal in it. */
export const RECORDED_PERSONAL_DATA = {
  TableRecorded: null,
  CredentialRecorded: null,
  RecordsBegun: null,
} as const satisfies Record<RecordedEvent['type'], null>;

export const tableStream = (table: string): string => `table-${table.replaceAll('_', '-')}`;
export const credentialStream = (kind: CredentialKind, ownerId: number): string =>
  `credential-${kind.replaceAll('_', '-')}-${ownerId}`;
export const RECORDS_STREAM = 'records-1';
