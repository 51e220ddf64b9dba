import { type Transaction, sql } from 'kysely';
import { PROJECTIONS } from '../all.ts';
import { foldAll } from '@atelier/event-store/projections/batch.ts';
import type { Projection } from '../../projections/projection.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import type { StreamHistory } from '@atelier/event-store/types.ts';
import { COVERED_TABLES, idIn } from './covered-tables.ts';
import { onScratch, refs, scratch, type Shapes } from './scratch.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Folds whole histories into the scratch tables, with the code that appends and projections use: inline rows at the end
 * of the history, projections as far as their checkpoints were. Throws what a fold throws.
 */
export async function foldInto(
  trx: Transaction<Database>,
  shapes: Shapes,
  histories: readonly StreamHistory[],
  { checkpoints, parked }: Pick<Snapshot, 'checkpoints' | 'parked'>,
  sealing: Sealing,
): Promise<void> {
  await onScratch(trx);
  await foldInline(trx, shapes, histories, sealing);
  for (const projection of PROJECTIONS) {
    const aside = parked.get(projection.name);
    const folded = histories.filter(({ streamId }) => aside?.has(streamId) !== true);
    await foldProjection(trx, projection, folded, checkpoints.get(projection.name) ?? 0);
  }
}

/** The inline rows that these histories have, by table, as they are written. */
export async function inlineRowsOf(
  histories: readonly StreamHistory[],
  sealing: Sealing,
): Promise<ReadonlyMap<string, readonly object[]>> {
  const rows = new Map<string, object[]>();
  for (const { writer } of COVERED_TABLES) {
    if (writer.kind !== 'append') continue;
    for (const { streamId, events, version } of histories) {
      if (idIn(writer.aggregate.prefix, streamId) === undefined) continue;
      const row = writer.aggregate.rowOf(events);
      if (row === undefined) continue;
      const whole = { ...row.values, version, position: events.at(-1)?.position ?? 0 };
      rows.set(row.table, [...(rows.get(row.table) ?? []), whole]);
    }
  }
  const sealed = new Map<string, readonly object[]>();
  for (const [table, list] of rows) sealed.set(table, await sealing.sealRows(table, list));
  return sealed;
}

async function foldInline(
  trx: Transaction<Database>,
  shapes: Shapes,
  histories: readonly StreamHistory[],
  sealing: Sealing,
): Promise<void> {
  for (const [table, rows] of await inlineRowsOf(histories, sealing)) {
    const columns = refs(shapes.get(table)?.columns ?? []);
    await sql`
      insert into ${scratch(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${scratch(table)}, ${JSON.stringify(rows)}::json)`.execute(
      trx,
    );
  }
}

/** In the order of the log, as far as the live rows have come. */
export async function foldProjection(
  trx: Transaction<Database>,
  projection: Projection,
  histories: readonly StreamHistory[],
  checkpoint: number,
): Promise<void> {
  const types = new Set(projection.types);
  const events = histories
    .flatMap((history) => history.events)
    .filter(({ type, position }) => position <= checkpoint && types.has(type))
    .toSorted((a, b) => a.position - b.position);
  await foldAll(trx, projection, events);
}
