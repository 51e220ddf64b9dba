import type {
  ChangeViewBody,
  CreateViewBody,
  SavedView,
} from '@atelier/contracts/repair-list/views/schema.ts';
import { type ViewList, VIEW_PARAMETERS } from '@atelier/domain/repair-list/views/contract.ts';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { VIEW_COLUMNS } from './saved-views.queries.ts';

/** A name is unique per person and list, ignoring case. A longer list of views would be unusable. */
export const MOST_VIEWS = 30;

export type ViewOutcome =
  | { readonly ok: true; readonly view: SavedView }
  | { readonly ok: false; readonly code: 'view_name_taken' | 'too_many_views' | 'not_found' };

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** Keeps filters under a name. The same again, as after a lost answer, answers the view that is there. */
export function createSavedView(
  db: Db,
  userId: number,
  { list, name, filters, is_default: isDefault }: CreateViewBody,
): Promise<ViewOutcome> {
  return db.transaction().execute(async (trx) => {
    await oneAtATime(trx, userId);
    const taken = await viewNamed(trx, userId, list, name);
    if (taken !== undefined) return sameAgain(trx, taken, { userId, list, filters, isDefault });
    if ((await countOf(trx, userId, list)) >= MOST_VIEWS) return { ok: false, code: 'too_many_views' };
    if (isDefault) await withoutDefault(trx, userId, list);
    const view = await trx
      .insertInto('saved_views')
      .values({ user_id: userId, list, name, filters: JSON.stringify(filters), is_default: isDefault })
      .returning(VIEW_COLUMNS)
      .executeTakeFirstOrThrow();
    return { ok: true, view };
  });
}

/** Renames a view, gives it other filters, or makes it the default. What is not named stays. */
export function changeSavedView(
  db: Db,
  userId: number,
  id: number,
  { name, filters, is_default: isDefault }: ChangeViewBody,
): Promise<ViewOutcome> {
  return db.transaction().execute(async (trx) => {
    await oneAtATime(trx, userId);
    const held = await ownView(trx, userId, id);
    if (held === undefined) return { ok: false, code: 'not_found' };
    const taken = name === undefined ? undefined : await viewNamed(trx, userId, held.list, name);
    if (taken !== undefined && taken.id !== id) return { ok: false, code: 'view_name_taken' };
    if (isDefault === true) await withoutDefault(trx, userId, held.list);
    const view = await trx
      .updateTable('saved_views')
      .set({
        ...(name !== undefined && { name }),
        ...(filters !== undefined && { filters: JSON.stringify(filters) }),
        ...(isDefault !== undefined && { is_default: isDefault }),
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .returning(VIEW_COLUMNS)
      .executeTakeFirstOrThrow();
    return { ok: true, view };
  });
}

/** False when the person has no such view. */
export async function deleteSavedView(db: Db, userId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('saved_views')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Two windows of one person wait for each other, so that neither count nor default is seen half changed. */
const oneAtATime = (trx: Trx, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('saved_views', ${userId}))`.execute(trx);

const viewNamed = (trx: Trx, userId: number, list: ViewList, name: string) =>
  trx
    .selectFrom('saved_views')
    .select(VIEW_COLUMNS)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst();

const ownView = (trx: Trx, userId: number, id: number) =>
  trx
    .selectFrom('saved_views')
    .select(['id', 'list'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

interface Again {
  readonly userId: number;
  readonly list: ViewList;
  readonly filters: SavedView['filters'];
  readonly isDefault: boolean;
}

/** The name is taken: by the very same filters, which may become the default now, or by others. */
async function sameAgain(trx: Trx, taken: SavedView, again: Again): Promise<ViewOutcome> {
  const isSame = VIEW_PARAMETERS.every((name) => taken.filters[name] === again.filters[name]);
  if (!isSame) return { ok: false, code: 'view_name_taken' };
  if (again.isDefault && !taken.is_default) {
    await withoutDefault(trx, again.userId, again.list);
    await trx.updateTable('saved_views').set({ is_default: true }).where('id', '=', taken.id).execute();
  }
  return { ok: true, view: { ...taken, is_default: taken.is_default || again.isDefault } };
}

async function countOf(trx: Trx, userId: number, list: ViewList): Promise<number> {
  const { views } = await trx
    .selectFrom('saved_views')
    .select((view) => view.fn.countAll<number>().as('views'))
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow();
  return views;
}

const withoutDefault = (trx: Trx, userId: number, list: ViewList) =>
  trx
    .updateTable('saved_views')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .where('is_default', '=', true)
    .execute();
