import type { CustomerRef, Day, RmaId } from '@atelier/domain/kernel.ts';
import type { KeptBecause } from '@atelier/domain/privacy/contract.ts';
import type { RetainedPiece } from '@atelier/domain/privacy/retention.ts';
import type { RetentionSchedule } from '@atelier/domain/shared/retention.ts';
import { FINAL_STATUSES, Status } from '@atelier/domain/shared/status.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';
import { EVERYTHING } from './customer-facts.queries.ts';

/** On which day the schedule is asked: each site's own today, or one day for all. */
export interface AsOf {
  readonly now: Date;
  readonly day?: Day | undefined;
}

/**
 * When the house last had to do with the owner of a piece `i` at a site `s`: it ended or was collected, a message about it was sent or came from
 * the owner, or
 * a registered customer bought something.
 */
const lastContact = sql<Date>`greatest(
  i.status_entered_at, i.taken_at, i.handed_over_at, i.last_follow_up_at,
  (select max(m.changed_at) from message_row m where m.rma_id = i.rma_id and m.state in ('sent', 'received')),
  (select max(o.ordered_on)::timestamp at time zone s.time_zone from sales_orders o
    where o.customer_id = substring(i.customer_ref from '^customer-([0-9]{1,9})$')::int))`;

/** The rules of `retention.ts` for every customer at once; the decision asks them again for each. */
const JUDGED_COLUMNS = sql`customer_ref, store_id, kept_through::text, ended_on::text, because`;

function judged({ countries, default_months }: RetentionSchedule, { now, day }: AsOf): RawBuilder<unknown> {
  const [codes, months] = [countries.map(({ code }) => code), countries.map((term) => term.months)];
  return sql`
    with piece as (
      select i.customer_ref, i.store_id,
             (${lastContact} at time zone s.time_zone)::date as ended_on,
             coalesce(${day ?? null}::date, (${now}::timestamptz at time zone s.time_zone)::date) as today,
             coalesce(t.months, ${default_months}::int) as months,
             'dispute' = any(i.holds) or i.status <> all(${[...FINAL_STATUSES]}::int[])
               or (i.status <> ${Status.Closed} and i.custody_kind in ('site', 'shipment')) as owed
        from item_row i
        join sites s on s.id = i.store_id
        left join unnest(${codes}::text[], ${months}::int[]) t (code, months) on t.code = s.country
    ), kept as (
      select *, (ended_on + make_interval(months => months))::date as kept_through from piece
    ), customer as (
      select customer_ref, bool_or(owed) as owed, bool_or(today <= kept_through) as in_term,
             max(kept_through) as kept_through, max(ended_on) as ended_on,
             (array_agg(store_id order by kept_through desc, store_id))[1] as store_id
        from kept group by customer_ref
    ), held as (
      select distinct customer_ref from legal_hold_row where released_at is null
    ), requested as (
      select distinct unnest(customer_refs) as customer_ref from privacy_request_row
       where stage in ('requested', 'approved', 'running')
    ), judged as (
      select c.customer_ref, c.store_id, c.kept_through, c.ended_on,
             case when h.customer_ref is not null then 'legal_hold'
                  when c.owed then 'repair_open'
                  when c.in_term then 'term'
                  when r.customer_ref is not null then 'requested' end as because
        from customer c
        left join held h on h.customer_ref = c.customer_ref
        left join requested r on r.customer_ref = c.customer_ref
       where not exists (select from erasures e where e.subject = c.customer_ref)
    )`;
}

/** A customer under a schedule: which site keeps them longest, until when, and what keeps them; null: nothing does. */
export interface JudgedCustomer {
  readonly customer_ref: CustomerRef;
  readonly store_id: number;
  readonly kept_through: Day;
  readonly ended_on: Day;
  readonly because: KeptBecause | null;
}

/** Customers whom nothing keeps, in the order of their references, from one on. */
export async function listOverdue(
  db: Kysely<Database>,
  schedule: RetentionSchedule,
  asOf: AsOf,
  { after, limit }: { readonly after: CustomerRef | null; readonly limit: number },
): Promise<readonly JudgedCustomer[]> {
  const { rows } = await inScope(db, EVERYTHING, (trx) =>
    sql<JudgedCustomer>`${judged(schedule, asOf)}
      select ${JUDGED_COLUMNS} from judged
       where because is null and customer_ref collate "C" > ${after ?? ''}
       order by customer_ref collate "C" limit ${limit}`.execute(trx),
  );
  return rows;
}

/** Customers whose term is over or soon will be and whom something keeps: holds and repairs first, then by the end of the term. */
export async function listKept(
  db: Kysely<Database>,
  schedule: RetentionSchedule,
  asOf: AsOf,
  limit: number,
): Promise<readonly JudgedCustomer[]> {
  const { rows } = await inScope(db, EVERYTHING, (trx) =>
    sql<JudgedCustomer>`${judged(schedule, asOf)}
      select ${JUDGED_COLUMNS} from judged
       where because is not null
       order by (because = 'term'), kept_through, customer_ref collate "C" limit ${limit}`.execute(trx),
  );
  return rows;
}

export interface CountedSite {
  readonly site_id: number;
  readonly name: string;
  readonly country: string;
  readonly because: KeptBecause | null;
  readonly customers: number;
}

/** How many customers are kept by what, and how many by nothing, for each site. */
export async function countJudged(
  db: Kysely<Database>,
  schedule: RetentionSchedule,
  asOf: AsOf,
): Promise<readonly CountedSite[]> {
  const { rows } = await inScope(db, EVERYTHING, (trx) =>
    sql<CountedSite>`${judged(schedule, asOf)}
      select s.id as site_id, s.name, s.country, j.because, count(*)::int as customers
        from judged j join sites s on s.id = j.store_id
       group by s.id, s.name, s.country, j.because
       order by s.country, s.name, s.id`.execute(trx),
  );
  return rows;
}

/** What of a customer the schedule is decided on. */
export interface RetainedFacts {
  readonly rmaIds: readonly RmaId[];
  readonly pieces: readonly RetainedPiece[];
}

/** The pieces of these customers with when and where each ended; no names. */
export async function findRetained(
  db: Kysely<Database>,
  refs: readonly CustomerRef[],
): Promise<ReadonlyMap<CustomerRef, RetainedFacts>> {
  const rows = await inScope(db, EVERYTHING, (trx) =>
    trx
      .selectFrom('rma_row as r')
      .innerJoin('item_row as i', 'i.rma_id', 'r.id')
      .innerJoin('sites as s', 's.id', 'i.store_id')
      .select(['r.customer_ref', 'r.id as rma_id', 'i.id', 'i.status', 'i.custody_kind', 'i.holds'])
      .select(['s.country', 's.time_zone'])
      .select(lastContact.as('ended_at'))
      .where((where) => where('r.customer_ref', '=', where.fn.any(where.val([...refs]))))
      .orderBy('i.id')
      .execute(),
  );
  return new Map(
    refs.map((ref) => {
      const own = rows.filter(({ customer_ref }) => customer_ref === ref);
      const pieces = own.map((row) => ({
        id: row.id,
        status: row.status,
        custody: row.custody_kind,
        holds: row.holds,
        endedAt: row.ended_at.toISOString(),
        country: row.country,
        timeZone: row.time_zone,
      }));
      return [ref, { rmaIds: [...new Set(own.map(({ rma_id }) => rma_id))], pieces }];
    }),
  );
}
