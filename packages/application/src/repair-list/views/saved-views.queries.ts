import type { SavedView } from '@atelier/contracts/repair-list/views/schema.ts';
import type { ViewList } from '@atelier/domain/repair-list/views/contract.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database.ts';

export const VIEW_COLUMNS = ['id', 'name', 'filters', 'is_default'] as const;

/** A person's views of one list, by name. */
export function listSavedViews(
  db: Kysely<Database>,
  userId: number,
  list: ViewList,
): Promise<readonly SavedView[]> {
  return db
    .selectFrom('saved_views')
    .select(VIEW_COLUMNS)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
