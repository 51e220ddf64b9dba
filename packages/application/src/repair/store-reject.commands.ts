import { storeReject } from '@atelier/domain/processes/store-reject.ts';
import type { ItemId } from '@atelier/domain/kernel.ts';
import { humanNumber } from '@atelier/domain/repair/item/item-number.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import { rmaAggregate } from '../aggregates.ts';
import { runOnEachItem, type DecideItem, type ItemOutcome } from '../commands/each-item.ts';
import type { Caller, CommandServices, States } from '../commands/run-command.ts';

/** The store does not take the repair: the old item closes, a linked one begins, in one append (product/repair.md §6). */
export async function rejectByStore(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
  reason: string,
): Promise<readonly ItemOutcome[]> {
  const newIds = await services.store.nextIds(itemIds.length);
  const newIdOf = new Map(itemIds.map((id, index) => [id, newIds[index] ?? 0]));
  return runOnEachItem(services, caller, {
    itemIds,
    prepare: (item, states) => rejecting(item, newIdOf.get(item.id) ?? 0, reason, states),
  });
}

function rejecting(item: Item, newItemId: ItemId, reason: string, states: States): DecideItem {
  const [prefix = ''] = item.number.split('-');
  const newNumber = humanNumber(prefix, newItemId);
  const given = { reason, newItemId, newNumber, total180: item.total180 + 1 };
  return (_processState, context) => {
    // Written to as well, so it has to be read.
    states.of(rmaAggregate, item.rmaId);
    const decision = storeReject(item, given, context);
    return decision.ok ? { ...decision, answer: { item_id: newItemId, number: newNumber } } : decision;
  };
}
