import { DAY_MS, HOUR_MS, type ItemId } from '@atelier/domain/kernel.ts';
import type { Policy, StageRule } from '@atelier/domain/policy.ts';
import { isAtFactory, STATUSES } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { inScope, type AppDb, type Database } from '../platform/database.ts';

type Stages = Policy['stages'];

const STAGES: readonly number[] = STATUSES.filter(({ id }) => isAtFactory(id)).map(({ id }) => id);
const FROM_REFERENCE = sql<
  number | null
>`(select usual.target_hours from stage_settings usual where usual.status_id = item_row.status)`;

/** Target hours of the stage and site at which a row of `item_row` stands: as `stageLimitsOf` of the domain. */
export function targetHoursSql(stages: Stages): RawBuilder<number | null> {
  const configured = Object.entries(stages);
  if (configured.length === 0) return FROM_REFERENCE;
  const cases = configured.map(
    ([status, rule]) => sql`when ${sql.lit(Number(status))} then ${hoursOfRule(rule)}`,
  );
  return sql`(case item_row.status ${sql.join(cases, sql` `)} else ${FROM_REFERENCE} end)`;
}

const hours = (value: number | null) => sql`${value === null ? sql`null` : sql.lit(value)}::integer`;

function hoursOfRule({ targetHours, sites }: StageRule): RawBuilder<unknown> {
  const others = Object.entries(sites);
  if (others.length === 0) return hours(targetHours);
  const cases = others.map(([id, at]) => sql`when ${sql.lit(Number(id))} then ${hours(at.targetHours)}`);
  return sql`(case item_row.custody_site ${sql.join(cases, sql` `)} else ${hours(targetHours)} end)`;
}

const passesAt = (stages: Stages) =>
  sql`item_row.stage_clock_from + make_interval(hours => ${targetHoursSql(stages)})`;

/** Past its stage's target at a moment, as screens say it: a piece that waits for others was when its clock stopped. */
export const isPastTarget = (stages: Stages, at: Date): RawBuilder<SqlBool> => sql<SqlBool>`
  (item_row.stage_clock_from is not null
    and coalesce(item_row.stage_paused_since, ${at}::timestamptz) >= ${passesAt(stages)})`;

/** Pieces past their target by stage of a site, now. Inside `inScope`. */
export async function latePieces(
  trx: Kysely<Database>,
  siteId: number,
  stages: Stages,
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ status: number; count: number }>`
    select item_row.status, count(*)::integer as count from item_row
     where item_row.custody_site = ${siteId} and item_row.status = any (${[...STAGES]}::smallint[])
       and ${isPastTarget(stages, now)}
     group by 1`.execute(trx);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** What passed longer ago is history: an import or a lowered target notes nothing. */
const NEWS_MS = DAY_MS;

export interface PassedPiece {
  readonly id: ItemId;
  readonly enteredAt: Date;
  /** Of the reference data. */
  readonly usualHours: number | null;
}

/**
 * Pieces whose clock reached its target within the last day and that have no note of it: a range of the index for each stage,
 * between its longest and its shortest target.
 */
export function listPassed(
  db: AppDb,
  stages: Stages,
  now: Date,
  limit: number,
): Promise<readonly PassedPiece[]> {
  const ranges = STAGES.map((status) => rangeOf(status, stages[status], now));
  return inScope(db, { kind: 'all' }, async (trx) => {
    const { rows } = await sql<PassedPiece>`
      select item_row.id, item_row.status_entered_at as "enteredAt", ${FROM_REFERENCE} as "usualHours" from item_row
       where (${sql.join(ranges, sql` or `)})
         and item_row.stage_clock_from is not null and item_row.stage_paused_since is null and not item_row.stage_target_passed
         and ${passesAt(stages)} <= ${now}::timestamptz
         and ${passesAt(stages)} > ${new Date(now.getTime() - NEWS_MS)}::timestamptz
       order by item_row.stage_clock_from, item_row.id limit ${limit}`.execute(trx);
    return rows;
  });
}

function rangeOf(status: number, rule: StageRule | undefined, now: Date): RawBuilder<SqlBool> {
  const stage = sql`item_row.status = ${sql.lit(status)}`;
  if (rule === undefined) {
    const usual = sql`(select make_interval(hours => target_hours) from stage_settings where status_id = ${sql.lit(status)})`;
    return sql`(${stage} and item_row.stage_clock_from <= ${now}::timestamptz - ${usual}
      and item_row.stage_clock_from > ${new Date(now.getTime() - NEWS_MS)}::timestamptz - ${usual})`;
  }
  const all = [rule, ...Object.values(rule.sites)].flatMap(({ targetHours }) => targetHours ?? []);
  if (all.length === 0) return sql`false`;
  const newest = new Date(now.getTime() - Math.min(...all) * HOUR_MS);
  const oldest = new Date(now.getTime() - Math.max(...all) * HOUR_MS - NEWS_MS);
  return sql`(${stage} and item_row.stage_clock_from between ${oldest}::timestamptz and ${newest}::timestamptz)`;
}
