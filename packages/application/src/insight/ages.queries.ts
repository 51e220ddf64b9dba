import type { AgesView } from '@atelier/contracts/insight/schema.ts';
import { AGE_BANDS } from '@atelier/domain/insight/periods.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { ageInDays, figurePieces, type FigureAsked } from './figures.queries.ts';

/** Open pieces by full days since their deposit; with `before` beside it, as at an earlier moment. Inside `inScope`. */
export async function openAges(
  trx: Kysely<Database>,
  asked: FigureAsked,
  before: FigureAsked | null,
): Promise<AgesView> {
  const now = await countBands(trx, asked);
  const then = before === null ? null : await countBands(trx, before);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    now: sum(now),
    before: then === null ? null : sum(then),
    bands: now.map((count, band) => ({
      from_days: band === 0 ? 0 : (AGE_BANDS[band - 1] ?? 0),
      to_days: AGE_BANDS[band] ?? null,
      now: count,
      before: then?.[band] ?? null,
    })),
  };
}

async function countBands(trx: Kysely<Database>, asked: FigureAsked): Promise<readonly number[]> {
  const band = sql`width_bucket(${ageInDays(asked)}::integer, ${sql.val([...AGE_BANDS])}::integer[])`;
  const { rows } = await sql<{ band: number; count: number }>`
    select ${band} as band, count(*)::integer as count from piece_facts f
     where ${figurePieces('open', asked)} group by 1`.execute(trx);
  const counts = new Map(rows.map(({ band: index, count }) => [index, count]));
  return Array.from({ length: AGE_BANDS.length + 1 }, (_, index) => counts.get(index) ?? 0);
}
