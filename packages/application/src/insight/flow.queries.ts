import type { FlowView } from '@atelier/contracts/insight/flow-schema.ts';
import { spanOf } from '@atelier/domain/insight/periods.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database.ts';
import { begunBy, endOf, isMove, ofLine, stagesList, within, type FlowAsked } from './stays.queries.ts';
import { secondsBetween } from './weeks.queries.ts';

const DONE = sql.raw(String(Status.RepairDone));

interface DayRow {
  readonly day: string;
  readonly status: number;
  readonly standing: number;
}

/**
 * What came in, went out and stood at each stage of a site, day by day (UTC), with how long finished pieces had been there.
 * Inside `inScope`.
 */
export async function flowOf(trx: Kysely<Database>, asked: FlowAsked): Promise<FlowView> {
  const [standing, done, { arrived, finished, median_seconds }] = [
    await standingByDay(trx, asked),
    await doneByDay(trx, asked),
    await passedThrough(trx, asked),
  ];
  const days = Map.groupBy(standing, ({ day }) => day);
  const last = [...days.values()].at(-1) ?? [];
  return {
    arrived,
    finished,
    median_seconds,
    in_progress: last.reduce((sum, row) => sum + row.standing, 0),
    days: [...days].map(([day, rows]) => ({
      day,
      stages: rows
        .filter((row) => row.standing > 0)
        .map((row) => ({ rma_status_id: row.status, count: row.standing })),
      done: done.get(day) ?? 0,
    })),
  };
}

/** Each day of the period that has begun by the moment, with every stage: what stood there when the day (or the moment) ended. */
async function standingByDay(trx: Kysely<Database>, asked: FlowAsked): Promise<readonly DayRow[]> {
  const { moment, now, siteId, period } = asked;
  const { from, until } = spanOf(period);
  const at = moment?.asOf ?? moment?.knownAt ?? now.toISOString();
  const stays = (ended: RawBuilder<boolean>) => sql`
      select s.status, s.true_from, ${endOf(moment, 's')} as ended
        from stage_stays s
       where s.site = ${siteId} and s.status in (${stagesList}) and ${begunBy(moment, 's')} and ${ofLine(asked, 's')}
         and s.true_from < ${until}::timestamptz and ${ended}`;
  // Two readings of one index, where "or" would be one of the whole table. At a past moment the end of a stay may not be known yet.
  const touching = [sql<boolean>`s.true_until >= ${from}::timestamptz`, sql<boolean>`s.true_until is null`];
  const { rows } = await sql<DayRow>`
    with stays as (${moment === null ? sql.join(touching.map(stays), sql` union all `) : stays(sql`true`)}), changes as (
      select status, greatest(true_from::date, ${period.from}::date) as day, 1 as change from stays
       where ended is null or ended >= ${from}::timestamptz
      union all
      select status, ended::date, -1 from stays
       where ended >= ${from}::timestamptz and ended < ${until}::timestamptz
    ), sums as (select status, day, sum(change) as change from changes group by 1, 2),
    days as (
      select d::date as day from generate_series(${period.from}::date, least(${period.to}::date, (${at}::timestamptz at time zone 'UTC')::date),
        interval '1 day') d
    )
    select to_char(days.day, 'YYYY-MM-DD') as day, stage.status,
           (sum(coalesce(sums.change, 0)) over (partition by stage.status order by days.day))::integer as standing
      from days cross join (select unnest(array[${stagesList}]) as status) stage
      left join sums on sums.day = days.day and sums.status = stage.status
     order by days.day, stage.status`.execute(trx);
  return rows;
}

/** Pieces done per day. */
async function doneByDay(trx: Kysely<Database>, asked: FlowAsked): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ day: string; done: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, done from (
      select (s.true_from at time zone 'UTC')::date as day, count(*)::integer as done
        from stage_stays s where ${doneIn(asked)} group by 1) days`.execute(trx);
  return new Map(rows.map(({ day, done }) => [day, done]));
}

/** Moves to "repair done" at the site in the period. */
export const doneIn = (asked: FlowAsked) => sql<boolean>`
  s.site = ${asked.siteId} and s.status = ${DONE} and s.from_status <> ${DONE}
  and ${isMove(asked.moment, 's')} and ${within(asked, 's')} and ${ofLine(asked, 's')}`;

/** Moves of a piece to the site from elsewhere in the period. */
export const arrivedIn = (asked: FlowAsked) => sql<boolean>`
  s.site = ${asked.siteId} and s.status in (${stagesList}) and s.from_site is distinct from s.site
  and ${isMove(asked.moment, 's')} and ${within(asked, 's')} and ${ofLine(asked, 's')}`;

interface Passed {
  readonly arrived: number;
  readonly finished: number;
  readonly median_seconds: number | null;
}

async function passedThrough(trx: Kysely<Database>, asked: FlowAsked): Promise<Passed> {
  const { rows } = await sql<Passed>`
    with done as (
      select s.item_id, s.began_position, s.true_from as done_at from stage_stays s where ${doneIn(asked)}
    ), came as materialized (
      select a.item_id, a.true_from as came_at from stage_stays a
       where a.site = ${asked.siteId} and a.from_site is distinct from a.site and ${isMove(asked.moment, 'a')}
    ), passed as (
      select done_at, max(came_at) as came_at
        from done left join came on came.item_id = done.item_id and came_at <= done_at
       group by done.item_id, began_position, done_at
    )
    select (select count(*)::integer from stage_stays s where ${arrivedIn(asked)}) as arrived,
           count(*)::integer as finished,
           percentile_disc(0.5) within group (order by ${secondsBetween('came_at', 'done_at')}) as median_seconds
      from passed`.execute(trx);
  return rows[0] ?? { arrived: 0, finished: 0, median_seconds: null };
}
