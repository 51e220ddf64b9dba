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

/** Rows of weighings in the period that had begun by the moment; a shop counts what was deposited there alone. */
function weighedIn({ period, moment, siteId, line, goldOnly = false }: WeightsAsked, row: string): Condition {
  const { from, until } = spanOf(period);
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const ofSite: Condition = siteId === undefined ? sql`true` : sql`${column('site')} = ${siteId}`;
  const ofLine: Condition =
    line === undefined
      ? sql`true`
      : sql`${column('sku')} in (select sku from products where collection = ${line})`;
  return sql`${column('weighing')} is not null and ${column('closed_at')} >= ${from}::timestamptz
    and ${column('closed_at')} < ${until}::timestamptz and ${ofSite} and ${ofLine}
    and (${column('is_gold')} or not ${goldOnly}) and ${begunBy(moment, row)}
    and ${column('store_id')} >= (select greatest(- app_scope_key(), 0))
    and ${column('store_id')} <= (select case when app_scope_key() < 0 then - app_scope_key() else 2147483647 end)`;
}

/** The newest row of each interval. */
const intervals = (asked: WeightsAsked, columns = sql`w.*`) => sql`(
  select distinct on (w.item_id, w.weighing) ${columns} from weight_intervals w where ${weighedIn(asked, 'w')}
   order by w.item_id, w.weighing, w.began_position desc) w`;

/**
 * The same with one verdict: few differ, so each is found by its verdict and kept where no newer row says its interval again. To
 * sort all of them first would read every weighing of the period.
 */
const judgedIntervals = (asked: WeightsAsked, verdict: WeightVerdict) => sql`(
  select w.* from weight_intervals w
   where ${weighedIn(asked, 'w')} and w.verdict = ${sql.lit(verdict)}
     and not exists (select from weight_intervals n
                      where n.item_id = w.item_id and n.weighing = w.weighing and n.began_position > w.began_position
                        and ${weighedIn(asked, 'n')})) w`;

const marking = (asked: WeightsAsked, { verdict }: WeightsMark) =>
  verdict === undefined ? intervals(asked) : judgedIntervals(asked, verdict);

const whole = (sum: string): RawBuilder<number> => sql`sum(${sql.ref(sum)})::float8`;
const counted = (condition: Condition): RawBuilder<number> =>
  sql`(count(*) filter (where ${condition}))::integer`;

/** What the sums read: a row's spans would be sorted with it. */
const SUMMED = sql.join(
  [
    'site',
    'place',
    'status',
    'closed_at',
    'in_mg',
    'added_mg',
    'out_mg',
    'scrap_mg',
    'loss_mg',
    'difference_mg',
    'verdict',
    'explanation',
  ].map((column) => sql.ref(`w.${column}`)),
);
const SUMS = [
  'intervals',
  'in_mg',
  'added_mg',
  'out_mg',
  'scrap_mg',
  'loss_mg',
  'difference_mg',
  'beyond',
  'unexplained',
  'unjudged',
];

/** Weights by site, bench and month of the weighing (UTC): every interval stands in one row. Inside `inScope`. */
export async function goldBalance(trx: Kysely<Database>, asked: WeightsAsked): Promise<GoldRow[]> {
  const { rows } = await sql<GoldRow>`
    with sums as (
    select w.site, w.place, w.status, date_trunc('month', w.closed_at) as month, count(*)::integer as intervals,
           ${whole('w.in_mg')} as in_mg, ${whole('w.added_mg')} as added_mg, ${whole('w.out_mg')} as out_mg,
           ${whole('w.scrap_mg')} as scrap_mg, ${whole('w.loss_mg')} as loss_mg,
           ${whole('w.difference_mg')} as difference_mg,
           ${counted(sql`w.verdict = 'beyond'`)} as beyond,
           ${counted(sql`w.verdict = 'beyond' and w.explanation is null`)} as unexplained,
           ${counted(sql`w.verdict = 'unjudged'`)} as unjudged
      from ${intervals(asked, SUMMED)} group by 1, 2, 3, 4
    )
    select w.site as site_id, coalesce(s.name, '') as site, w.place, w.status as rma_status_id,
           to_char(w.month at time zone 'UTC', 'YYYY-MM') as month, ${sql.join(SUMS.map((sum) => sql.ref(`w.${sum}`)))}
      from sums w left join sites s on s.id = w.site
     order by w.site nulls last, w.place, w.status, w.month`.execute(trx);
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
      from ${marking(asked, mark)} join item_row i on i.id = w.item_id left join sites s on s.id = w.site
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
    select count(*)::integer as total from ${marking(asked, mark)} where ${marked(mark)}`.execute(trx);
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
