import type { PersonExportView } from '@atelier/contracts/privacy/schema.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import type { CustomerRef } from '@atelier/domain/kernel.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { findUserNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import { findCustomerFacts } from './customer-facts.queries.ts';

type Record = Selectable<Database['privacy_export_row']>;

const SHOWN = 50;

/** The newest exports of persons; one of them where an id is given. */
export async function listPersonExports(
  db: Kysely<Database>,
  now: Date,
  id?: number,
): Promise<readonly PersonExportView[]> {
  const all = db.selectFrom('privacy_export_row').selectAll().orderBy('id', 'desc').limit(SHOWN);
  const rows = await (id === undefined ? all : all.where('id', '=', id)).execute();
  const { deposits } = await findCustomerFacts(
    db,
    rows.flatMap(({ customer_refs }) => customer_refs),
  );
  const names = await findUserNames(
    db,
    rows.flatMap(({ requested_by }) => requested_by ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    deposits: deposits
      .filter(({ customerRef }) => row.customer_refs.includes(customerRef))
      .map(({ number }) => number),
    language: REFERENCE_LANGUAGES.find((each) => each === row.language) ?? 'en',
    state: stateOf(row, now),
    requested_at: row.requested_at.toISOString(),
    requested_by: {
      id: row.requested_by,
      name: row.requested_by === null ? '' : (names.get(row.requested_by) ?? ''),
    },
    expires_at: row.expires_at?.toISOString() ?? null,
    size: row.size,
    reads: row.reads,
    read_at: row.read_at?.toISOString() ?? null,
  }));
}

/** A file past its time is gone from that moment on, also before the sweep comes by. */
function stateOf({ state, expires_at }: Record, now: Date): PersonExportView['state'] {
  if (state === 'requested' || state === 'failed') return state;
  return state === 'done' && expires_at !== null && expires_at > now ? 'done' : 'expired';
}

/** Asked for and neither built nor given up. */
export async function listUnbuiltPersonExports(db: Kysely<Database>): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('privacy_export_row')
    .select('id')
    .where('state', '=', 'requested')
    .execute();
  return rows.map(({ id }) => id);
}

/** Built, and past their time. */
export async function listExpiredPersonExports(db: Kysely<Database>, now: Date): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('privacy_export_row')
    .select('id')
    .where('state', '=', 'done')
    .where('expires_at', '<=', now)
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** Exports that hold one of these customers and were not removed yet. */
export async function listPersonExportsOf(
  db: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('privacy_export_row')
    .select('id')
    .where(sql<boolean>`customer_refs && ${sql.val([...refs])}::text[]`)
    .where('state', '<>', 'removed')
    .execute();
  return rows.map(({ id }) => id);
}
