import type { StageAges } from '@atelier/contracts/insight/flow-schema.ts';
import { stageLimitsOf, type Policy } from '@atelier/domain/policy.ts';
import { FLOW_STAGES } from '@atelier/domain/insight/factory-stages.ts';
import { clockMs, stageClock } from '@atelier/domain/repair/clock/pauses.ts';
import { sql, type Kysely } from 'kysely';
import { itemsAt, type PastReader } from '../commands/past-streams.ts';
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

export interface StageAgesContext {
  readonly stages: Policy['stages'];
  /** Reads the clocks of a past moment from the streams. */
  readonly store: PastReader['store'];
  readonly scope: PastReader['scope'];
}

/**
 * What stands at each stage of a site at the moment, the longest clock first, with target and limit. Inside `inScope`. Of a past
 * moment, the pieces that had been there longest are named.
 */
export async function stageAges(
  trx: Kysely<Database>,
  asked: FlowAsked,
  { stages, store, scope }: StageAgesContext,
): Promise<readonly StageAges[]> {
  const rows = await standingRows(trx, asked);
  const ages = FLOW_STAGES.map((status) => agesOf(status, rows.get(status), asked.siteId, stages));
  const { moment } = asked;
  return moment === null ? ages : byPastClock(ages, { store, scope, moment }, asked.now);
}

function agesOf(status: number, row: Row | undefined, siteId: number, stages: Policy['stages']): StageAges {
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
}

/** The same with the time that the clocks had counted at the moment, folded from the streams. */
async function byPastClock(
  ages: readonly StageAges[],
  { store, scope, moment }: PastReader,
  now: Date,
): Promise<readonly StageAges[]> {
  const at = moment.asOf ?? now.toISOString();
  const ids = ages.flatMap(({ pieces }) => pieces.map(({ item_id }) => item_id));
  const items = await itemsAt(store, ids, moment, scope);
  const seconds = new Map(
    items.flatMap(({ id, state }) =>
      state.kind === 'item'
        ? [[id, Math.floor(clockMs(stageClock(state.clock.pauses, state.enteredAt), at) / 1000)]]
        : [],
    ),
  );
  return ages.map((stage) => ({
    ...stage,
    pieces: stage.pieces
      .map((piece) => ({ ...piece, seconds: seconds.get(piece.item_id) ?? piece.seconds }))
      .toSorted((a, b) => b.seconds - a.seconds),
  }));
}

async function standingRows(trx: Kysely<Database>, asked: FlowAsked): Promise<ReadonlyMap<number, Row>> {
  const { moment, now, siteId } = asked;
  const at = moment?.asOf ?? now.toISOString();
  const clock =
    moment === null
      ? sql`greatest(interval '0', coalesce(i.stage_paused_since, ${at}::timestamptz) - coalesce(i.stage_clock_from, s.entered_at))`
      : sql`${at}::timestamptz - s.entered_at`;
  const { rows } = await sql<Row>`
    select l.status, coalesce(c.count, 0) as count, coalesce(c.seconds, '{}') as seconds, coalesce(c.items, '{}') as items, coalesce(c.rmas, '{}') as rmas,
           limits.wip_limit, limits.target_hours
      from (select unnest(array[${stagesList}]) as status) l
      left join (
        select s.status, count(*)::integer as count,
               (array_agg(floor(extract(epoch from ${clock}))::bigint order by ${clock} desc, s.item_id))[1:${sql.lit(MOST_PIECES)}] as seconds,
               (array_agg(i.rma_id order by ${clock} desc, s.item_id))[1:${sql.lit(MOST_PIECES)}] as rmas,
               (array_agg(s.item_id order by ${clock} desc, s.item_id))[1:${sql.lit(MOST_PIECES)}] as items
          from stage_stays s join item_row i on i.id = s.item_id
         where s.site = ${siteId} and s.status in (${stagesList}) and ${standingAt(moment, 's')} and ${ofLine(asked, 's')}
         group by 1) c on c.status = l.status
      left join stage_settings limits on limits.status_id = l.status`.execute(trx);
  return new Map(rows.map((row) => [row.status, row]));
}
