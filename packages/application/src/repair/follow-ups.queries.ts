import type { FollowUpView } from '@atelier/contracts/repair/decisions-schema.ts';
import type { Kysely } from 'kysely';
import { itemInSight, type ItemReader } from '../commands/past-streams.ts';
import { findNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';

/**
 * The pickup follow-ups of an item, the newest first, straight from its stream. Undefined when the item is not the
 * caller's to see; call inside `inScope`.
 */
export async function findFollowUps(
  trx: Kysely<Database>,
  itemId: number,
  reader: ItemReader,
): Promise<FollowUpView[] | undefined> {
  const item = await itemInSight(trx, itemId, reader);
  if (item === undefined) return undefined;
  const names = await findNames(
    trx,
    item.remarks.followUps.flatMap(({ by }) => by.userId ?? []),
  );
  const views = item.remarks.followUps.map(({ result, note, outcome, comesOn, at, by }, index) => ({
    index: index + 1,
    result,
    note: note ?? '',
    outcome: outcome ?? null,
    comes_on: comesOn ?? null,
    author: names.users.get(by.userId ?? 0) ?? '',
    created_at: at,
  }));
  return views.toReversed();
}
