import { packageWordsRef } from '@atelier/domain/shipping/decide.ts';
import type { AppendRequest, NewEvent } from '@atelier/event-store/types.ts';
import { EVENT_REGISTRY } from './event-registry.ts';

/** Customer of each stream of a piece that was seen so far. */
type Customers = Map<string, string>;

/**
 * Events from before free texts were sealed name no person whose key seals them. Written again, by an import,
 * they name the customer of their piece, or their package: as events of today do. The first event of a piece says
 * whose it is.
 */
export function withSubjects<Event extends NewEvent>(
  streamId: string,
  events: readonly Event[],
  customers: Customers = new Map(),
): readonly Event[] {
  return events.map((event) => {
    if ('customerRef' in event.data && typeof event.data.customerRef === 'string')
      customers.set(streamId, event.data.customerRef);
    const { subject, fields = [] } = EVENT_REGISTRY.personal[event.type] ?? {};
    const known = subject === 'wordsRef' ? wordsOf(streamId) : customers.get(streamId);
    const isUnnamed = (subject === 'wordsRef' || subject === 'customerRef') && !(subject in event.data);
    const facts = new Map<string, unknown>(Object.entries(event.data));
    const isSaid = fields.some((field) => (facts.get(field) ?? null) !== null);
    return isUnnamed && isSaid && known !== undefined
      ? { ...event, data: { ...event.data, [subject]: known } }
      : event;
  });
}

const wordsOf = (streamId: string): string | undefined =>
  streamId.startsWith('shipment-') ? packageWordsRef(Number(streamId.slice('shipment-'.length))) : undefined;

/** The same for the requests of an import, in their order. */
export async function* requestsWithSubjects(
  requests: Iterable<AppendRequest> | AsyncIterable<AppendRequest>,
): AsyncGenerator<AppendRequest> {
  const customers: Customers = new Map();
  for await (const request of requests)
    yield {
      ...request,
      streams: request.streams.map((stream) => ({
        ...stream,
        events: withSubjects(stream.streamId, stream.events, customers),
      })),
    };
}
