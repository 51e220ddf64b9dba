import type { Day, RmaId, SiteId } from '@atelier/domain/kernel.ts';
import {
  pickupsPerSlotOf,
  slotKey,
  type PickupTime,
  type TakenSlots,
} from '@atelier/domain/repair/collection/slots.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely } from 'kysely';
import type { CommandServices } from '../commands/run-command.ts';
import { inScope, type Database } from '../platform/database.ts';
import { inTurn } from '../platform/in-turn.ts';

/** How many clients have booked each time of a shop from a day on, a deposit being one client; without those of `exceptRma`. */
export async function findTakenSlots(
  trx: Kysely<Database>,
  siteId: SiteId,
  from: Day,
  exceptRma: RmaId,
): Promise<TakenSlots> {
  const { rows } = await sql<{ day: string; start: string; clients: number }>`
    select pickup_day::text as day, pickup_from as start, count(distinct rma_id)::integer as clients from item_row
     where pickup_day >= ${from}::date and custody_site = ${siteId} and custody_kind = 'site'
       and status = ${Status.ShopReceived} and rma_id <> ${exceptRma}
     group by pickup_day, pickup_from`.execute(trx);
  return new Map(rows.map(({ day, start, clients }) => [slotKey(day, start), clients]));
}

type Services = Pick<CommandServices, 'db' | 'policy'>;

/** Whether as many other clients as the shop takes at once have booked this time. */
export async function isSlotFull(
  { db, policy }: Services,
  siteId: SiteId,
  time: Pick<PickupTime, 'day' | 'from'>,
  rmaId: RmaId,
): Promise<boolean> {
  const shop = await db
    .selectFrom('sites')
    .select('pickups_per_slot')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  const most = pickupsPerSlotOf(shop, policy());
  if (most === 0) return false;
  const taken = await inScope(db, { kind: 'all' }, (trx) => findTakenSlots(trx, siteId, time.day, rmaId));
  return (taken.get(slotKey(time.day, time.from)) ?? 0) >= most;
}

/** Whether any shop takes a limited number of clients at once. */
async function isAnyLimited({ db, policy }: Services): Promise<boolean> {
  if (policy().pickupsPerSlot > 0) return true;
  const limited = await db
    .selectFrom('sites')
    .select('id')
    .where('pickups_per_slot', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return limited !== undefined;
}

/**
 * Counts and books without another booking of the same day in between, on every node: two clients who take the last place at once
 * are decided one after the other. Without a limit nothing waits.
 */
export async function bookInTurn<T>(services: Services, day: Day, work: () => Promise<T>): Promise<T> {
  return (await isAnyLimited(services)) ? inTurn(services.db, `pickups ${day}`, work) : work();
}
