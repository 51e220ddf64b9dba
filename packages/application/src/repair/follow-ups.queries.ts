import { itemStream } from '@atelier/domain/kernel.ts';
import type { FollowUpView } from '@atelier/domain/repair/decisions-schema.ts';
import type { Kysely } from 'kysely';
import { itemAggregate } from '../aggregates.ts';
import { findNames } from '../audit/people.queries.ts';
import type { Database } from '../database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';

/**
 * The pickup follow-ups of an item, the newest first, straight from its stream. Undefined when the item is not the
 * caller's to see; call inside `inScope`.
 */
export async function findFollowUps(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  itemId: number,
): Promise<FollowUpView[] | undefined> {
  const seen = await trx.selectFrom('item_row').select('id').where('id', '=', itemId).executeTakeFirst();
  if (seen === undefined) return undefined;
  const item = itemAggregate.stateOf((await store.readStream(itemStream(itemId))).events);
  if (item.kind === 'none') return undefined;
  const names = await findNames(
    trx,
    item.remarks.followUps.flatMap(({ by }) => by.userId ?? []),
  );
  const views = item.remarks.followUps.map(({ result, note, at, by }, index) => ({
    index: index + 1,
    result,
    note: note ?? '',
    author: names.users.get(by.userId ?? 0) ?? '',
    created_at: at,
  }));
  return views.toReversed();
}
