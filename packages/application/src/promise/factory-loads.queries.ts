import { DAY_MS } from '@atelier/domain/kernel.ts';
import { STATUSES, isAtFactory } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

/** How many pieces a factory held when the day (UTC) of a moment began; all of them for a piece that is elsewhere. */
export type LoadOf = (site: number | null, ms: number) => number;

const stages = sql.raw(STATUSES.flatMap(({ id }) => (isAtFactory(id) ? [id] : [])).join(', '));

interface Change {
  readonly site: number;
  readonly day: number;
  readonly count: number;
}

/** The loads of every day between two moments. Inside `inScope`. */
export async function factoryLoads(trx: Kysely<Database>, from: Date, until: Date): Promise<LoadOf> {
  const firstDay = Math.floor(from.getTime() / DAY_MS);
  const { rows } = await sql<Change>`
    with stays as materialized (
      select site, ceil(extract(epoch from true_from) / 86400)::integer as first,
             ceil(extract(epoch from true_until) / 86400)::integer as past
        from stage_stays
       where site is not null and status in (${stages}) and true_from <= ${until}
         and (true_until is null or true_until > ${new Date(firstDay * DAY_MS)}))
    select site, day, sum(count)::integer as count
      from (select site, greatest(first, ${firstDay}::integer) as day, 1 as count from stays
            union all select site, past, -1 from stays where past is not null) changes
     group by 1, 2 order by 2`.execute(trx);
  return loadOfChanges(rows, firstDay, Math.floor(until.getTime() / DAY_MS));
}

function loadOfChanges(changes: readonly Change[], firstDay: number, lastDay: number): LoadOf {
  const loads = new Map<string, number>();
  const now = new Map<number, number>();
  const byDay = Map.groupBy(changes, ({ day }) => day);
  for (let day = firstDay; day <= lastDay; day += 1) {
    for (const { site, count } of byDay.get(day) ?? []) now.set(site, (now.get(site) ?? 0) + count);
    for (const [site, count] of now) loads.set(`${site} ${day}`, count);
    loads.set(
      `all ${day}`,
      [...now.values()].reduce((sum, count) => sum + count, 0),
    );
  }
  return (site, ms) => {
    const key = site !== null && now.has(site) ? site : 'all';
    return loads.get(`${key} ${Math.floor(ms / DAY_MS)}`) ?? 0;
  };
}
