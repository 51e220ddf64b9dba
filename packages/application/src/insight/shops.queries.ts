import type { ShopFigures } from '@atelier/contracts/insight/schema.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { figurePieces, isOtherPlace, type FigureAsked } from './figures.queries.ts';
import { textsByShop } from './texts.queries.ts';
import { promiseColumns, promiseOf, spreadOf } from './turnaround.queries.ts';
import { secondsBetween } from './weeks.queries.ts';

/**
 * A row per shop that deposited, finished or answered anything in the period, the fastest first. Inside `inScope`.
 * Beside each stands its own median of the second period, or that of the other place as a whole.
 */
export async function shopFigures(
  trx: Kysely<Database>,
  asked: FigureAsked,
  before: FigureAsked | null,
): Promise<readonly ShopFigures[]> {
  const isElsewhere = before !== null && isOtherPlace(asked, before);
  const took = (of: FigureAsked) => sql`
    select store_id, ${spreadOf}, ${promiseOf}
      from (select f.store_id, ${secondsBetween('f.deposited_at', 'f.ready_at')} as seconds, ${promiseColumns}
              from piece_facts f where ${figurePieces('ready', of)}) taken group by 1`;
  const { rows } = await sql<ShopFigures>`
    with took as (${took(asked)}), took_before as (${isElsewhere ? medianOf(before) : took(before ?? asked)}), brought as (
      select store_id, count(*)::integer as deposited, (count(*) filter (where not in_warranty))::integer as without_warranty,
             count(wrong_reason)::integer as judged, (count(*) filter (where wrong_reason))::integer as wrong_reason
        from piece_facts f where ${figurePieces('deposited', asked)} group by 1
    ), answered as (
      select store_id, count(*)::integer as answers,
             percentile_disc(0.5) within group (
               order by ${secondsBetween('f.waiver_asked_at', 'f.waiver_decided_at')}) as answer_median_seconds
        from piece_facts f where ${figurePieces('answers', asked)} group by 1
    ), wrote as (${textsByShop(asked)})
    select s.id as shop_id, s.name, s.country, coalesce(took.count, 0) as count, took.median_seconds, took.p90_seconds,
           coalesce(took.told, 0) as told, coalesce(took.kept, 0) as kept,
           ${before === null ? sql`null::bigint` : sql`took_before.median_seconds`} as before_median_seconds,
           coalesce(deposited, 0) as deposited, coalesce(without_warranty, 0) as without_warranty,
           coalesce(judged, 0) as judged, coalesce(wrong_reason, 0) as wrong_reason,
           coalesce(answers, 0) as answers, answer_median_seconds,
           coalesce(texts, 0) as texts, coalesce(texts_answered, 0) as texts_answered, text_answer_median_seconds
      from (select store_id from took union select store_id from brought union select store_id from answered
            union select store_id from wrote) seen
      join sites s on s.id = seen.store_id
      left join took using (store_id)
      left join took_before ${isElsewhere ? sql`on true` : sql`using (store_id)`}
      left join brought using (store_id) left join answered using (store_id)
      left join wrote using (store_id)
     order by took.median_seconds nulls last, took.p90_seconds, s.name`.execute(trx);
  return rows;
}

const medianOf = (place: FigureAsked) => sql`
  select percentile_disc(0.5) within group (
           order by ${secondsBetween('f.deposited_at', 'f.ready_at')}) as median_seconds
    from piece_facts f where ${figurePieces('ready', place)}`;
