import { createPool } from '@atelier/event-store/pool.ts';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { openWorld, type World } from '../../projections/testing.ts';
import { compareRecorded } from './compare-recorded.ts';
import { writeFixtureStreams } from './testing-world.ts';

export const NOW = new Date('2026-11-20T11:00:00.000Z');

/** A world with accounts and workers, and one session of the tables' owner. */
export interface RecordedWorld {
  readonly world: World;
  readonly owner: Pool;
  /** What the comparison with the records finds: `prices rows=12 changed`. */
  readonly found: () => Promise<readonly string[]>;
  /** Changes rows as a ruler of the database does, answers what is found, and puts it back. */
  readonly foundAfter: (change: string, back: string) => Promise<readonly string[]>;
  readonly one: (text: string) => Promise<Partial<Record<string, string | number>>>;
  readonly close: () => Promise<void>;
}

export async function openRecordedWorld(): Promise<RecordedWorld> {
  const world = await openWorld();
  const owner = createPool({ connectionString: world.database.connectionString, role: 'owner', max: 1 });
  await owner.query(`select set_config('app.scope_kind', 'all', false)`);
  await writeFixtureStreams(world.store, (streamId) => /^(user|worker|role)-/.test(streamId));
  await world.settle();
  const found = async () =>
    (await compareRecorded(world.projector, world.store)).map(
      ({ table, key, kind }) => `${table} ${key} ${kind}`,
    );
  const foundAfter = async (change: string, back: string) => {
    await owner.query(change);
    try {
      return await found();
    } finally {
      await owner.query(back);
      expect(await found()).toEqual([]);
    }
  };
  const one = async (text: string) =>
    (await owner.query<Record<string, string | number>>(text)).rows[0] ?? {};
  const close = async () => {
    await owner.end();
    await world.close();
  };
  return { world, owner, found, foundAfter, one, close };
}
