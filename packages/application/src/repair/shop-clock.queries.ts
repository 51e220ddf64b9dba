import type { ShopClock } from '@atelier/domain/repair/collection/slots.ts';
import type { SiteId } from '@atelier/domain/kernel.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { CommandServices } from '../commands/run-command.ts';

type Placed = Pick<Item, 'custody' | 'storeId'>;

/** The shop where a piece lies; the one that registered it while it lies in none. */
export const shopOf = ({ custody, storeId }: Placed): SiteId =>
  custody.kind === 'site' ? custody.siteId : storeId;

/** Its hours and time zone. */
export async function shopClockOf(db: CommandServices['db'], item: Placed): Promise<ShopClock> {
  const { opening_hours: hours, time_zone: timeZone } = await db
    .selectFrom('sites')
    .select(['opening_hours', 'time_zone'])
    .where('id', '=', shopOf(item))
    .executeTakeFirstOrThrow();
  return { hours, timeZone };
}
