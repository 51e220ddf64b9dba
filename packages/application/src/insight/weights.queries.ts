import type { GoldInterval, GoldRow, WEIGHT_PLACES } from '@atelier/contracts/insight/gold-schema.ts';
import type { Moment } from '@atelier/domain/audit/moment.ts';
import { spanOf, type Period } from '@atelier/domain/insight/periods.ts';
import type { CustodySpan, WeightVerdict } from '@atelier/domain/repair/weights/interval.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database.ts';
import { begunBy } from './stays.queries.ts';
import { holdersOf } from '../repair-detail/weight-holders.queries.ts';

/** Which weighings, and as they stood at which moment (null = now). */
export interface WeightsAsked {
  readonly period: Period;
  readonly moment: Moment | null;
  readonly siteId?: number | undefined;
  readonly line?: string | undefined;
  readonly goldOnly?: boolean | undefined;
}

/** What narrows them to one mark. */
export interface WeightsMark {
  readonly verdict?: WeightVerdict | undefined;
  readonly place?: (typeof WEIGHT_PLACES)[number] | undefined;
  readonly status?: number | undefined;
}

type Condition = RawBuilder<boolean>;

/** The newest row of each interval that had begun by the moment; a shop counts what was deposited there alone. */
function intervals({ period, moment, siteId, line, goldOnly = false }: WeightsAsked) {
  const { from, until } = spanOf(period);
  const ofSite: Condition = siteId === undefined ? sql`true` : sql`w.site = ${siteId}`;
  const ofLine: Condition =
    line === undefined ? sql`true` : sql`w.sku in (select sku from products where collection = ${line})`;
  return sql`(
    select distinct on (w.item_id, w.weighing) w.* from weight_intervals w
     where w.weighing is not null and w.closed_at >= ${from}::timestamptz and w.closed_at < ${until}::timestamptz
       and ${ofSite} and ${ofLine} and (w.is_gold or not ${goldOnly}) and ${begunBy(moment, 'w')}
       and ((select app_scope_key()) >= 0 or w.store_id = - (select app_scope_key()))
     order by w.item_id, w.weighing, w.began_position desc) w`;
}

const whole = (sum: string): RawBuilder<number> => sql`sum(${sql.ref(sum)})::float8`;
const counted = (condition: Condition): RawBuilder<number> =>
  sql`(count(*) filter (where ${condition}))::integer`;

/** Weights by site, bench and month of the weighing (UTC): every interval stands in one row. Inside `inScope`. */
export async function goldBalance(trx: Kysely<Database>, asked: WeightsAsked): Promise<GoldRow[]> {
  const { rows } = await sql<GoldRow>`
    select w.site as site_id, coalesce(s.name, '') as site, w.place, w.status as rma_status_id,
           to_char(w.closed_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::integer as intervals,
           ${whole('w.in_mg')} as in_mg, ${whole('w.added_mg')} as added_mg, ${whole('w.out_mg')} as out_mg,
           ${whole('w.scrap_mg')} as scrap_mg, ${whole('w.loss_mg')} as loss_mg,
           ${whole('w.difference_mg')} as difference_mg,
           ${counted(sql`w.verdict = 'beyond'`)} as beyond,
           ${counted(sql`w.verdict = 'beyond' and w.explanation is null`)} as unexplained,
           ${counted(sql`w.verdict = 'unjudged'`)} as unjudged
      from ${intervals(asked)} left join sites s on s.id = w.site
     group by w.site, s.name, w.place, w.status, 5
     order by w.site nulls last, w.place, w.status, 5`.execute(trx);
  return rows;
}

interface ListAsked {
  readonly asked: WeightsAsked;
  readonly mark: WeightsMark;
  readonly page: number;
  readonly pageSize: number;
}
type Row = Omit<GoldInterval, 'spans'> & { readonly spans: readonly CustodySpan[]; readonly total: number };

/** Intervals with their pieces, the largest difference first. Inside `inScope`. */
export async function listIntervals(
  trx: Kysely<Database>,
  { asked, mark, page, pageSize }: ListAsked,
): Promise<{ readonly rows: readonly GoldInterval[]; readonly total: number }> {
  const { rows } = await sql<Row>`
    select w.item_id, i.rma_id, i.number, i.product_name, w.site as site_id, coalesce(s.name, '') as site,
           w.place, w.status as rma_status_id, w.weighing, w.in_mg, w.added_mg, w.out_mg, w.scrap_mg, w.loss_mg,
           w.difference_mg, w.tolerance_mg, w.unweighed_parts, w.verdict, w.explanation, w.spans, ${times},
           (count(*) over ())::integer as total
      from ${intervals(asked)} join item_row i on i.id = w.item_id left join sites s on s.id = w.site
     where ${marked(mark)}
     order by abs(w.difference_mg) desc, w.closed_at desc, w.item_id, w.weighing
     limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(trx);
  const nameOf = await holdersOf(
    trx,
    rows.flatMap(({ spans }) => spans),
  );
  return {
    rows: rows.map(({ total: _, spans, ...row }) => ({ ...row, spans: spans.map(nameOf) })),
    total: rows[0]?.total ?? (page === 1 ? 0 : await totalOf(trx, asked, mark)),
  };
}

async function totalOf(trx: Kysely<Database>, asked: WeightsAsked, mark: WeightsMark): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${intervals(asked)} where ${marked(mark)}`.execute(trx);
  return rows[0]?.total ?? 0;
}

function marked({ verdict, place, status }: WeightsMark): Condition {
  const conditions: Condition[] = [sql`true`];
  if (verdict !== undefined) conditions.push(sql`w.verdict = ${verdict}`);
  if (place !== undefined) conditions.push(sql`w.place = ${place}`);
  if (status !== undefined) conditions.push(sql`w.status = ${status}`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

const times = sql.join(
  ['opened_at', 'closed_at'].map(
    (column) =>
      sql`to_char(${sql.ref(`w.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(column)}`,
  ),
);
