import { DAY_MS } from '@atelier/domain/kernel.ts';
import { type Transaction, sql } from 'kysely';
import type { CommandServices } from '../commands/run-command.ts';
import { type Database, inScope, queryable } from '../platform/database.ts';

/** A picture that no item names is kept this long: a draft may wait over a week-end. */
export const UNATTACHED_KEPT_MS = 7 * DAY_MS;
const AT_ONCE = 200;

/**
 * Takes away pictures that were uploaded or last named more than a week before `now` and that no item names, at most 200 a
 * call, with their bytes where no other upload has the same. Answers how many. Any number of processes may call it.
 */
export function sweepUploads(
  { db, blobs }: Pick<CommandServices, 'db' | 'blobs'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - UNATTACHED_KEPT_MS);
  return inScope(db, { kind: 'all' }, async (trx) => {
    await noteAttached(trx, before);
    const hashes = await removeUploads(trx, before);
    await blobs.removeWithin(queryable(trx), hashes);
    return hashes.length;
  });
}

/** What an item names leaves the index of candidates, so that the sweep never walks past what is kept for good. */
async function noteAttached(trx: Transaction<Database>, before: Date): Promise<void> {
  await trx
    .updateTable('image_uploads as u')
    .set({ attached_at: sql`clock_timestamp()` })
    .where('u.attached_at', 'is', null)
    .where('u.made_at', '<', before)
    .where((where) =>
      where.exists(
        where.selectFrom('item_images as n').select('n.item_id').whereRef('n.image_id', '=', 'u.image_id'),
      ),
    )
    .execute();
}

async function removeUploads(trx: Transaction<Database>, before: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ hash: string }>`
    delete from image_uploads where image_id in (
      select image_id from image_uploads
       where attached_at is null and made_at < ${before} and coalesce(named_at, made_at) < ${before}
       order by made_at limit ${AT_ONCE} for update skip locked)
    returning encode(hash, 'hex') as hash`.execute(trx);
  return rows.map((row) => row.hash);
}
