import type { Pool } from 'pg';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import { bulkHistories, type BulkOptions } from '../history/testing-bulk.ts';
import { demoPeople } from '../people.ts';
import { DEMO_SEED, generateReference } from '../reference/generate.ts';
import { loadReference } from '../reference/load.ts';
import { writeHistory } from './append-history.ts';

export interface BulkTarget extends Pick<BulkOptions, 'now' | 'items' | 'chunk' | 'months'> {
  /** Connection string of the tables' owner. */
  readonly ownerUrl: string;
  readonly masterKey: MasterKey;
  readonly seed?: number;
  /** Hears how many events each chunk had. */
  readonly onChunk?: (events: number) => void;
}

/**
 * Fills an empty, migrated database for a benchmark: places and `items` jewels with their histories, each chunk in a
 * separate transaction. No accounts, no picture files, no asynchronous projections: a benchmark of those makes
 * them. Answers the number of events.
 */
export async function loadBulk(target: BulkTarget): Promise<number> {
  const { ownerUrl, now, seed = DEMO_SEED } = target;
  const owner = createPool({
    connectionString: ownerUrl,
    role: 'owner',
    unattended: true,
    copies: true,
    max: 3,
  });
  try {
    await loadReference(createDatabase(owner), now, seed);
    return await append(target, owner, seed);
  } finally {
    await owner.end();
  }
}

async function append(target: BulkTarget, owner: Pool, seed: number): Promise<number> {
  const { now, items, chunk = 2_000, months = 18, masterKey, onChunk } = target;
  const options = { seed, now, items, chunk, months, people: demoPeople(seed) };
  let total = 0;
  for (const { commands, endId } of bulkHistories({ ...options, reference: generateReference(now, seed) })) {
    await owner.query(`select setval('entity_id_seq', $1, true)`, [endId]);
    await writeHistory({ owner, masterKey }, commands, `bulk ${seed} ${total}`);
    const events = commands.flatMap(({ streams }) => streams.map((stream) => stream.events.length));
    const count = events.reduce((sum, each) => sum + each, 0);
    total += count;
    onChunk?.(count);
  }
  return total;
}
