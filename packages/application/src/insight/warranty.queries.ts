import type { RepeatsBy } from '@atelier/domain/insight/figures.ts';
import type { WarrantyView } from '@atelier/contracts/insight/schema.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database.ts';
import { figurePieces, type FigureAsked } from './figures.queries.ts';
import { GROUP_KEYS } from './repeats.queries.ts';

/** Of each currency; the rest is in its total. */
const MOST_ROWS = 200;

interface Row {
  readonly is_total: boolean;
  readonly key: string | null;
  readonly name: string | null;
  readonly currency: string;
  readonly count: number;
  readonly amount: number;
  readonly before_count: number | null;
  readonly before_amount: number | null;
}

/**
 * What was agreed at the counter and not charged of pieces in warranty that were deposited in the period, minor units by
 * currency: in all, and by collection, SKU or factory, beside a second period or another place. Inside `inScope`.
 */
export async function warrantyOf(
  trx: Kysely<Database>,
  by: RepeatsBy,
  asked: FigureAsked,
  before: FigureAsked | null,
): Promise<WarrantyView> {
  const { rows } = await sql<Row>`
    with covered as (${coveredPieces(by, asked, before)}), summed as (
      select grouping(key) = 1 as is_total, key, min(name) as name, currency,
             ${sumsOf('', sql`not is_before`)}, ${sumsOf('before_', sql`is_before`)}
      from covered group by grouping sets ((currency), (currency, key))
    ), placed as (
      select *, row_number() over (partition by is_total, currency order by amount desc, before_amount desc, key) as place
        from summed
    )
    select is_total, key, name, currency, count, amount, before_count, before_amount
      from placed where place <= ${MOST_ROWS}
     order by count desc, before_count desc, currency, key`.execute(trx);
  const view = rows.map((row) =>
    before === null ? { ...row, before_count: null, before_amount: null } : row,
  );
  return {
    totals: view.flatMap(({ is_total, key: _, name: __, ...row }) => (is_total ? [row] : [])),
    rows: view.flatMap(({ is_total, ...row }) => (is_total ? [] : [row])),
    unpriced: await unpricedIn(trx, asked),
  };
}

function coveredPieces(by: RepeatsBy, asked: FigureAsked, before: FigureAsked | null): RawBuilder<unknown> {
  const { key, name } = GROUP_KEYS[by];
  const pieces = (of: FigureAsked, isBefore: boolean) => sql`
    select ${key} as key, ${name} as name, f.fee_currency as currency, f.fee_free as amount, ${sql.lit(isBefore)} as is_before
      from piece_facts f left join products p on p.sku = f.sku left join sites s on s.id = f.factory
     where ${figurePieces('warranty', of)}`;
  return before === null
    ? pieces(asked, false)
    : sql`${pieces(asked, false)} union all ${pieces(before, true)}`;
}

const sumsOf = (prefix: '' | 'before_', which: RawBuilder<unknown>) =>
  sql`(count(*) filter (where ${which}))::integer as ${sql.ref(`${prefix}count`)},
      coalesce(sum(amount) filter (where ${which}), 0)::bigint as ${sql.ref(`${prefix}amount`)}`;

/** Pieces in warranty without a fee of which no amount was agreed: what they cost is not known. */
async function unpricedIn(trx: Kysely<Database>, asked: FigureAsked): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::integer as count from piece_facts f where ${figurePieces('warranty_unpriced', asked)}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}
