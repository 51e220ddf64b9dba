import { spanOf } from '@atelier/domain/insight/periods.ts';
import { sql, type RawBuilder } from 'kysely';
import { inOwnShop, inPlace, type FigureAsked } from './figures.queries.ts';

/**
 * Per shop: how often a client wrote in the period, how often that was answered, and the median seconds to the first answer.
 * Several texts before an answer wait for the same one: the first of them counts. An answer after the moment is none yet. Pieces are
 * looked up text by text: joined as a whole, every text would be compared with every piece.
 */
export function textsByShop(asked: FigureAsked): RawBuilder<unknown> {
  const { from, until } = spanOf(asked.period);
  return sql`
    select store_id, count(*)::integer as texts, count(answered_at)::integer as texts_answered,
           percentile_disc(0.5) within group (order by extract(epoch from answered_at - planned_at)::bigint)
             as text_answer_median_seconds
      from (select m.store_id, m.item_ids, m.kind, m.planned_at, lag(m.kind) over thread as before,
                   min(m.planned_at) filter (where m.kind = 'reply') over (thread
                     rows between 1 following and unbounded following) as answered_at
              from message_row m
             where m.kind in ('received', 'reply') and m.rma_id in (${writtenIn(asked)}) and ${knownAt(asked)}
               and ${inOwnShop('m')}
            window thread as (partition by m.rma_id order by m.planned_at, m.id)) texts
     where kind = 'received' and before is distinct from 'received'
       and planned_at >= ${from}::timestamptz and planned_at < ${until}::timestamptz
       and exists (select from unnest(item_ids) written(id) cross join lateral (
             select from piece_facts f where f.item_id = written.id and ${inPlace(asked)} offset 0) piece)
     group by 1`;
}

const writtenIn = (asked: FigureAsked): RawBuilder<unknown> => {
  const { from, until } = spanOf(asked.period);
  return sql`select w.rma_id from message_row w
    where w.kind = 'received' and w.planned_at >= ${from}::timestamptz and w.planned_at < ${until}::timestamptz`;
};

const knownAt = ({ moment }: FigureAsked): RawBuilder<boolean> =>
  sql`m.planned_at <= least(${moment?.asOf ?? null}::timestamptz, ${moment?.knownAt ?? null}::timestamptz, 'infinity')`;
