import type { CommentView } from '@atelier/contracts/repair/schema.ts';
import type { Kysely } from 'kysely';
import { itemInSight, type ItemReader } from '../commands/past-streams.ts';
import type { Database } from '../platform/database.ts';

/**
 * The remarks on an item, oldest first, straight from its stream; 1 store, 2 factory, both when no type is given.
 * Undefined when the item is not the caller's to see; call inside `inScope`.
 */
export async function findComments(
  trx: Kysely<Database>,
  itemId: number,
  type: number | undefined,
  reader: ItemReader,
): Promise<CommentView[] | undefined> {
  const item = await itemInSight(trx, itemId, reader);
  if (item === undefined) return undefined;
  const comments = item.remarks.comments.filter((comment) => type === undefined || comment.type === type);
  const authors = await authorsOf(
    trx,
    comments.flatMap(({ by }) => by.userId ?? []),
  );
  return comments.map((comment, index) => ({
    id: comment.id,
    // Null once the customer is erased: the remark was about them.
    comment: comment.text ?? '',
    comment_type: comment.type,
    email: comment.email ?? '',
    index: index + 1,
    author: authors.get(comment.by.userId ?? 0) ?? '',
    created_at: comment.at,
  }));
}

async function authorsOf(
  trx: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const users = await trx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(users.map((user) => [user.id, user.name]));
}
