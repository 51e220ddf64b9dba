import type { QualityView } from '@atelier/contracts/insight/flow-schema.ts';
import { JUDGING_STAGES } from '@atelier/domain/insight/factory-stages.ts';
import { spanOf } from '@atelier/domain/insight/periods.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { doneIn } from './flow.queries.ts';
import { isMove, ofLine, within, type FlowAsked } from './stays.queries.ts';

const BACK = sql.raw(`'rework', 'recall'`);
const JUDGING = sql.raw(JUDGING_STAGES.join(', '));

/** What was sent back at a site, and what passed QC the first time. Inside `inScope`. */
export async function qualityOf(trx: Kysely<Database>, asked: FlowAsked): Promise<QualityView> {
  const [sentBack, ever, passes] = [
    await arcs(trx, asked),
    await everReworked(trx, asked),
    await firstPasses(trx, asked),
  ];
  return {
    sent_back: [...sentBack],
    ...ever,
    first_pass: JUDGING_STAGES.map((status) => {
      const weeks = passes.filter((row) => row.status === status);
      const sum = (key: 'passed' | 'judged') => weeks.reduce((total, row) => total + row[key], 0);
      return {
        rma_status_id: status,
        passed: sum('passed'),
        judged: sum('judged'),
        weeks: weeks.map(({ week, passed, judged }) => ({ week, passed, judged })),
      };
    }),
  };
}

async function arcs(trx: Kysely<Database>, asked: FlowAsked) {
  const { rows } = await sql<{ from: number; to: number; count: number }>`
    select s.from_status as "from", s.status as "to", count(*)::integer as count
      from stage_stays s
     where s.from_site = ${asked.siteId} and s.move in (${BACK}) and ${isMove(asked.moment, 's')}
       and ${within(asked, 's')} and ${ofLine(asked, 's')}
     group by 1, 2 order by count(*) desc, 1, 2`.execute(trx);
  return rows;
}

async function everReworked(trx: Kysely<Database>, asked: FlowAsked) {
  const { rows } = await sql<{ finished: number; reworked: number }>`
    with done as (select s.item_id, max(s.true_from) as done_at from stage_stays s where ${doneIn(asked)} group by 1),
    back as (
      select b.item_id, min(b.true_from) as first_at from stage_stays b
       where b.from_site = ${asked.siteId} and b.move in (${BACK}) and ${isMove(asked.moment, 'b')} group by 1)
    select count(*)::integer as finished, (count(*) filter (where back.first_at <= done.done_at))::integer as reworked
      from done left join back using (item_id)`.execute(trx);
  return rows[0] ?? { finished: 0, reworked: 0 };
}

interface PassRow {
  readonly status: number;
  readonly week: string;
  readonly passed: number;
  readonly judged: number;
}

/** The first time that a piece left a QC stage of the site, by the week in which it did. */
async function firstPasses(trx: Kysely<Database>, asked: FlowAsked): Promise<readonly PassRow[]> {
  const { from, until } = spanOf(asked.period);
  // What the first leave of each piece and stage was, in one reading: a look for earlier rows took three times as long.
  const { rows } = await sql<PassRow>`
    with first as (
      select s.from_status as status, min(array[s.began_position, (s.move in (${BACK}))::integer,
               (${ofLine(asked, 's')})::integer, floor(date_part('epoch', s.true_from))::bigint]) as leave
        from stage_stays s
       where s.from_site = ${asked.siteId} and s.from_status in (${JUDGING}) and ${isMove(asked.moment, 's')}
       group by s.item_id, s.from_status
    ), weeks as (
      select status, date_trunc('week', to_timestamp(leave[4]), 'UTC') as week,
             (count(*) filter (where leave[2] = 0))::integer as passed, count(*)::integer as judged
        from first
       where leave[3] = 1 and to_timestamp(leave[4]) >= ${from}::timestamptz and to_timestamp(leave[4]) < ${until}::timestamptz
       group by 1, 2
    )
    select status, to_char(week at time zone 'UTC', 'YYYY-MM-DD') as week, passed, judged from weeks
     order by week, status`.execute(trx);
  return rows;
}
