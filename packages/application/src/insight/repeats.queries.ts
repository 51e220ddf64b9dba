import type { RepeatsBy } from '@atelier/domain/insight/figures.ts';
import type { RepeatsView } from '@atelier/contracts/insight/schema.ts';
import { repeatPeriod } from '@atelier/domain/insight/periods.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database.ts';
import { cameAgain, figurePieces, type FigureAsked } from './figures.queries.ts';

const MOST_ROWS = 200;

/** By what a figure groups rows `f` of `piece_facts`, beside products `p` and sites `s`. */
export const GROUP_KEYS: Readonly<
  Record<RepeatsBy, { readonly key: RawBuilder<string>; readonly name: RawBuilder<string> }>
> = {
  line: { key: sql`p.collection`, name: sql`p.collection` },
  sku: { key: sql`f.sku`, name: sql`p.name` },
  factory: { key: sql`f.factory::text`, name: sql`s.name` },
};

interface Row {
  readonly is_total: boolean;
  readonly key: string | null;
  readonly name: string | null;
  readonly count: number;
  readonly again: number;
}

/** Of the pieces collected 180 days before the period: how many were deposited again within 180 days. Inside `inScope`. */
export async function repeatsOf(
  trx: Kysely<Database>,
  by: RepeatsBy,
  asked: FigureAsked,
): Promise<RepeatsView> {
  const { key, name } = GROUP_KEYS[by];
  const { rows } = await sql<Row>`
    with handed as (
      select ${key} as key, ${name} as name, ${cameAgain(asked.moment)} as is_again
        from piece_facts f left join products p on p.sku = f.sku left join sites s on s.id = f.factory
       where ${figurePieces('repeats', asked)}
    )
    select grouping(key) = 1 as is_total, key, min(name) as name, count(*)::integer as count,
           (count(*) filter (where is_again))::integer as again
      from handed group by grouping sets ((key), ())
     order by 1 desc, avg(is_again::integer) desc, count(*) desc, key
     limit ${MOST_ROWS + 1}`.execute(trx);
  const total = rows.find(({ is_total }) => is_total);
  return {
    ...repeatPeriod(asked.period),
    count: total?.count ?? 0,
    again: total?.again ?? 0,
    rows: rows.filter(({ is_total }) => !is_total).map(({ is_total: _, ...row }) => row),
  };
}
