import { startWalk, steps, take } from '@atelier/domain/processes/walk-testing.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import fc from 'fast-check';

const STRIDE = 10_000;
const IDS: ReadonlySet<string> = new Set([
  'itemId',
  'rmaId',
  'shipmentId',
  'runId',
  'itemIds',
  'restored',
  'linkedFrom',
  'toItemId',
]);

/**
 * Lives of pieces and packages as the domain decides them, each command in a separate append, until so many events are in
 * the log. Every walk uses separate ids. Returns how many events were written.
 */
export async function writeWalks(
  store: EventStore,
  { seed, events }: { readonly seed: number; readonly events: number },
): Promise<number> {
  let written = 0;
  for (let walk = 1; written < events; walk += 1)
    written += await writeWalk(store, seed + walk, walk * STRIDE);
  return written;
}

async function writeWalk(store: EventStore, seed: number, offset: number): Promise<number> {
  const world = startWalk();
  const lengths = new Map<string, number>();
  let written = 0;
  let command = 0;
  const write = async (): Promise<void> => {
    const streams = [...world.logs].flatMap(([stream, log]) => {
      const before = lengths.get(stream) ?? 0;
      lengths.set(stream, log.length);
      const news = log
        .slice(before)
        .map(({ type, data }) => ({ type, data: objectOf(shifted(data, offset)) }));
      return news.length === 0
        ? []
        : [{ streamId: streamShifted(stream, offset), expectedVersion: before, events: news }];
    });
    if (streams.length === 0) return;
    command += 1;
    const occurredAt = new Date(world.now).toISOString();
    const actor = { id: 7, kind: 'user' } as const;
    const commandId = `walk-${offset}-${command}`;
    await store.append({ streams, metadata: { actor, site: 1, commandId, occurredAt } });
    written += streams.reduce((sum, each) => sum + each.events.length, 0);
  };
  await write();
  for (const step of fc.sample(steps(200), { numRuns: 1, seed })[0] ?? []) {
    take(world, step);
    await write();
  }
  return written;
}

const streamShifted = (stream: string, offset: number): string =>
  stream.replace(/\d+$/, (digits) => String(Number(digits) + offset));

function shifted(value: unknown, offset: number, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => shifted(each, offset, name));
  if (typeof value === 'number') return IDS.has(name) ? value + offset : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shifted(each, offset, key)]));
}

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
