import type { Moment } from '@atelier/domain/audit/moment.ts';
import { episodesOf, type SiteStay } from '@atelier/domain/insight/simulation/episodes.ts';
import { flowModelStream, type FlowModelFitted } from '@atelier/domain/insight/simulation/events.ts';
import { HISTORY_HOURS } from '@atelier/domain/insight/simulation/fit-flow.ts';
import type { Episode } from '@atelier/domain/insight/simulation/flow-model.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { stagesList } from './stays.queries.ts';

/** The times of pieces at a site, as far back as a model looks. Inside `inScope`. */
export async function flowEpisodes(
  trx: Kysely<Database>,
  siteId: number,
  now: Date,
): Promise<readonly Episode[]> {
  const { rows } = await sql<SiteStay>`
    select s.item_id as piece, s.status as stage, (extract(epoch from s.true_from) / 3600)::float8 as "from",
           (extract(epoch from s.true_until) / 3600)::float8 as until
      from stage_stays s
     where s.site = ${siteId} and s.status in (${stagesList})
       and s.true_from >= ${now}::timestamptz - make_interval(hours => ${HISTORY_HOURS})
     order by s.item_id, s.true_from`.execute(trx);
  return episodesOf(rows);
}

/** The newest model of a site that was known at the moment; null before the first. */
export async function findFlowModel(
  db: Kysely<Database>,
  siteId: number,
  moment: Moment | null = null,
): Promise<FlowModelFitted['data'] | null> {
  const { rows } = await sql<{ data: FlowModelFitted['data'] }>`
    select data from public.events
     where stream_id = ${flowModelStream(siteId)}
       and recorded_at <= least(${moment?.asOf ?? null}::timestamptz, ${moment?.knownAt ?? null}::timestamptz, 'infinity')
     order by version desc limit 1`.execute(db);
  return rows[0]?.data ?? null;
}
