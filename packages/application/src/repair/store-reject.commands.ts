import { storeReject } from '@atelier/domain/processes/store-reject.ts';
import { reject } from '@atelier/domain/decider.ts';
import { itemStream, type ItemId } from '@atelier/domain/kernel.ts';
import { humanNumber } from '@atelier/domain/repair/item/item-number.ts';
import { itemAggregate, rmaAggregate } from '../aggregates.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { visibleItem } from '../commands/visible-item.ts';

/** The store does not take the repair: the old item closes, a linked one begins, in one append (product/repair.md §6). */
export async function rejectByStore(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  reason: string,
): Promise<CommandOutcome> {
  const [newItemId = 0] = await services.store.nextIds(1);
  return runCommand(services, caller, {
    streams: [itemStream(itemId)],
    versioned: itemStream(itemId),
    decide: (states, context) => {
      const item = visibleItem(states.of(itemAggregate, itemId), caller.scope);
      if (item === null) return reject('not_found');
      // Written to as well, so it has to be read.
      states.of(rmaAggregate, item.rmaId);
      const [prefix = ''] = item.number.split('-');
      const given = {
        reason,
        newItemId,
        newNumber: humanNumber(prefix, newItemId),
        total180: item.total180 + 1,
      };
      const decision = storeReject(item, given, context);
      return decision.ok
        ? { ...decision, answer: { item_id: newItemId, number: given.newNumber } }
        : decision;
    },
  });
}
