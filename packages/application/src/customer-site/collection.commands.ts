import { reject } from '@atelier/domain/decider.ts';
import type { ItemId, RmaId } from '@atelier/domain/kernel.ts';
import type { PickupTime } from '@atelier/domain/repair/collection/slots.ts';
import type { ItemCommand } from '@atelier/domain/repair/item/commands.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import { alone, runOnEachItem } from '../commands/each-item.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { inScope } from '../platform/database.ts';
import { bookInTurn, isSlotFull } from '../repair/pickup-slots.queries.ts';
import { shopClockOf, shopOf } from '../repair/shop-clock.queries.ts';

export type CollectionWish = Omit<Extract<ItemCommand, { type: 'ChooseCollection' }>, 'type'>;

/** The client of a deposit chooses how they get back every piece that is still with the house (product/repair.md §20). */
export function chooseCollection(
  services: CommandServices,
  caller: Caller,
  rmaId: RmaId,
  wish: CollectionWish,
): Promise<CommandOutcome> {
  return onEachPiece(services, caller, rmaId, () => ({ type: 'ChooseCollection', ...wish }));
}

/** The client books one time for every piece that is ready, or takes it back. */
export function bookPickup(
  services: CommandServices,
  caller: Caller,
  rmaId: RmaId,
  time: PickupTime | null,
): Promise<CommandOutcome> {
  if (time === null) return onEachPiece(services, caller, rmaId, () => ({ type: 'CancelPickup' }));
  return bookInTurn(services, time.day, () =>
    onEachPiece(services, caller, rmaId, async (item) => {
      const shop = await shopClockOf(services.db, item);
      const isFull = await isSlotFull(services, shopOf(item), time, rmaId);
      return { type: 'BookPickup', time, shop, anyTime: false, isFull };
    }),
  );
}

/** Done where it was done for any piece; else refused as for the first. */
async function onEachPiece(
  services: CommandServices,
  caller: Caller,
  rmaId: RmaId,
  commandFor: (item: Item) => ItemCommand | Promise<ItemCommand>,
): Promise<CommandOutcome> {
  const itemIds = await piecesOf(services, caller, rmaId);
  if (itemIds.length === 0) return reject('not_found');
  const outcomes = await runOnEachItem(services, caller, {
    itemIds,
    prepare: async (item) => alone(item, await commandFor(item)),
  });
  const done = outcomes.find(({ outcome }) => outcome.ok) ?? outcomes[0];
  return done?.outcome ?? reject('not_found');
}

/** A piece that another one continues is left out. */
const piecesOf = ({ db }: CommandServices, { scope }: Caller, rmaId: RmaId): Promise<readonly ItemId[]> =>
  inScope(db, scope, async (trx) => {
    const rows = await trx
      .selectFrom('item_row')
      .select('id')
      .where('rma_id', '=', rmaId)
      .where('linked_to', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  });
