import type { ItemId } from '@atelier/domain/kernel.ts';
import type { StoragePlace } from '@atelier/domain/repair/item/storage-events.ts';
import { alone, runOnEachItem, type ItemOutcome } from '../commands/each-item.ts';
import type { Caller, CommandServices } from '../commands/run-command.ts';

/** `POST /rma/storage`: the pieces lie in this place of the caller's shop from now on (product/repair.md §19). */
export function setStoragePlace(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
  place: StoragePlace,
): Promise<readonly ItemOutcome[]> {
  return runOnEachItem(services, caller, {
    itemIds,
    prepare: (item) => alone(item, { type: 'SetStoragePlace', ...place }),
  });
}
