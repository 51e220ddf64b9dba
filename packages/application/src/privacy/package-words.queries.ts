import type { ItemId, ShipmentId } from '@atelier/domain/kernel.ts';
import { itemStream, shipmentStream } from '@atelier/domain/kernel.ts';
import { packageWordsRef } from '@atelier/domain/shipping/decide.ts';
import { ArchivedHistory } from '@atelier/event-store/errors.ts';
import type { EventStore, LogEvent } from '@atelier/event-store/types.ts';

type Reader = Pick<EventStore, 'readLoggedStreams'>;

/**
 * References of the keys under which texts about the packages of these pieces are sealed. A package whose events lie in an archive
 * is taken to have such texts.
 */
export async function listPackageWords(
  store: Reader,
  itemIds: readonly ItemId[],
): Promise<readonly string[]> {
  const pieces = await Promise.all(itemIds.map((id) => eventsOf(store, itemStream(id))));
  const packages = new Set(pieces.flatMap((events) => packagesIn(events ?? [])));
  const words = await Promise.all(
    [...packages].map(async (id) => {
      const events = await eventsOf(store, shipmentStream(id));
      return events === null || events.some(holdsWords) ? [packageWordsRef(id)] : [];
    }),
  );
  return words.flat();
}

/** Null where they lie in an archive. */
async function eventsOf(store: Reader, streamId: string): Promise<readonly LogEvent[] | null> {
  try {
    return (await store.readLoggedStreams([streamId])).get(streamId)?.events ?? [];
  } catch (error) {
    if (error instanceof ArchivedHistory) return null;
    throw error;
  }
}

const packagesIn = (events: readonly LogEvent[]): readonly ShipmentId[] =>
  events.flatMap((event) => {
    const isBinding = event.type === 'ItemBoundToShipment' && 'data' in event && 'shipmentId' in event.data;
    return isBinding && typeof event.data.shipmentId === 'number' ? [event.data.shipmentId] : [];
  });

const holdsWords = (event: LogEvent): boolean => 'data' in event && 'wordsRef' in event.data;
