import { fold } from '@atelier/domain/decider.ts';
import { WORDING_STREAM, type WordingEvent } from '@atelier/domain/messages/events.ts';
import { evolveWording, initialWording, type Wording } from '@atelier/domain/messages/wording.ts';
import type { DomainEvent, EventStore } from '@atelier/event-store/types.ts';

/** Senders and templates after these events of their stream. */
export const wordingOf = (events: readonly DomainEvent[]): Wording =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's name says that no others stand in it
  fold(evolveWording, initialWording, events as readonly WordingEvent[]);

export async function readWording(store: Pick<EventStore, 'readStream'>): Promise<Wording> {
  return wordingOf((await store.readStream(WORDING_STREAM)).events);
}
