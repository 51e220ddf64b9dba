import { type Transaction, sql } from 'kysely';
import { type Database, queryable, sealingOf } from '../../platform/database.ts';
import { rebuildNames } from '@atelier/event-store/projections/rebuild-state.ts';
import { type CoveredTable, rebuildNameOf } from './covered-tables.ts';

/** Where the log and the projections stood at one moment. */
export interface Snapshot {
  /** Of the streams asked for, those that exist. */
  readonly versions: ReadonlyMap<string, number>;
  /** Up to where each projection has folded the log. */
  readonly checkpoints: ReadonlyMap<string, number>;
  /** Projections that set events of a stream aside: their rows of it are known to be old. */
  readonly parked: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rebuilds under way, by name. */
  readonly rebuilding: ReadonlySet<string>;
  /** Read models that get a new key: rows of two keys stand in them, and cannot be compared. */
  readonly renewing: ReadonlySet<string>;
}

export async function readSnapshot(
  trx: Transaction<Database>,
  streamIds: readonly string[],
): Promise<Snapshot> {
  const { rows: streams } = await sql<{ stream_id: string; version: number }>`
    select stream_id, version from public.streams where stream_id = any(${[...streamIds]}::text[])`.execute(
    trx,
  );
  const db = trx.withSchema('public');
  const checkpoints = await db.selectFrom('projection_checkpoints').select(['name', 'position']).execute();
  const parked = await db
    .selectFrom('parked_events')
    .select(['projection', 'stream_id'])
    .distinct()
    .where((where) => where('stream_id', '=', where.fn.any(where.val([...streamIds]))))
    .execute();
  const byProjection = Map.groupBy(parked, ({ projection }) => projection);
  return {
    versions: new Map(streams.map(({ stream_id, version }) => [stream_id, version])),
    checkpoints: new Map(checkpoints.map(({ name, position }) => [name, position])),
    parked: new Map(
      [...byProjection].map(([name, rows]) => [name, new Set(rows.map(({ stream_id }) => stream_id))]),
    ),
    rebuilding: await rebuildNames(queryable(trx)),
    renewing: (await sealingOf(trx).words()).isWhole ? new Set() : new Set(['search']),
  };
}

/** Whether a stream is not compared in a table, or in any table when none is named. */
export function isSkipped(
  { parked, rebuilding, renewing }: Snapshot,
  streamId: string,
  covered?: CoveredTable,
): boolean {
  if (covered === undefined)
    return rebuilding.size + renewing.size > 0 || [...parked.values()].some((set) => set.has(streamId));
  const name = rebuildNameOf(covered);
  if (rebuilding.has(name) || renewing.has(name)) return true;
  const { writer } = covered;
  return writer.kind === 'projection' && (parked.get(writer.projection.name)?.has(streamId) ?? false);
}
