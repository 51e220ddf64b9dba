import { compareRows } from '@atelier/domain/system/consistency/compare-rows.ts';
import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
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
  readonly store: Pick<EventStore, 'advanceHorizon'>;
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
  readonly held: { readonly row: LiveItem | undefined; readonly place: ItemPlace | undefined };
  readonly read: LiveItem | undefined;
}

const LAG_LIMIT_MS = 5_000;

/**
 * Compares a sample of what this node remembers of items with the read model. What differs at two readings, with the hub
 * past everything that was committed before the second, is forgotten, and the screens it concerns read again. Answers
 * how many differences there were.
 */
export async function checkMemory(options: MemoryCheckOptions): Promise<number> {
  const { hub, items = 200, confirmAfterMs = 2_000 } = options;
  const suspects = (
    await comparePairs(options, pickSome(hub.reader.remembered(), items, options.random))
  ).filter(({ place }) => place !== undefined);
  if (suspects.length === 0) return 0;
  await sleep(confirmAfterMs);
  if (!(await hasPassed(hub, (await options.store.advanceHorizon()).position))) return 0;
  const again = await comparePairs(
    options,
    suspects.map(({ pair }) => pair.id),
  );
  let found = 0;
  for (const { pair, place } of again) {
    const before = suspects.find((suspect) => suspect.pair.id === pair.id);
    if (place === undefined || pair.read?.version !== before?.pair.read?.version) continue;
    found += 1;
    forget(hub, pair);
    await options.onDifference(place);
  }
  return found;
}

function pickSome(ids: readonly number[], count: number, random: () => number): readonly number[] {
  if (ids.length <= count) return ids;
  const start = Math.floor(random() * ids.length);
  return [...ids.slice(start), ...ids.slice(0, start)].slice(0, count);
}

async function hasPassed(hub: RememberingHub, position: number): Promise<boolean> {
  for (let waited = 0; hub.position < position; waited += 50) {
    if (waited > LAG_LIMIT_MS) return false;
    await sleep(50);
  }
  return true;
}

async function comparePairs(
  { hub, rows }: MemoryCheckOptions,
  ids: readonly number[],
): Promise<readonly { readonly pair: Pair; readonly place: DifferencePlace | undefined }[]> {
  if (ids.length === 0) return [];
  const read = new Map((await rows.items(ids)).map((item) => [item.id, item]));
  return ids.map((id) => {
    const pair = { id, held: hub.reader.memoryOf(id), read: read.get(id) };
    return { pair, place: differenceOf(pair) };
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
