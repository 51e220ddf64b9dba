import { callerOf, type CommandInput } from '@atelier/api/http/caller.ts';
import { defineRoute } from '@atelier/api/http/route.ts';
import type { ApiSlice } from '@atelier/api/slices.ts';
import { aggregateOf } from '@atelier/application/aggregates.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import { scanResponse, scanBody, type ScanView } from '@atelier/contracts/repair/schema.ts';
import type { EventStore, InlineRow, NewEvent } from '@atelier/event-store/types.ts';

/** What the floor knows of a piece before it is asked. */
interface Known {
  readonly version: number;
  readonly row: InlineRow;
  readonly event: NewEvent;
  readonly view: ScanView;
}

/**
 * The least that a recorded scan can cost here: the same HTTP with an answer of the same bytes, and one append of the
 * event and its row. Nothing is read, decided or made. `views` are the answers of a scan of each piece, its last event.
 */
export async function floorScanSlice(
  store: EventStore,
  views: ReadonlyMap<number, ScanView>,
): Promise<ApiSlice> {
  const known = new Map<number, Known>();
  for (const [id, view] of views) known.set(id, await learn(store, id, view));
  return {
    name: 'floor-scan',
    routes: (app) =>
      defineRoute(app, {
        method: 'POST',
        url: '/bench/floor-scan',
        permission: 'session',
        scope: 'site',
        summary: 'One append and an answer',
        body: scanBody,
        response: scanResponse,
        handler: async (input) => {
          const id = parseScannedCode(input.body.code)?.id ?? 0;
          const piece = known.get(id);
          if (piece === undefined) throw new Error(`the floor does not know item ${id}`);
          known.set(id, { ...piece, version: piece.version + 1 });
          return { data: piece.view, position: await append(store, input, id, piece) };
        },
      }),
  };
}

async function learn(store: EventStore, id: number, view: ScanView): Promise<Known> {
  const { version, events } = await store.readStream(itemStream(id));
  const row = aggregateOf(itemStream(id))?.rowOf(events);
  const event = events.at(-1);
  if (row === undefined || event?.type !== 'ItemScanned') throw new Error(`item ${id} was not scanned last`);
  return { version, row, event: { type: event.type, data: event.data }, view };
}

async function append(store: EventStore, input: CommandInput, id: number, known: Known): Promise<number> {
  const { version, row, event } = known;
  const streams = [{ streamId: itemStream(id), expectedVersion: version, events: [event], row }];
  return (await store.append({ streams, metadata: callerOf(input).metadata })).position;
}
