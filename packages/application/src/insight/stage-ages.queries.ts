import type { StageAges } from '@atelier/contracts/insight/flow-schema.ts';
import { stageLimitsOf } from '@atelier/domain/dashboard/buckets.ts';
import { FLOW_STAGES } from '@atelier/domain/insight/factory-stages.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { standingAt } from './figures.queries.ts';
import { ofLine, stagesList, type FlowAsked } from './stays.queries.ts';

/** Pieces of a stage that are named; the count is of all. */
const MOST_PIECES = 200;

interface Row {
  readonly status: number;
  readonly count: number;
  readonly seconds: number[];
  readonly items: number[];
  readonly rmas: number[];
  readonly wip_limit: number | null;
  readonly target_hours: number | null;
}

/** What stands at each stage of a site at the moment, the oldest first, with target and limit. Inside `inScope`. */
export async function stageAges(
  trx: Kysely<Database>,
  asked: FlowAsked,
  stages: Policy['stages'],
): Promise<readonly StageAges[]> {
  const { moment, now, siteId } = asked;
  const at = moment?.asOf ?? now.toISOString();
  const { rows } = await sql<Row>`
    select l.status, coalesce(c.count, 0) as count, coalesce(c.seconds, '{}') as seconds, coalesce(c.items, '{}') as items, coalesce(c.rmas, '{}') as rmas,
           limits.wip_limit, limits.target_hours
      from (select unnest(array[${stagesList}]) as status) l
      left join (
        select s.status, count(*)::integer as count,
               (array_agg(floor(extract(epoch from ${at}::timestamptz - s.entered_at))::bigint order by s.entered_at))[1:${sql.lit(MOST_PIECES)}] as seconds,
               (array_agg(i.rma_id order by s.entered_at))[1:${sql.lit(MOST_PIECES)}] as rmas,
               (array_agg(s.item_id order by s.entered_at))[1:${sql.lit(MOST_PIECES)}] as items
          from stage_stays s join item_row i on i.id = s.item_id
         where s.site = ${siteId} and s.status in (${stagesList}) and ${standingAt(moment, 's')} and ${ofLine(asked, 's')}
         group by 1) c on c.status = l.status
      left join stage_settings limits on limits.status_id = l.status`.execute(trx);
  const byStatus = new Map(rows.map((row) => [row.status, row]));
  return FLOW_STAGES.map((status) => {
    const row = byStatus.get(status);
    const usual = { targetHours: row?.target_hours ?? null, wipLimit: row?.wip_limit ?? null };
    const limits = stageLimitsOf({ status, siteId }, usual, { stages });
    return {
      rma_status_id: status,
      count: row?.count ?? 0,
      wip_limit: limits.wipLimit,
      target_hours: limits.targetHours,
      pieces: (row?.items ?? []).map((item_id, index) => ({
        item_id,
        rma_id: row?.rmas[index] ?? 0,
        seconds: row?.seconds[index] ?? 0,
      })),
    };
  });
}
