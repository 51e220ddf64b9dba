import { type Transaction, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { StreamHistory } from '@atelier/event-store/types.ts';
import type { Projection } from '../../projections/projection.ts';
import type { CheckTools } from './compare-streams.ts';
import { type CoveredTable, COVERED_TABLES, rebuildNameOf, rowsOfStreams } from './covered-tables.ts';
import { foldProjection, inlineRowsOf } from './fold-streams.ts';
import { live, onScratch, refs, scratch } from './scratch.ts';
import { readSnapshot } from './snapshot.ts';

/** Something moved while the row was written: nothing was changed, a later round tries again. */
export class RepairPostponed extends Error {
  readonly code = 'repair_postponed';
  override name = 'RepairPostponed';
}

/** For so long a key that was just destroyed may still be remembered, with margin (`subject-keys.ts`: one second). */
const ERASED_WITHIN = '5 seconds';

/**
 * Writes all rows of these streams in one table again from the log, together: rows whose values were exchanged stand in
 * each other's way one by one. Throws `RepairPostponed`, and whatever the database says, with nothing changed.
 */
export async function repairRows(
  tools: CheckTools,
  table: string,
  streamIds: readonly string[],
): Promise<void> {
  const covered = COVERED_TABLES.find((each) => each.table === table);
  if (covered === undefined) throw new RangeError(`${table} is no table that is compared`);
  const { writer } = covered;
  await tools.session.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '1s'`.execute(trx);
    if (writer.kind === 'append') await repairInline(tools, trx, covered, streamIds);
    else await repairProjected(tools, trx, covered, writer.projection, streamIds);
    await refuseFreshErasures(trx);
  });
}

/** A person erased a moment ago must not come back from a key that was still remembered. */
async function refuseFreshErasures(trx: Transaction<Database>): Promise<void> {
  const { rows } = await sql`
    select from public.subject_keys
     where erased_at > clock_timestamp() - ${ERASED_WITHIN}::interval limit 1`.execute(trx);
  if (rows.length > 0) throw new RepairPostponed('somebody was erased a moment ago');
}

/**
 * An append writes the stream's version first and its row then. So a row that is deleted and written here, with
 * the version seen unchanged after that, can only be followed by newer ones.
 */
async function repairInline(
  { store }: CheckTools,
  trx: Transaction<Database>,
  covered: CoveredTable,
  streamIds: readonly string[],
): Promise<void> {
  const histories = [...(await store.readStreams(streamIds)).values()];
  const rows = (await inlineRowsOf(histories, store.sealing)).get(covered.table) ?? [];
  await clearLive(trx, covered, streamIds, rows.length);
  await sql`select public.write_inline_rows(${covered.table}, ${JSON.stringify(rows)}::jsonb)`.execute(trx);
  const { versions, rebuilding } = await readSnapshot(trx, streamIds);
  if (rebuilding.has(covered.table)) throw new RepairPostponed(`${covered.table} is being rebuilt`);
  const isMoved = ({ streamId, version }: StreamHistory) => (versions.get(streamId) ?? 0) !== version;
  if (histories.some(isMoved)) throw new RepairPostponed('a stream was written to meanwhile');
}

/** A row that others refer to (an account with a single sign-on) cannot go: it is made the oldest, and overwritten. */
async function clearLive(
  trx: Transaction<Database>,
  covered: CoveredTable,
  streamIds: readonly string[],
  coming: number,
): Promise<void> {
  await sql`savepoint clear_live`.execute(trx);
  try {
    await deleteLive(trx, covered, streamIds);
  } catch (error) {
    const isReferredTo = error instanceof Error && 'code' in error && error.code === '23503';
    if (!isReferredTo || coming < streamIds.length) throw error;
    await sql`rollback to savepoint clear_live`.execute(trx);
    const rows = rowsOfStreams(covered, streamIds);
    await sql`update ${live(covered.table)} t set version = 0 where ${rows}`.execute(trx);
  }
}

/** The projection waits for its checkpoint meanwhile; what it has folded is read after that, so nothing is missing. */
async function repairProjected(
  { store, shapes }: CheckTools,
  trx: Transaction<Database>,
  covered: CoveredTable,
  projection: Projection,
  streamIds: readonly string[],
): Promise<void> {
  await sql`select from public.projection_checkpoints where name = ${projection.name} for update`.execute(
    trx,
  );
  const { checkpoints, parked, rebuilding } = await readSnapshot(trx, streamIds);
  if (rebuilding.has(rebuildNameOf(covered)))
    throw new RepairPostponed(`${projection.name} is being rebuilt`);
  if (parked.has(projection.name)) throw new RepairPostponed('events of the stream are set aside');
  const histories = [...(await store.readStreams(streamIds)).values()];
  await onScratch(trx);
  await foldProjection(trx, projection, histories, checkpoints.get(projection.name) ?? 0);
  await deleteLive(trx, covered, streamIds);
  const columns = refs(shapes.get(covered.table)?.columns ?? []);
  await sql`
    insert into ${live(covered.table)} (${columns}) select ${columns} from ${scratch(covered.table)}`.execute(
    trx,
  );
}

async function deleteLive(
  trx: Transaction<Database>,
  covered: CoveredTable,
  streamIds: readonly string[],
): Promise<void> {
  const rows = rowsOfStreams(covered, streamIds);
  if (rows !== undefined) await sql`delete from ${live(covered.table)} t where ${rows}`.execute(trx);
}
