import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import type { Pool } from 'pg';
import { createDatabase } from '../../platform/database.ts';
import { compareCounters, suspectScopes } from './compare-counters.ts';
import { compareRecorded } from './compare-recorded.ts';
import { type CheckTools, compareStreams } from './compare-streams.ts';
import { nextStreams, strayRows, type Cursors } from './sample.ts';
import { onScratchSession } from './scratch.ts';

export interface Everything {
  readonly streams: number;
  /** Streams that were not compared in every table. */
  readonly skipped: number;
  readonly differences: number;
}

export interface EverythingOptions {
  /** Sessions of role `atelier_projector`, two for each that works at once, and one. */
  readonly pool: Pool;
  readonly store: CheckTools['store'];
  /** Chunks of streams that are compared at once. */
  readonly parallel?: number;
  /** Streams in a chunk. */
  readonly chunk?: number;
  /** Every hash of the log was computed just now: the chains are not gone through once more. */
  readonly isChainVerified?: boolean;
}

const PARALLEL = 2;
const CHUNK = 1_000;
const STRAY_ROWS = 50_000;

/**
 * Compares every stream, every row, every counter, reference data and credentials with the log once. Writes nothing: no event, no repair. For a
 * person with a doubt, on a running system too.
 * @param onFound is called with every difference as soon as it is found
 */
export async function checkEverything(
  options: EverythingOptions,
  onFound: (difference: DifferencePlace) => void,
): Promise<Everything> {
  const { pool, store, parallel = PARALLEL } = options;
  const total = { streams: 0, skipped: 0, differences: 0 };
  const take = (differences: readonly DifferencePlace[]): void => {
    total.differences += differences.length;
    for (const difference of differences) onFound(difference);
  };
  // A free worker takes the next chunk: a generator hands them out one after the other.
  const chunks = everyStream(createDatabase(pool, store.sealing), options.chunk ?? CHUNK);
  const work = (): Promise<void> =>
    inTools(options, async (tools) => {
      for await (const chunk of chunks) {
        const { differences, skipped } = await compareStreams(tools, chunk);
        total.streams += chunk.length;
        total.skipped += skipped.length;
        take(differences);
      }
    });
  await Promise.all(Array.from({ length: parallel }, work));
  await inTools(options, async (tools) => {
    for (const scopeKey of await suspectScopes(tools.session)) take(await compareCounters(tools, scopeKey));
    take(await compareRecorded(tools.session, tools.store));
  });
  return total;
}

function inTools(
  { pool, store, isChainVerified = false }: EverythingOptions,
  work: (tools: CheckTools) => Promise<void>,
): Promise<void> {
  return onScratchSession(pool, store.sealing, (session, shapes) =>
    work({ session, shapes, pool, store, isChainVerified }),
  );
}

type Session = CheckTools['session'];

/** All streams by name, then those that only a row names. */
async function* everyStream(session: Session, size: number): AsyncGenerator<readonly string[]> {
  for (let after = ''; ;) {
    const chunk = await nextStreams(session, after, size);
    if (chunk.length === 0) break;
    yield chunk;
    after = chunk.at(-1) ?? after;
  }
  yield* strays(session, size);
}

/** A table that came to its end begins again while longer ones go on: what it names twice is passed over. */
async function* strays(session: Session, size: number): AsyncGenerator<readonly string[]> {
  const seen = new Set<string>();
  const ended = new Set<string>();
  for (let cursors: Cursors = {}; ;) {
    const next = await strayRows(session, cursors, STRAY_ROWS);
    const fresh = next.streamIds.filter((streamId) => !seen.has(streamId));
    for (const streamId of fresh) seen.add(streamId);
    for (let start = 0; start < fresh.length; start += size) yield fresh.slice(start, start + size);
    for (const [name, place] of Object.entries(next.cursors)) if (place === 0) ended.add(name);
    cursors = next.cursors;
    if (ended.size === Object.keys(cursors).length) return;
  }
}
