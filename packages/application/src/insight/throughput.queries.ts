import type { ThroughputView } from '@atelier/contracts/insight/flow-schema.ts';
import { weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import { FLOW_STAGES, forecastWeek } from '@atelier/domain/insight/factory-stages.ts';
import { movedBy, spanOf } from '@atelier/domain/insight/periods.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { doneIn } from './flow.queries.ts';
import { isMove, ofLine, stagesList, within, type FlowAsked } from './stays.queries.ts';
import { mondayOf } from './weeks.queries.ts';

type WorkerSpread = NonNullable<ThroughputView['workers']>[number]['spread'];

/** Below it a middle half would be figures of one or two people whom their colleagues can name. */
const FEWEST_WORKERS = 5;
/** Earlier weeks that a forecast looks at, and as many again for how well it held. */
const HISTORY_WEEKS = 8;

/**
 * How many pieces left each stage of a site forward, by week, and what the running week is likely to finish. Inside `inScope`.
 * @param workerFigures the sites that say how pieces spread over workers
 */
export async function throughputOf(
  trx: Kysely<Database>,
  asked: FlowAsked,
  { workerFigures }: Pick<Policy, 'workerFigures'>,
): Promise<ThroughputView> {
  const { rows } = await sql<{ status: number; week: string; count: number }>`
    select status, to_char(week, 'YYYY-MM-DD') as week, count from (
      select s.from_status as status, ${mondayOf('s.true_from')} as week, count(*)::integer as count
        from stage_stays s where ${leftForward(asked)} group by 1, 2) weeks
     order by week`.execute(trx);
  const all = FLOW_STAGES.map((status) => {
    const weeks = rows.filter((row) => row.status === status);
    return {
      rma_status_id: status,
      count: weeks.reduce((sum, { count }) => sum + count, 0),
      weeks: weeks.map(({ week, count }) => ({ week, count })),
    };
  });
  const stages = all.filter(({ count }) => count > 0);
  const spreads = workerFigures.includes(asked.siteId) ? await workerSpreads(trx, asked) : null;
  const workers = spreads && stages.map(({ rma_status_id: id }) => withSpread(id, spreads.get(id)));
  return { stages, workers, week: await runningWeek(trx, asked) };
}

const withSpread = (status: StatusId, spread: WorkerSpread = null) => ({ rma_status_id: status, spread });

/**
 * By stage: pieces per worker, of the moves that name a worker. A stage with fewer than five workers is no row of the answer,
 * so that its counts leave the database for no log and no mistake of a caller.
 */
async function workerSpreads(
  trx: Kysely<Database>,
  asked: FlowAsked,
): Promise<ReadonlyMap<StatusId, WorkerSpread>> {
  const { rows } = await sql<NonNullable<WorkerSpread> & { status: StatusId }>`
    with moved as (
      select s.from_status as status, count(*)::integer as pieces,
             coalesce(e.metadata -> 'worker' ->> 'id', e.data -> 'by' ->> 'workerId') as worker
        from stage_stays s join events e on e.position = s.began_position
       where ${leftForward(asked)}
       group by 1, 3)
    select status, count(*)::integer as workers, percentile_disc(0.25) within group (order by pieces) as p25,
           percentile_disc(0.5) within group (order by pieces) as median,
           percentile_disc(0.75) within group (order by pieces) as p75
      from moved where worker is not null
     group by 1 having count(*) >= ${FEWEST_WORKERS}`.execute(trx);
  return new Map(rows.map(({ status, ...spread }) => [status, spread]));
}

/** The moves of the period that took a piece on from a stage of the site; the row is `s`. */
const leftForward = (asked: FlowAsked) => sql<boolean>`
  s.from_site = ${asked.siteId} and s.from_status in (${stagesList}) and s.move not in ('rework', 'recall')
  and ${isMove(asked.moment, 's')} and ${within(asked, 's')} and ${ofLine(asked, 's')}`;

/** The week of the moment: done so far, and a forecast from the weeks before it. */
async function runningWeek(trx: Kysely<Database>, asked: FlowAsked): Promise<ThroughputView['week']> {
  const at = asked.moment?.asOf ?? asked.moment?.knownAt ?? asked.now.toISOString();
  const monday = weekStart(at).slice(0, 10);
  const today = Math.floor((Date.parse(at) - Date.parse(monday)) / DAY_MS);
  const weeks = await doneByWeekday(trx, asked, monday);
  const done = weeks.at(-1)?.slice(0, today + 1) ?? [];
  const soFar = done.reduce((sum, count) => sum + count, 0);
  const earlier = weeks.slice(0, -1);
  const replayed = earlier
    .slice(HISTORY_WEEKS)
    .map((week, index) => isHeld(week, today, earlier.slice(index, index + HISTORY_WEEKS)));
  return {
    monday,
    done,
    forecast: forecastWeek(soFar, today, earlier.slice(-HISTORY_WEEKS)),
    held: replayed.filter((held) => held === true).length,
    tried: replayed.filter((held) => held !== null).length,
  };
}

/** Whether a past week ended inside the band that was forecast for it on the same weekday; null where none was. */
function isHeld(
  week: readonly number[],
  today: number,
  before: readonly (readonly number[])[],
): boolean | null {
  const upTo = (days: number) => week.slice(0, days).reduce((sum, count) => sum + count, 0);
  const forecast = forecastWeek(upTo(today + 1), today, before);
  const total = upTo(week.length);
  return forecast === null ? null : total >= forecast.low && total <= forecast.high;
}

/** Done per weekday of the running week and the sixteen before it, oldest first. */
async function doneByWeekday(
  trx: Kysely<Database>,
  asked: FlowAsked,
  monday: string,
): Promise<readonly (readonly number[])[]> {
  const last = movedBy({ from: monday, to: monday }, 6).to;
  const first = movedBy({ from: monday, to: monday }, -7 * 2 * HISTORY_WEEKS).from;
  const period = { from: first, to: last };
  const { rows } = await sql<{ day: number; count: number }>`
    select ((s.true_from at time zone 'UTC')::date - ${first}::date) as day, count(*)::integer as count
      from stage_stays s where ${doneIn({ ...asked, period })} group by 1`.execute(trx);
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  const begins = Date.parse(spanOf(period).from);
  const weeks = Math.round((Date.parse(monday) - begins) / (7 * DAY_MS)) + 1;
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => counts.get(week * 7 + day) ?? 0),
  );
}
