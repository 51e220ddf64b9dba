import type { ShopClock } from '@atelier/domain/repair/collection/slots.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { CommandServices } from '../commands/run-command.ts';

/** Hours and time zone of the shop where a piece lies; of the shop that registered it while it lies in none. */
export async function shopClockOf(
  db: CommandServices['db'],
  { custody, storeId }: Pick<Item, 'custody' | 'storeId'>,
): Promise<ShopClock> {
  const { opening_hours: hours, time_zone: timeZone } = await db
    .selectFrom('sites')
    .select(['opening_hours', 'time_zone'])
    .where('id', '=', custody.kind === 'site' ? custody.siteId : storeId)
    .executeTakeFirstOrThrow();
  return { hours, timeZone };
}
