import type { Moment } from '@atelier/domain/audit/moment.ts';
import { spanOf, type Period } from '@atelier/domain/insight/periods.ts';
import type { PieceDecisions } from '@atelier/domain/processes/what-if/piece-decisions.ts';
import { priceHistory, type ListedFee } from '@atelier/domain/processes/what-if/price-history.ts';
import type { PriceHistory } from '@atelier/domain/processes/what-if/rule-book.ts';
import type { ChangedFee } from '@atelier/domain/processes/what-if/rules.ts';
import { overdueTerms } from '@atelier/domain/dashboard/buckets.ts';
import { toInstant } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { ReferenceImported, ReferenceRowSaved } from '@atelier/domain/reference/import/events.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database.ts';
import { standingAt, type Place } from './figures.queries.ts';
import { begunBy, endOf } from './stays.queries.ts';

type Db = Kysely<Database>;

/** Whose pieces, when, and as it stood at which moment (null = now). */
export interface DecisionsAsked {
  readonly place: Pick<Place, 'shopId' | 'country'>;
  readonly period: Period;
  readonly moment: Moment | null;
  readonly now: Date;
}

export interface Shop {
  readonly id: number;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
}

export const readShops = (trx: Db): Promise<Shop[]> =>
  trx.selectFrom('sites').select(['id', 'name', 'country', 'currency']).where('kind', '=', 'shop').execute();

/** What every listed fee was, as far back as persons changed them one by one. */
export async function readPrices(trx: Db): Promise<PriceHistory> {
  const fees = await trx
    .selectFrom('repair_fees')
    .select(['sub_reason_id as subReasonId', 'country', 'currency', 'amount'])
    .execute();
  const saved = await referenceEvents<ReferenceRowSaved['data']>(trx, 'reference-row-repair_fees-');
  const imported = await referenceEvents<ReferenceImported['data']>(trx, 'reference-import-');
  const changing = imported.filter(
    ({ set, inserted, updated }) => set === 'repair_fees' && inserted + updated > 0,
  );
  const last =
    changing
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? null;
  return priceHistory(fees satisfies readonly ListedFee[], saved, last);
}

/** By the streams' names, which are few and in order. */
async function referenceEvents<Data>(trx: Db, prefix: string): Promise<Data[]> {
  const end = `${prefix.slice(0, -1)}.`;
  const { rows } = await sql<{ data: Data }>`
    select e.data from public.streams s join public.events e on e.stream_id = s.stream_id
     where s.stream_id >= ${prefix} and s.stream_id < ${end} order by e.position`.execute(trx);
  return rows.map(({ data }) => data);
}

/** A piece with decisions, the oldest first. */
export interface DecidedPiece {
  readonly item_id: number;
  readonly deposited_at: number;
  /** By the clock of its shop. */
  readonly deposit_day: string;
  readonly decisions: PieceDecisions;
}

/** Milliseconds since 1970. */
const msOf = (time: RawBuilder<unknown>) => sql<number>`floor(extract(epoch from ${time}) * 1000)::float8`;

function placed({ shopId, country }: DecisionsAsked['place'], row: string): RawBuilder<boolean> {
  const store = sql.ref(`${row}.store_id`);
  if (shopId !== undefined) return sql`${store} = ${shopId}`;
  if (country !== undefined) return sql`${store} in (select id from sites where country = ${country})`;
  return sql`true`;
}

/** Pieces that may have a decision in the period, as known at the moment. Inside `inScope`. */
export function decidedPieces(trx: Db, asked: DecisionsAsked): AsyncGenerator<readonly DecidedPiece[]> {
  const { from, until } = spanOf(asked.period);
  return fetched<DecidedPiece>(
    trx,
    'decided',
    sql`select d.item_id, ${msOf(sql`d.deposited_at`)} as deposited_at, d.decisions,
           to_char(d.deposited_at at time zone coalesce(s.time_zone, 'UTC'), 'YYYY-MM-DD') as deposit_day
      from rule_decisions d left join sites s on s.id = d.store_id
     where ${standingAt(asked.moment, 'd')} and d.deposited_at < ${until}::timestamptz
       and d.decided_at >= ${from}::timestamptz and ${placed(asked.place, 'd')}`,
  );
}

/** A stay in a status in which a piece turns overdue; times in milliseconds. */
export interface StayFound {
  readonly item_id: number;
  readonly store_id: number;
  readonly deposited_at: number;
  readonly status: StatusId;
  readonly entered_at: number;
  readonly true_from: number;
  readonly ended_at: number;
}

// Whichever limits: the statuses are those of the domain's table.
const OVERDUE = sql.raw(
  overdueTerms(toInstant(0), DEFAULT_POLICY)
    .map(({ status }) => status)
    .join(', '),
);

/** Stays that touch the period and last longer than the shortest limit, the stays of one piece together. Inside `inScope`. */
export function overdueStays(
  trx: Db,
  { place, period, moment, now }: DecisionsAsked,
  shortestMs: number,
): AsyncGenerator<readonly StayFound[]> {
  const { from, until } = spanOf(period);
  const at = moment?.asOf ?? moment?.knownAt ?? now.toISOString();
  const ended = sql`coalesce(${endOf(moment, 's')}, ${at}::timestamptz)`;
  return fetched<StayFound>(
    trx,
    'stays',
    sql`select s.item_id, s.store_id, s.status, ${msOf(sql`s.entered_at`)} as entered_at,
           ${msOf(sql`s.true_from`)} as true_from, ${msOf(ended)} as ended_at, ${msOf(sql`d.deposited_at`)} as deposited_at
      from stage_stays s
      join rule_decisions d on d.item_id = s.item_id and ${standingAt(moment, 'd')}
     where s.status in (${OVERDUE}) and ${begunBy(moment, 's')} and s.true_from < ${until}::timestamptz
       and ${ended} > ${from}::timestamptz
       and ${ended} - s.entered_at > make_interval(secs => ${shortestMs / 1000}) and ${placed(place, 's')}
     order by s.item_id, s.status`,
  );
}

const FETCHED = 4_000;

/** The rows of a query a stretch at a time, from one snapshot. Ends its cursor also where the reader stops. */
async function* fetched<Row>(
  trx: Db,
  name: string,
  query: RawBuilder<unknown>,
): AsyncGenerator<readonly Row[]> {
  const cursor = sql.id(name);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(FETCHED)} from ${cursor}`.execute(trx);
    yield rows;
    if (rows.length < FETCHED) break;
  }
  await sql`close ${cursor}`.execute(trx);
}

/** The first of these that no price list has, as `101 FR`; null where all are listed. */
export async function unlistedFee(trx: Db, fees: readonly ChangedFee[]): Promise<string | null> {
  if (fees.length === 0) return null;
  const rows = await trx.selectFrom('repair_fees').select(['sub_reason_id', 'country']).execute();
  const listed = new Set(rows.map(({ sub_reason_id: id, country }) => `${id} ${country}`));
  return (
    fees.map(({ subReasonId: id, country }) => `${id} ${country}`).find((key) => !listed.has(key)) ?? null
  );
}
