import { accept, type Decision } from '../decider.ts';
import { stamp } from './item/build.ts';
import type { CommandContext, ItemCommand } from './item/commands.ts';
import type { ItemEvent } from './item/events.ts';
import { custodyRefusal, firstRefusal, missingRefusal, refuse, type Refusal } from './holds/guards.ts';
import type { Item } from './item/item.ts';
import type { StoragePlace } from './item/storage-events.ts';

type SetStoragePlace = Extract<ItemCommand, { type: 'SetStoragePlace' }>;

/** `POST /rma/storage`: where the shop that holds the piece keeps it (product/repair.md §19). Two empty parts clear the place. */
export function decideSetStoragePlace(
  { safe, tray }: SetStoragePlace,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => missingRefusal(item),
    () => custodyRefusal(item, context.actor),
    () => inShopRefusal(item),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const place = placeOf(safe.trim(), tray.trim());
  const { custody } = item;
  if (custody.kind !== 'site' || isSamePlace(storagePlaceOf(item), place)) return accept<ItemEvent>();
  return accept<ItemEvent>({
    type: 'StoragePlaceSet',
    data: { place, siteId: custody.siteId, ...stamp(context) },
  });
}

/** A bench is no place to collect from: the factory's pieces have none. */
function inShopRefusal(item: Item): Refusal {
  return item.state === 'at-factory' || item.state === 'in-transit'
    ? refuse('illegal_transition', { from: item.status })
    : null;
}

const placeOf = (safe: string, tray: string): StoragePlace | null =>
  safe === '' && tray === '' ? null : { safe, tray };

const isSamePlace = (a: StoragePlace | null, b: StoragePlace | null): boolean =>
  a?.safe === b?.safe && a?.tray === b?.tray;

/** Where the piece is kept now; null once it left the site whose place it was. */
export function storagePlaceOf({ custody, storage }: Item): StoragePlace | null {
  return custody.kind === 'site' && storage?.siteId === custody.siteId ? storage.place : null;
}
