import type { RawQueryable } from '@atelier/transparency-log/chain/raw-events.ts';
import type { EarlierValues } from '@atelier/transparency-log/proof/prove-values.ts';
import { aggregateOf } from '../../aggregates.ts';

/** The row that a stream's history became: what a changed event held may still stand there. */
export const earlierValuesIn =
  (db: RawQueryable): EarlierValues =>
  async (streamId) => {
    const table = aggregateOf(streamId)?.table;
    const id = Number(/-(\d+)$/.exec(streamId)?.[1]);
    if (table === undefined || !Number.isSafeInteger(id)) return [];
    // An attacker who changed the log may have removed the table, too.
    const found = await db
      .query<{ row: object }>(`select to_jsonb(r) as row from public.${table} r where r.id = $1`, [id])
      .catch(() => undefined);
    return (found?.rows ?? []).map(({ row }) => row);
  };
