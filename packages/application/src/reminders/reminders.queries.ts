import type { ClosingTerms } from '@atelier/domain/repair/handover.ts';
import type { ReminderTerms } from '@atelier/domain/repair/remarks/reminders.ts';
import type { ItemId } from '@atelier/domain/kernel.ts';
import { sql } from 'kysely';
import { inScope, type AppDb } from '../platform/database.ts';

/** Jobs handle every store's items. */
const EVERY_STORE = { kind: 'all' } as const;

/** Where a page of what is due ended: the next one begins behind it, so that what is passed over is met once. */
export interface DueCursor {
  readonly at: Date;
  readonly id: ItemId;
}

export interface DueItem {
  readonly id: ItemId;
  /** When it was taken, or began to wait. */
  readonly at: Date;
}

export interface DuePage {
  readonly after: DueCursor | undefined;
  readonly limit: number;
}

const behind = (column: 'taken_at' | 'status_entered_at', after: DueCursor | undefined) =>
  after === undefined ? sql`` : sql`and (${sql.ref(column)}, id) > (${after.at}::timestamptz, ${after.id})`;

/**
 * Items that may be closed by the terms of the domain, the longest ago taken first; the command decides again.
 */
export function listClosable(
  db: AppDb,
  { status, takenUntil, keptBy }: ClosingTerms,
  { after, limit }: DuePage,
): Promise<readonly DueItem[]> {
  return inScope(db, EVERY_STORE, async (trx) => {
    const { rows } = await sql<DueItem>`
      select id, taken_at as at from item_row
       where status = ${status} and taken_at <= ${takenUntil}::timestamptz
         and not holds && ${keptBy}::text[] ${behind('taken_at', after)}
       order by taken_at, id limit ${limit}`.execute(trx);
    return rows;
  });
}

/**
 * Items that wait at their own shop, or at the one that the client chose, and have a reminder due that is not noted yet and that no call has answered: the
 * choice of the domain's `decideRemind`, by its terms.
 */
export function listToRemind(
  db: AppDb,
  { status, now, everyMs, arrivedUntil, keptBy }: ReminderTerms,
  { after, limit }: DuePage,
): Promise<readonly DueItem[]> {
  const every = sql`make_interval(secs => ${everyMs / 1000}::double precision)`;
  const number = sql`floor(extract(epoch from ${now}::timestamptz - status_entered_at) * 1000 / ${everyMs}::numeric)`;
  return inScope(db, EVERY_STORE, async (trx) => {
    const { rows } = await sql<DueItem>`
      select id, status_entered_at as at from item_row
       where status = ${status} and status_entered_at <= ${arrivedUntil}::timestamptz
         and custody_kind = 'site' and custody_site in (store_id, collect_shop) and not holds && ${keptBy}::text[]
         and ${number} > reminder_number
         and (last_follow_up_at is null or last_follow_up_at < status_entered_at + ${number}::integer * ${every})
         ${behind('status_entered_at', after)}
       order by status_entered_at, id limit ${limit}`.execute(trx);
    return rows;
  });
}
