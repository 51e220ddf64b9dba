import { type ItemId, type ShipmentId, itemStream, shipmentStream } from '@atelier/domain/kernel.ts';
import { packageWordsRef } from '@atelier/domain/shipping/decide.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { Kysely } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';
import type { EventStore, LogEvent } from '@atelier/event-store/types.ts';

type Reader = Pick<EventStore, 'readLoggedStreams'>;
interface Services {
  readonly store: Reader;
  readonly db: Kysely<Database>;
}

/**
 * References of the keys under which texts, and notes of reviews, about the packages of these pieces are sealed. A package whose events lie in an archive
 * is taken to have such texts.
 */
export async function listPackageWords(
  { store, db }: Services,
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
  return [...new Set([...words.flat(), ...(await reviewed(db, [...packages].map(packageWordsRef)))])];
}

/** Of these references, those that seal the note of a review. */
async function reviewed(db: Kysely<Database>, refs: readonly string[]): Promise<readonly string[]> {
  const rows = await inScope(db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('unusual_review_row')
      .select('words_ref')
      .distinct()
      .where((where) => where('words_ref', '=', where.fn.any(where.val(refs))))
      .execute(),
  );
  return rows.map(({ words_ref }) => words_ref);
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
