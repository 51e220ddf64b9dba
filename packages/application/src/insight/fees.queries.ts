import type { FeesRow, LossesView } from '@atelier/contracts/insight/schema.ts';
import { FEE_FATES } from '@atelier/domain/insight/fee-fates.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { figurePieces, type FigureAsked } from './figures.queries.ts';

const fates = FEE_FATES.map(
  (fate) => sql`coalesce(sum(fee_quoted) filter (where fee_fate = ${fate}), 0)::bigint as ${sql.ref(fate)}`,
);

/** Fees by currency: named in the period, and agreed but not charged of what was deposited in it. Inside `inScope`. */
export async function feesOf(trx: Kysely<Database>, asked: FigureAsked): Promise<readonly FeesRow[]> {
  const { rows } = await sql<FeesRow>`
    with named as (
      select fee_currency as currency, count(*)::integer as count, sum(fee_quoted)::bigint as quoted, ${sql.join(fates)},
             sum(fee_paid)::bigint as paid
        from piece_facts f where ${figurePieces('fees', asked)} group by 1
    ), unpaid as (
      select fee_currency as currency, sum(fee_free)::bigint as free
        from piece_facts f where ${figurePieces('free', asked)} group by 1
    )
    select currency, coalesce(count, 0) as count, coalesce(free, 0) as free,
           ${sql.join(['quoted', 'paid', ...FEE_FATES].map((column) => sql`coalesce(${sql.ref(column)}, 0) as ${sql.ref(column)}`))}
      from named full join unpaid using (currency) order by count desc, currency`.execute(trx);
  return rows;
}

/** Pieces that are missing now, and losses settled of what was deposited in the period. Inside `inScope`. */
export async function lossesOf(trx: Kysely<Database>, asked: FigureAsked): Promise<LossesView> {
  const { rows } = await sql<{ currency: string | null; count: number; amount: number | null }>`
    select null as currency, count(*)::integer as count, null::bigint as amount
      from piece_facts f where ${figurePieces('missing', asked)}
    union all
    select settled_currency, count(*)::integer, sum(settled)::bigint
      from piece_facts f where ${figurePieces('lost', asked)} group by settled_currency
     order by 1 nulls first`.execute(trx);
  const settled = rows.flatMap(({ currency, amount }) =>
    currency === null || amount === null ? [] : [{ currency, amount }],
  );
  const lost = rows.reduce((sum, { currency, count }) => (currency === null ? sum : sum + count), 0);
  return { missing: rows.find(({ currency }) => currency === null)?.count ?? 0, lost, settled };
}
