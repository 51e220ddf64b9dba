import { withTimeout } from '@atelier/postgres/with-timeout.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost } from '../platform/connection-lost.ts';
import { inScope, type Database } from '../platform/database.ts';

/** What a list must show beside everything that the primary showed when it was asked for. */
export interface Asked {
  /** `min_position` of the request. */
  readonly position?: number | undefined;
  /** Asynchronous projections that must have passed it. */
  readonly projections?: readonly string[];
}

/** Reads in one transaction and scope. `work` reads only: it may run a second time, on another server. */
export type ReadList = <T>(
  scope: DataScope,
  asked: Asked,
  work: (trx: Transaction<Database>) => Promise<T>,
) => Promise<T>;

export interface Replica {
  readonly db: Kysely<Database>;
  /** Called when lists go to the primary from now on, with the reason: it is away, or too far behind. */
  readonly onLeftOut: (reason: unknown) => void;
  readonly onBack: () => void;
}

/** How far the primary is: which log it is, and up to where that lies on its disk. Whatever it shows lies there. */
interface Mark {
  readonly epoch: string;
  readonly flushed: string;
}

/** How long a list waits for the replica to show what the primary shows; then the primary is asked. */
const FOLLOWS_WITHIN_MS = 100;
const PAUSE_MS = 10;
/** Longer than any list takes; a replica whose network is cut says nothing at all. */
const ANSWERS_WITHIN_MS = 5_000;
/** A replica that failed is asked again after so long. */
const RESTS_MS = 2_000;

/**
 * How lists are read: from the replica while it is there and shows at least what the primary showed when the list was
 * asked for; from the primary otherwise. So a list is never older than it would be without a replica, whatever the screen knows already.
 */
export function listReader(primary: Kysely<Database>, replica?: Replica): ReadList {
  if (replica === undefined) return (scope, _asked, work) => inScope(primary, scope, work);
  let restsUntil = 0;
  let isLeftOut = false;
  const leaveOut = (reason: unknown): void => {
    restsUntil = performance.now() + RESTS_MS;
    if (!isLeftOut) replica.onLeftOut(reason);
    isLeftOut = true;
  };
  const isUsable = async (mark: Mark, asked: Asked): Promise<boolean> => {
    try {
      const { follows, shows } = await answered(waitForReplica(replica.db, mark, asked));
      if (follows && shows) return true;
      // What was asked for may be late on the primary too: that says nothing about the replica.
      if (!follows) leaveOut(new Error('behind the primary'));
    } catch (error) {
      leaveOut(error);
    }
    return false;
  };
  return async (scope, asked, work) => {
    if (performance.now() < restsUntil) return inScope(primary, scope, work);
    const mark = await readMark(primary);
    if (!(await isUsable(mark, asked))) return inScope(primary, scope, work);
    try {
      const list = await answered(inScope(replica.db, scope, work));
      if (isLeftOut) replica.onBack();
      isLeftOut = false;
      return list;
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      leaveOut(error);
      return inScope(primary, scope, work);
    }
  };
}

async function readMark(primary: Kysely<Database>): Promise<Mark> {
  const { rows } = await sql<Mark>`
    select epoch, pg_current_wal_flush_lsn()::text as flushed from log_horizon`.execute(primary);
  if (rows[0] === undefined) throw new Error('the log has no horizon: run the migrations');
  return rows[0];
}

interface ReplicaState {
  /** It is of the same log, and has all that the primary showed. */
  readonly follows: boolean;
  /** It has what was asked for beyond that. */
  readonly shows: boolean;
}

async function waitForReplica(db: Kysely<Database>, mark: Mark, asked: Asked): Promise<ReplicaState> {
  const until = performance.now() + FOLLOWS_WITHIN_MS;
  for (;;) {
    const state = await readReplicaState(db, mark, asked);
    if ((state.follows && state.shows) || performance.now() > until) return state;
    await sleep(PAUSE_MS);
  }
}

/**
 * Of another epoch is a server of another log, or one that was restored. The horizon itself is no measure: its moves wait for no
 * disk, so that they arrive up to half a second after the events.
 */
async function readReplicaState(
  db: Kysely<Database>,
  { epoch, flushed }: Mark,
  { position, projections = [] }: Asked,
): Promise<ReplicaState> {
  const names = position === undefined ? [] : projections;
  const { rows } = await sql<ReplicaState>`
    select h.epoch = ${epoch}
             and case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end >= ${flushed}::pg_lsn
             as follows,
           not exists (select from unnest(${names}::text[]) n (name) where not exists (
             select from projection_checkpoints c where c.name = n.name and c.position >= ${position ?? 0}::bigint)) as shows
      from log_horizon h`.execute(db);
  return rows[0] ?? { follows: false, shows: false };
}

class ReplicaSilent extends Error {
  override readonly name = 'ReplicaSilent';
}

const answered = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, ANSWERS_WITHIN_MS, () => new ReplicaSilent(`no answer within ${ANSWERS_WITHIN_MS} ms`));

/** Replaying the log may end a query on a replica: PostgreSQL says so with its code for conflicts (40001). */
function isOfReplica(error: unknown): boolean {
  if (error instanceof ReplicaSilent || isConnectionLost(error)) return true;
  return error instanceof Error && 'code' in error && error.code === '40001';
}
