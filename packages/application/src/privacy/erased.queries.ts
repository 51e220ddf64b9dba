import { MOST_ERASED } from '@atelier/domain/privacy/contract.ts';
import type { ErasedView } from '@atelier/contracts/privacy/schema.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { type Kysely, sql } from 'kysely';
import { type Database, inScope } from '../platform/database.ts';

/**
 * Covers an end that was written but not committed at the caller's previous request. Receiving an end twice
 * is harmless.
 */
const OVERLAP_MS = 300_000;
const EVER = new Date(0);

type Kind = 'item' | 'rma' | 'customer';

/**
 * Whose person was erased since, or is being erased, of what the scope ever saw; null = ever. Beyond `MOST_ERASED`
 * numbers: everything.
 */
export async function listErased(
  db: Kysely<Database>,
  scope: DataScope,
  since: Date | null,
): Promise<ErasedView> {
  const from = since === null ? EVER : new Date(since.getTime() - OVERLAP_MS);
  const { until, rows } = await inScope(db, scope, async (trx) => {
    // Read before the list: what ends between the two is answered now and once more.
    const clock = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
    const found = await sql<{ kind: Kind; id: number }>`
      select kind, id from erased_since(${from}, ${MOST_ERASED + 1})`.execute(trx);
    return { until: (clock.rows[0]?.now ?? EVER).toISOString(), rows: found.rows };
  });
  if (rows.length > MOST_ERASED) return { until, everything: true, items: [], rmas: [], customers: [] };
  const idsOf = (kind: Kind) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return {
    until,
    everything: false,
    items: idsOf('item'),
    rmas: idsOf('rma'),
    customers: idsOf('customer'),
  };
}
