import { Status } from '@atelier/domain/shared/status.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { findItemRecords, type ItemRecord } from './item-record.queries.ts';

export interface PeriodAsked {
  /** Days of the caller's own site, both included; of UTC without a site. Without `to` until today, without `from` thirty days. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Says which day is today. */
  readonly now: Date;
  readonly limit: number;
}

export interface Movement {
  readonly total: number;
  readonly records: readonly ItemRecord[];
}

export interface Period {
  readonly from: string;
  readonly to: string;
  readonly created: Movement;
  readonly cancelled: Movement;
  readonly closed: Movement;
}

/** How many days a period has that names no beginning. */
const DAYS = 30;

interface Moments {
  readonly from: string;
  readonly to: string;
  readonly since: Date;
  readonly until: Date;
}

/** Items of the store that were created, cancelled and closed in a period, newest first. Call inside `inScope`. */
export async function findPeriod(
  trx: Transaction<Database>,
  scope: DataScope,
  asked: PeriodAsked,
): Promise<Period> {
  const { from, to, ...moments } = await momentsOf(trx, scope, asked);
  const store = scope.kind === 'store' ? scope.siteId : undefined;
  const entered = (status: typeof Status.Cancelled | typeof Status.Closed) =>
    between(trx, store, 'status_entered_at', moments).where('status', '=', status);
  return {
    from,
    to,
    created: await movement(trx, between(trx, store, 'created_at', moments), asked.limit),
    cancelled: await movement(trx, entered(Status.Cancelled), asked.limit),
    closed: await movement(trx, entered(Status.Closed), asked.limit),
  };
}

/** From midnight to midnight at the caller's site. */
async function momentsOf(
  trx: Kysely<Database>,
  scope: DataScope,
  { from, to, now }: PeriodAsked,
): Promise<Moments> {
  const site = 'siteId' in scope ? scope.siteId : 0;
  const { rows } = await sql<Moments>`
    with zone as (select coalesce((select time_zone from sites where id = ${site}), 'UTC') as name),
         last as (select coalesce(${to ?? null}::date, greatest(${from ?? null}::date, (${now}::timestamptz at time zone name)::date)) as day from zone),
         days as (select coalesce(${from ?? null}::date, day - ${DAYS - 1}::int) as first, day as last from last)
    select first::text as from, last::text as to,
           first::timestamp at time zone name as since, (last + 1)::timestamp at time zone name as until
      from days, zone`.execute(trx);
  const [moments] = rows;
  if (moments === undefined) throw new Error('a zone without a row');
  return moments;
}

/** A shop's own items: a piece of another store that lies here is that store's business. */
function between(
  trx: Kysely<Database>,
  store: number | undefined,
  column: 'created_at' | 'status_entered_at',
  { since, until }: Pick<Moments, 'since' | 'until'>,
) {
  return trx
    .selectFrom('item_row')
    .where(column, '>=', since)
    .where(column, '<', until)
    .$if(store !== undefined, (query) => query.where('store_id', '=', store ?? 0));
}

type Rows = ReturnType<typeof between>;

async function movement(trx: Kysely<Database>, rows: Rows, limit: number): Promise<Movement> {
  const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const ids = await rows.select('id').orderBy('id', 'desc').limit(limit).execute();
  return {
    total,
    records: await findItemRecords(
      trx,
      ids.map(({ id }) => id),
    ),
  };
}
