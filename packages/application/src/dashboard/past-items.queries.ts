import type { Moment } from '@atelier/domain/audit/moment.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database.ts';

/** Stands in the place of `item_row`, with the columns that boards, counters and lists ask for. */
type PastItems = RawBuilder<Database['item_row']>;

const ENDLESS = 'infinity';

/** What was open at a moment, of items that the caller could see then and may see now. */
export const openItemsAt = (moment: Moment): PastItems => sql`(select ${STANDING} from ${openAt(moment)})`;

/** The same for lists: with what a deposit says once for all. The past has no marks of scans. */
export const openListAt = (moment: Moment): PastItems => sql`(
  select ${STANDING}, ${DEPOSITED} from ${openAt(moment)} join public.item_row i on i.id = s.item_id)`;

/** The same of every item, met from the newest on: ended ones stand in a list too, and guests in a shop's. */
export const wholeListAt = ({ asOf, knownAt }: Moment, scope: DataScope): PastItems => sql`(
  select ${STANDING}, ${DEPOSITED}
    from public.item_row i
    join lateral (
      select * from item_spans s
       where s.item_id = i.id
         and s.true_from <= ${asOf ?? ENDLESS}::timestamptz and s.known_from <= ${knownAt ?? ENDLESS}::timestamptz
         and (s.true_until is null or s.true_until > ${asOf ?? ENDLESS}::timestamptz
              or s.known_until > ${knownAt ?? ENDLESS}::timestamptz)
       limit 1) s on true
   ${scope.kind === 'store' ? sql`where i.store_id = ${scope.siteId}` : sql``})`;

/** The same with what a shop keeps for others: whom it calls and what it hands over is not its own alone. */
export const openHereAt = ({ asOf, knownAt }: Moment): PastItems => sql`(
  select ${STANDING}, ${DEPOSITED}
    from (select * from ${openAt({ asOf, knownAt })}
          union all select * from guest_items_at(${asOf ?? ENDLESS}::timestamptz, ${knownAt ?? ENDLESS}::timestamptz)) s
    join public.item_row i on i.id = s.item_id)`;

const openAt = ({ asOf, knownAt }: Moment) =>
  sql`open_items_at(${asOf ?? ENDLESS}::timestamptz, ${knownAt ?? ENDLESS}::timestamptz) s`;

const STANDING = sql`s.item_id as id, s.status, s.entered_at as status_entered_at, s.store_id, s.custody_site, s.custody_from,
    s.custody_to, s.collect_shop, s.outcome, s.transfer_to, s.transfer_needed_at, s.to_call, s.call_escalated,
    '{}'::smallint[] as scanned_targets`;

const DEPOSITED = sql`i.rma_id, i.number, i.created_at`;
