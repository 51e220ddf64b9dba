import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import type { Pool } from 'pg';
import { compareCounters, counterKeys } from './compare-counters.ts';
import type { CheckTools } from './compare-streams.ts';
import { compareStreams } from './compare-streams.ts';
import { nextStreams, strayRows } from './sample.ts';
import type { Cursors } from './sample.ts';
import { onScratchSession } from './scratch.ts';

export interface Everything {
  readonly streams: number;
  /** Streams that were not compared in every table. */
  readonly skipped: number;
  readonly differences: number;
}

const CHUNK = 200;
const STRAY_ROWS = 10_000;

/**
 * Compares every stream, every row and every counter with the log once. Writes nothing: no event, no repair. For a
 * person with a doubt, on a running system too.
 * @param onFound is called with every difference as soon as it is found
 */
export async function checkEverything(
  { pool, store }: { readonly pool: Pool; readonly store: CheckTools['store'] },
  onFound: (difference: DifferencePlace) => void,
): Promise<Everything> {
  return onScratchSession(pool, store.sealing, async (session, shapes) => {
    const tools: CheckTools = { session, shapes, pool, store };
    const total = { streams: 0, skipped: 0, differences: 0 };
    const take = (differences: readonly DifferencePlace[]): void => {
      total.differences += differences.length;
      for (const difference of differences) onFound(difference);
    };
    for await (const chunk of everyStream(tools)) {
      const { differences, skipped } = await compareStreams(tools, chunk);
      total.streams += chunk.length;
      total.skipped += skipped.length;
      take(differences);
    }
    for (const scopeKey of await counterKeys(session)) take(await compareCounters(tools, scopeKey));
    return total;
  });
}

/** All streams by name, then those that only a row names. */
async function* everyStream({ session }: CheckTools): AsyncGenerator<readonly string[]> {
  for (let after = ''; ;) {
    const chunk = await nextStreams(session, after, CHUNK);
    if (chunk.length === 0) break;
    yield chunk;
    after = chunk.at(-1) ?? after;
  }
  yield* strays(session);
}

/** A table that came to its end begins again while longer ones go on: what it names twice is passed over. */
async function* strays(session: CheckTools['session']): AsyncGenerator<readonly string[]> {
  const seen = new Set<string>();
  const ended = new Set<string>();
  for (let cursors: Cursors = {}; ;) {
    const next = await strayRows(session, cursors, STRAY_ROWS);
    const fresh = next.streamIds.filter((streamId) => !seen.has(streamId));
    for (const streamId of fresh) seen.add(streamId);
    for (let start = 0; start < fresh.length; start += CHUNK) yield fresh.slice(start, start + CHUNK);
    for (const [name, place] of Object.entries(next.cursors)) if (place === 0) ended.add(name);
    cursors = next.cursors;
    if (ended.size === Object.keys(cursors).length) return;
  }
}
