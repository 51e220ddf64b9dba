import type { DomainEvent } from '../../decider.ts';
import type { Instant } from '../../kernel.ts';

/**
 * How a row differs from what the log says: it is not there, it should not be there, columns hold something else, it is
 * an older version. `log` = the stream itself does not fit its hash chain: nothing can be rebuilt from it.
 */
export const DIFFERENCE_KINDS = ['missing', 'extra', 'changed', 'outdated', 'log'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Where a difference is. Ids and names of columns only, never what stands in them. */
export interface DifferencePlace {
  /** A table of read models, `streams` for the log itself, `live` for the memory of an API node. */
  readonly table: string;
  /** Columns of the primary key with their values, words of persons left out: `item_id=1042 piece=0`. */
  readonly key: string;
  readonly kind: DifferenceKind;
  /** Columns whose values differ; none where a whole row is missing or too many. */
  readonly columns: readonly string[];
  /** Null for counters, which belong to many streams. */
  readonly streamId: string | null;
  /** Version of the stream the row was compared at, and that event's position; null for counters. */
  readonly version: number | null;
  readonly position: number | null;
}

/** Events of one difference, stream `difference-<id>`. */
export type DifferenceFound = DomainEvent<
  'DifferenceFound',
  DifferencePlace & { readonly differenceId: number; readonly at: Instant }
>;
/** Compared again, it fits: the check wrote the row again, or something else (a rebuild, a person) did. */
export type DifferenceRepaired = DomainEvent<
  'DifferenceRepaired',
  { readonly how: 'rewritten' | 'elsewhere'; readonly at: Instant }
>;
export type DifferenceEvent = DifferenceFound | DifferenceRepaired;

/** Every event has a line; null = nothing personal in it. */
export const DIFFERENCE_PERSONAL_DATA = {
  DifferenceFound: null,
  DifferenceRepaired: null,
} as const satisfies Record<DifferenceEvent['type'], null>;
