import type { DomainEvent } from '../../decider.ts';
import type { Actor, Instant } from '../../kernel.ts';
import type { CellChange } from './editable.ts';

/**
 * A file of reference data was taken in, in the transaction that changed the rows. It says what and how much; the
 * rows themselves, and the file's name, may be personal and stay out of the log. Its digest says which file it was.
 */
export type ReferenceImported = DomainEvent<
  'ReferenceImported',
  {
    readonly importId: number;
    readonly set: string;
    readonly rows: number;
    readonly inserted: number;
    readonly updated: number;
    readonly unchanged: number;
    /** SHA-256 of the file's bytes, lower-case hex. */
    readonly digest: string;
    readonly at: Instant;
    /** null: from the command line. */
    readonly by: Actor | null;
  }
>;

/**
 * A person saved one row in the administration, through the checks of an import and in the transaction that changed the row. Of sets that
 * name no persons; cells as the file has them.
 */
export type ReferenceRowSaved = DomainEvent<
  'ReferenceRowSaved',
  {
    readonly set: string;
    readonly key: string;
    readonly isNew: boolean;
    readonly changes: readonly CellChange[];
    readonly reason: string;
    readonly at: Instant;
    readonly by: Actor | null;
  }
>;

/** Every import event has a line; null = nothing personal in it. */
export const REFERENCE_PERSONAL_DATA = { ReferenceImported: null, ReferenceRowSaved: null } as const;
