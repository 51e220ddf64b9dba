import { unusualReviewStream } from '@atelier/domain/audit/review/events.ts';
import type { UnusualEntry } from '@atelier/contracts/audit/feed-schema.ts';
import type { MomentQuery } from '@atelier/contracts/contract/moment-schema.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { unusualReviewAggregate } from '../../aggregates.ts';
import type { Database } from '../../platform/database.ts';
import { findUserNames } from '../../shared/people.queries.ts';

/** The reviews of the events at these positions, at a past moment as they stood then; one never reviewed has none. Inside `inScope`. */
export async function findReviews(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
  positions: readonly number[],
  moment: MomentQuery = {},
): Promise<ReadonlyMap<number, NonNullable<UnusualEntry['review']>>> {
  if (positions.length === 0) return new Map();
  const rows = await trx.selectFrom('unusual_review_row').select('id').where('id', 'in', positions).execute();
  const histories = await store.readStreams(rows.map(({ id }) => unusualReviewStream(id)));
  const reviews = rows.flatMap(({ id }) => {
    const events =
      histories.get(unusualReviewStream(id))?.events.filter((event) => isThere(event, moment)) ?? [];
    const review = unusualReviewAggregate.stateOf(events);
    return review.kind === 'none' ? [] : [{ ...review, version: events.length }];
  });
  const names = await findUserNames(
    trx,
    reviews.flatMap(({ by }) => by.userId ?? []),
  );
  return new Map(
    reviews.map(({ eventPosition, state, note, by, at, version }) => [
      eventPosition,
      { state, note, by: names.get(by.userId ?? 0) ?? '', at, version },
    ]),
  );
}

/** A review is true from when it was said. */
const isThere = ({ recordedAt, data }: StoredEvent, { as_of: asOf, known_at: known }: MomentQuery): boolean =>
  (known === undefined || Date.parse(recordedAt) <= Date.parse(known)) &&
  (asOf === undefined || ('at' in data && Date.parse(String(data.at)) <= Date.parse(asOf)));
