import type { QualityView } from '@atelier/contracts/insight/flow-schema.ts';
import { JUDGING_STAGES } from '@atelier/domain/insight/factory-stages.ts';
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
    select count(*)::integer as finished, (count(*) filter (where exists (
             select from stage_stays b where b.item_id = done.item_id and b.from_site = ${asked.siteId}
                and b.move in (${BACK}) and ${isMove(asked.moment, 'b')} and b.true_from <= done.done_at)))::integer as reworked
      from (select s.item_id, max(s.true_from) as done_at from stage_stays s where ${doneIn(asked)} group by 1) done`.execute(
    trx,
  );
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
  const { rows } = await sql<PassRow>`
    select s.from_status as status, to_char(date_trunc('week', s.true_from at time zone 'UTC'), 'YYYY-MM-DD') as week,
           (count(*) filter (where s.move not in (${BACK})))::integer as passed, count(*)::integer as judged
      from stage_stays s
     where s.from_site = ${asked.siteId} and s.from_status in (${JUDGING}) and ${isMove(asked.moment, 's')}
       and ${within(asked, 's')} and ${ofLine(asked, 's')}
       and not exists (
         select from stage_stays e where e.item_id = s.item_id and e.from_site = s.from_site
            and e.from_status = s.from_status and ${isMove(asked.moment, 'e')} and e.began_position < s.began_position)
     group by 1, 2 order by 2, 1`.execute(trx);
  return rows;
}
