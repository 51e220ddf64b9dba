import type { DomainEvent, StreamAppend, StreamHistory } from '@atelier/event-store/types.ts';

/** A row of a file as it would be written, and the row of the table that it would change. */
export interface PlannedRow {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly existing: Readonly<Record<string, unknown>> | undefined;
}

/** A column of the file, and what is wrong with its cell. */
export interface RowIssue {
  readonly column: string;
  readonly code: 'unknown_reference' | 'taken' | 'cannot_change';
}

/** What a row becomes where rows are events: the streams to append to, or what is wrong with it. */
export type RowDecision = { readonly streams: readonly StreamAppend[] } | { readonly issue: RowIssue };

/** The stream's name says which events stand in it; type and data belong together as they were written. */
export const eventsOf = <E extends DomainEvent>(history: StreamHistory<E> | undefined): readonly E[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (history?.events ?? []) as readonly unknown[] as readonly E[];
