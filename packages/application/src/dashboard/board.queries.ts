import { stageLimitsOf, type Policy } from '@atelier/domain/policy.ts';
import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { STATUSES } from '@atelier/domain/shared/status.ts';
import { type Kysely, sql, type RawBuilder } from 'kysely';
import type { Moment } from '@atelier/domain/audit/moment.ts';
import { openItemsAt } from './past-items.queries.ts';
import type { Database } from '../platform/database.ts';
import { latePieces } from './stage-targets.queries.ts';
import { findSiteWork, type SiteWork } from './waiting.queries.ts';
import { heldAtKey } from '../projections/scope-key.ts';

export interface StageBoard {
  readonly site: { readonly id: number; readonly name: string };
  readonly columns: BoardColumn[];
  readonly waiting: SiteWork['waiting'];
  /** How far the counters have read. */
  readonly position: number;
}

export interface BoardContext {
  readonly stages: Policy['stages'];
  readonly now: Date;
}

const STAGES: readonly number[] = STATUSES.filter((status) => status.bucket === 'in_factory').map(
  ({ id }) => id,
);

/** Its pieces are held by no site: the counters of what a site holds do not know them. */
const BETWEEN_SITES = 18;

interface ColumnRow {
  readonly status: number;
  readonly total: number;
  readonly oldest: Date | null;
  readonly wip_limit: number | null;
  readonly target_hours: number | null;
  readonly position: number;
}

/**
 * What a site holds, stage by stage in process order, with the oldest piece of each and the stage's limits, and the work
 * that waits at each stage, inside `inScope`. At 18 stand the pieces between this site and another. Undefined when there is no such site, or it is not the caller's to see.
 */
export async function stageBoard(
  trx: Kysely<Database>,
  siteId: number,
  { stages, now }: BoardContext,
): Promise<StageBoard | undefined> {
  const site = await boardSite(trx, siteId);
  if (site === undefined) return undefined;
  const { rows } = await columnRows(siteId).execute(trx);
  const late = await latePieces(trx, siteId, stages, now);
  return boardOf(site, rows, await findSiteWork(trx, siteId), { stages, late });
}

/** The same board at a moment; `stages` are the limits in force then. */
export async function pastStageBoard(
  trx: Kysely<Database>,
  siteId: number,
  moment: Moment,
  stages: Policy['stages'] = {},
): Promise<StageBoard | undefined> {
  const site = await boardSite(trx, siteId);
  if (site === undefined) return undefined;
  const past = openItemsAt(moment);
  const { rows } = await pastColumnRows(siteId, past).execute(trx);
  return boardOf(site, rows, await findSiteWork(trx, siteId, past), { stages, late: null });
}

const boardSite = (trx: Kysely<Database>, siteId: number) =>
  trx
    .selectFrom('sites')
    .select(['id', 'name'])
    .where('id', '=', siteId)
    .where(sql<boolean>`app_scope_key() in (0, ${siteId}::integer)`)
    .executeTakeFirst();

interface Limits {
  readonly stages: Policy['stages'];
  /** Pieces past their target by stage; null at a past moment, whose clocks are in the streams alone. */
  readonly late: ReadonlyMap<number, number> | null;
}

function boardOf(
  site: StageBoard['site'],
  rows: readonly ColumnRow[],
  { waiting, travelling }: SiteWork,
  { stages, late }: Limits,
): StageBoard {
  const standing = rows.map((row) =>
    row.status === BETWEEN_SITES ? { ...row, total: travelling.count, oldest: travelling.oldest } : row,
  );
  const columns = standing.map(({ status, total, oldest, wip_limit, target_hours }) => {
    const usual = { targetHours: target_hours, wipLimit: wip_limit };
    const limits = stageLimitsOf({ status, siteId: site.id }, usual, { stages });
    return {
      rma_status_id: status,
      count: total,
      wip_limit: limits.wipLimit,
      target_hours: limits.targetHours,
      late: late === null ? null : (late.get(status) ?? 0),
      oldest_entered_at: oldest?.toISOString() ?? null,
    };
  });
  return { site, columns, waiting, position: rows[0]?.position ?? 0 };
}

function pastColumnRows(siteId: number, past: RawBuilder<unknown>) {
  return sql<ColumnRow>`
    with item_row as ${past}, held as (
      select status, count(*)::integer as total, min(status_entered_at) as oldest
        from item_row where custody_site = ${siteId} group by status
    )
    select a.status, coalesce(h.total, 0) as total, h.oldest, g.wip_limit, g.target_hours,
           (select coalesce(max(position), 0) from projection_checkpoints where name = 'item_spans') as position
      from unnest(${[...STAGES]}::smallint[]) with ordinality a (status, place)
      left join held h on h.status = a.status
      left join stage_settings g on g.status_id = a.status
     order by a.place`;
}

/** The first non-empty hour bin says where the oldest piece is; only that hour is looked into. */
function columnRows(siteId: number) {
  const stages = [...STAGES];
  return sql<ColumnRow>`
    with bins as (
      select status, sum(total)::integer as total, min(hour) as first_hour from status_counters
       where scope_key = ${heldAtKey(siteId)} and status = any (${stages}::smallint[])
       group by status
    )
    select a.status, coalesce(b.total, 0) as total, g.wip_limit, g.target_hours,
           (select min(c.entered_at) from item_census c
             where c.status = a.status and c.at_site = ${siteId}
               and c.entered_at >= b.first_hour and c.entered_at < b.first_hour + interval '1 hour') as oldest,
           (select coalesce(max(position), 0) from projection_checkpoints where name = 'dashboard') as position
      from unnest(${stages}::smallint[]) with ordinality a (status, place)
      left join bins b on b.status = a.status
      left join stage_settings g on g.status_id = a.status
     order by a.place`;
}
