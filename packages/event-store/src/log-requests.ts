/**
 * A place in the log: everything at or below the position was read, in this epoch. A failover or a restore begins another one, in which
 * the last of what was read may be missing.
 */
export interface LogCursor {
  readonly epoch: string;
  readonly position: number;
}

/** The end of what is final: nothing will ever appear at or below it. */
export type Horizon = LogCursor;

export interface ReadLogRequest {
  /** Exclusive. 0 = from the beginning, in whatever epoch the log is. */
  readonly after: LogCursor | 0;
  readonly limit: number;
  readonly types?: readonly string[];
}

export interface ReadLogPageRequest {
  readonly order: 'newest' | 'oldest';
  /** Exclusive; without it the page begins at that end of the log, the newest at the horizon. */
  readonly beyond?: number | undefined;
  readonly limit: number;
  /** Positions that are read at most: a filter that few events pass costs no more than these. */
  readonly stretch: number;
  /** Regular expression over the streams' names. */
  readonly streams?: string | undefined;
  /** Names of a few streams, in the place of `streams`: the stretch may then be the whole log. */
  readonly only?: readonly string[] | undefined;
  /** ISO 8601: what was recorded later is left out. */
  readonly known?: string | undefined;
  /** ISO 8601, UTC, over `occurredAt`: from inclusive, to exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly actor?: number | undefined;
  readonly worker?: number | undefined;
  /** Where the actor stood. */
  readonly site?: number | undefined;
  /** Events of this stream pass for every writer. */
  readonly own?: string | undefined;
}
