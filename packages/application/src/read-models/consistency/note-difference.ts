import type { DifferenceEvent, DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import { differenceAggregate } from '../../aggregates.ts';
import type { DomainEvent, EventMetadata, EventStore } from '@atelier/event-store/types.ts';
import type { Clock } from '@atelier/postgres/timers.ts';

export interface DifferenceServices {
  readonly store: Pick<EventStore, 'append' | 'nextIds' | 'readStream'>;
  readonly clock: Clock;
  /** Envelope of the events: which process compares. */
  readonly metadata: () => EventMetadata;
}

const streamOf = (id: number): string => `difference-${id}`;

/** Writes down that a row did not fit the log. Answers the difference's id. */
export async function noteDifference(
  { store, clock, metadata }: DifferenceServices,
  place: DifferencePlace,
): Promise<number> {
  const [differenceId = 0] = await store.nextIds(1);
  const at = clock.now().toISOString();
  await append(store, metadata(), differenceId, [], {
    type: 'DifferenceFound',
    data: { differenceId, ...place, at },
  });
  return differenceId;
}

/** Writes down that it fits again. Said twice, the first counts. */
export async function noteRepair(
  { store, clock, metadata }: DifferenceServices,
  differenceId: number,
  how: 'rewritten' | 'elsewhere',
): Promise<void> {
  const { events } = await store.readStream<DifferenceEvent>(streamOf(differenceId));
  if (events.length !== 1) return;
  const data = { how, at: clock.now().toISOString() };
  await append(store, metadata(), differenceId, events, { type: 'DifferenceRepaired', data });
}

async function append(
  store: Pick<EventStore, 'append'>,
  metadata: EventMetadata,
  id: number,
  before: readonly DomainEvent[],
  event: DifferenceEvent,
): Promise<void> {
  const row = differenceAggregate.rowOf([...before, event]);
  const stream = { streamId: streamOf(id), expectedVersion: before.length, events: [event] };
  await store.append({ streams: [row === undefined ? stream : { ...stream, row }], metadata });
}
