import { compareRows } from '@atelier/domain/system/consistency/compare-rows.ts';
import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import type { ItemPlace, LiveItem, LiveRowSource } from '@atelier/application/live/live-sources.queries.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeReader } from './change-set.ts';
import { topicsOfItem } from './topics.ts';

/** The hub, as far as its memory is concerned. */
export interface RememberingHub {
  readonly position: number;
  readonly reader: ChangeReader;
  /** Screens that subscribe to one of these topics read again. */
  readonly resync: (topics: ReadonlySet<string>) => void;
}

export interface MemoryCheckOptions {
  readonly hub: RememberingHub;
  readonly rows: LiveRowSource;
  /** Called with every difference that was found and forgotten. */
  readonly onDifference: (difference: DifferencePlace) => Promise<void>;
  readonly random: () => number;
  /** Items compared at a time, 200 by default. */
  readonly items?: number;
  /** A difference counts when it is still there after so long, 2 s by default. */
  readonly confirmAfterMs?: number;
}

interface Pair {
  readonly id: number;
  readonly held: ReturnType<ChangeReader['memoryOf']>;
  readonly read: LiveItem | undefined;
}

interface Difference {
  readonly pair: Pair;
  readonly place: DifferencePlace;
}

/**
 * Compares a sample of what this node remembers of items with the read model. What differs twice is forgotten, and the screens it concerns
 * read again: the second comparison passes over what changes beside the log for a moment, as during an erasure. Answers how many
 * differences there were.
 */
export async function checkMemory(options: MemoryCheckOptions): Promise<number> {
  const { hub, items = 200, confirmAfterMs = 2_000 } = options;
  const suspects = await differences(options, pickSome(hub.reader.remembered(), items, options.random));
  if (suspects.length === 0) return 0;
  await sleep(confirmAfterMs);
  const found = await differences(
    options,
    suspects.map(({ pair }) => pair.id),
  );
  for (const { pair, place } of found) {
    forget(hub, pair);
    await options.onDifference(place);
  }
  return found.length;
}

function pickSome(ids: readonly number[], count: number, random: () => number): readonly number[] {
  if (ids.length <= count) return ids;
  const start = Math.floor(random() * ids.length);
  return [...ids.slice(start), ...ids.slice(0, start)].slice(0, count);
}

/**
 * Memory and position are noted first, then the rows are read: a row at or before that position must equal the memory, a newer one says nothing.
 * The horizon would not do as the position: an append that is still open keeps it below rows that can already be read.
 */
async function differences(
  { hub, rows }: MemoryCheckOptions,
  ids: readonly number[],
): Promise<readonly Difference[]> {
  const { position } = hub;
  const memories = ids.map((id) => ({ id, held: hub.reader.memoryOf(id) }));
  const read = new Map((await rows.items(ids)).map((item) => [item.id, item]));
  return memories.flatMap(({ id, held }) => {
    const pair = { id, held, read: read.get(id) };
    const place = differenceOf(pair);
    return place === undefined || (pair.read?.position ?? 0) > position ? [] : [{ pair, place }];
  });
}

/** What is remembered against what was read; an item that is no longer remembered differs in nothing. */
function differenceOf({ id, held, read }: Pair): DifferencePlace | undefined {
  const kept = partsOf(held.row, held.place);
  if (kept === null) return undefined;
  const expected = read === undefined ? null : partsOf(held.row && read, held.place && read.place);
  const difference = compareRows(expected, kept);
  if (difference === undefined) return undefined;
  const version = read?.version ?? 0;
  return {
    table: 'live',
    key: `item_id=${id}`,
    ...difference,
    streamId: `item-${id}`,
    version,
    position: null,
  };
}

function partsOf(row: LiveItem | undefined, place: ItemPlace | undefined) {
  if (row === undefined && place === undefined) return null;
  return {
    ...row?.viewFor('operation'),
    ...(place !== undefined && { place: { ...place, sites: place.sites.toSorted((a, b) => a - b) } }),
  };
}

function forget(hub: RememberingHub, { id, held, read }: Pair): void {
  const places = [held.place, held.row?.place, read?.place].filter((place) => place !== undefined);
  hub.reader.forget(id);
  hub.resync(new Set(places.flatMap((place) => [...topicsOfItem(id, place)])));
}
