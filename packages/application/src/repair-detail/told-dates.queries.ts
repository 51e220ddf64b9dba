import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import type { ReadyDateExpected } from '@atelier/domain/repair/expected/expected-events.ts';
import type { ItemStatusChanged } from '@atelier/domain/repair/item/events.ts';
import { isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';

type Told = ItemFileView['expected'][number];

const isExpected = isOneOf<ReadyDateExpected>(['ReadyDateExpected']);

/** Every expected date of a piece's stream with what moved it, newest first. A move of the piece is named by its target. */
export function toldDates(events: readonly StoredEvent[]): Told[] {
  const byPosition = new Map(events.map((event) => [event.position, event]));
  return events
    .filter(isExpected)
    .map(({ data: { likely, latest, at, because } }): Told => {
      if (because.kind !== 'event')
        return { likely, latest, at, because: { ...NOTHING, kind: because.kind } };
      const { kind, type, position } = because;
      return {
        likely,
        latest,
        at,
        because: { kind, type, position, to_status: targetOf(byPosition.get(position)) },
      };
    })
    .toReversed();
}

const NOTHING = { type: null, position: null, to_status: null };

const isMove = isOneOf<ItemStatusChanged>(['ItemStatusChanged']);

const targetOf = (event: StoredEvent | undefined): number | null =>
  event !== undefined && isMove(event) ? event.data.to : null;
