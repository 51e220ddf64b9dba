import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { EventStore } from '../event-store/types.ts';

export interface ProjectionHealth {
  readonly name: string;
  readonly position: number;
  /** Positions behind the horizon; holes count, so it is an upper bound of the events to read. */
  readonly behind: number;
  /** Events set aside because one of their stream could not be folded. */
  readonly parked: number;
  /** When it last moved. */
  readonly movedAt: Date;
}

/** How every projection stands, for health, metrics and the operations screen. */
export async function projectionHealth(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readHorizon'>,
): Promise<readonly ProjectionHealth[]> {
  const [horizon, rows] = await Promise.all([
    store.readHorizon(),
    db.selectFrom('projection_checkpoints').selectAll().orderBy('name').execute(),
  ]);
  return rows.map(({ name, position, parked, updated_at }) => ({
    name,
    position,
    behind: Math.max(0, horizon.position - position),
    parked,
    movedAt: updated_at,
  }));
}
