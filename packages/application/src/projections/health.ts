import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';

export interface ProjectionHealth {
  readonly name: string;
  readonly position: number;
  /** Positions behind the horizon; holes count, so it is an upper bound of the events to read. */
  readonly behind: number;
  /** Events set aside because one of their stream could not be decoded or folded. */
  readonly parked: number;
  /** When it last moved. */
  readonly movedAt: Date;
  /** The worker process that leads it; null when none does, and for a policy, which every worker runs. */
  readonly leader: Leader | null;
}

export interface Leader {
  readonly id: number;
  /** Host and process: for who may operate the system, not for everybody. */
  readonly name: string;
}

/** How every projection stands, and every policy with events set aside, for health, metrics and the operations screen. */
export async function projectionHealth(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readHorizon'>,
): Promise<readonly ProjectionHealth[]> {
  const [horizon, rows, policies] = await Promise.all([
    store.readHorizon(),
    db
      .selectFrom('projection_checkpoints as c')
      .leftJoin('projection_runners as r', 'r.id', 'c.leader')
      .select(['c.name', 'c.position', 'c.parked', 'c.updated_at', 'r.id as runner', 'r.name as runner_name'])
      .orderBy('c.name')
      .execute(),
    parkedOfPolicies(db),
  ]);
  const projections = rows.map(({ name, position, parked, updated_at, runner, runner_name }) => ({
    name,
    position,
    behind: Math.max(0, horizon.position - position),
    parked,
    movedAt: updated_at,
    leader: runner === null || runner_name === null ? null : { id: runner, name: runner_name },
  }));
  return [...projections, ...policies];
}

/** A policy is listed while events of it are set aside: `policy:nav`. It goes on with the log, so it is not behind. */
async function parkedOfPolicies(db: Kysely<Database>): Promise<readonly ProjectionHealth[]> {
  const rows = await db
    .selectFrom('policy_parked_events')
    .select(({ fn }) => [
      'policy',
      fn.countAll<number>().as('parked'),
      fn.max('position').as('position'),
      fn.max('parked_at').as('parked_at'),
    ])
    .groupBy('policy')
    .orderBy('policy')
    .execute();
  return rows.map(({ policy, parked, position, parked_at }) => ({
    name: `policy:${policy}`,
    position,
    behind: 0,
    parked,
    movedAt: parked_at,
    leader: null,
  }));
}
