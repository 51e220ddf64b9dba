import { Status } from '@atelier/domain/shared/status.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import { PROJECTIONS } from './all.ts';
import { rebuild } from './rebuild.ts';
import { CheckpointMoved } from '@atelier/event-store/projections/failures.ts';
import { rebuildState } from '@atelier/event-store/projections/rebuild-state.ts';
import { dropRebuild } from '@atelier/event-store/testing/drop-rebuild.ts';
import { startProjections } from '@atelier/event-store/projections/run.ts';
import { openWorld, type World } from '../projections/testing.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { difference, rowHashes } from '../projections/testing-hashes.ts';
import { randomStories, writeStories } from '../projections/testing-histories.ts';
import { waitForProjections } from '@atelier/event-store/projections/wait.ts';

let world: World;
let owner: Pool;
let tools: Parameters<typeof rebuild>[0];

const INLINE = ['item_row', 'rma_row'];
const TABLES = [...INLINE, ...PROJECTIONS.flatMap((projection) => projection.tables)];

beforeAll(async () => {
  world = await openWorld();
  owner = createPool({ connectionString: world.database.connectionString, role: 'owner', max: 2 });
  tools = { owner, projector: world.readModels, store: world.store, batchSize: 137 };
  await writeStories(world.store, randomStories({ seed: 3, deposits: 250 }));
  await somethingAdministered();
  await world.settle();
});

/** Stories are of pieces; what administrators do has a table too. */
async function somethingAdministered(): Promise<void> {
  const commandId = 'c0ffee00-0000-4000-8000-000000000001';
  const occurredAt = '2026-11-20T10:00:00.000Z';
  const metadata = { actor: { id: 1, kind: 'user', name: '' }, commandId, occurredAt } as const;
  const events = [{ type: 'UserDeactivated', data: { at: occurredAt } }];
  await world.store.append({ streams: [{ streamId: 'user-1', expectedVersion: 0, events }], metadata });
}

afterAll(async () => {
  await owner.end();
  await world.close();
});

const hashesOf = async (tables: readonly string[]) =>
  new Map(
    await Promise.all(tables.map(async (table) => [table, await rowHashes(world.projector, table)] as const)),
  );

const SAME = { missing: 0, extra: 0 };

/** Policies, grants, indexes, constraints, comments and options of a table, as text. */
async function shapeOf(table: string): Promise<readonly string[]> {
  const { rows } = await owner.query<{ line: string }>(
    `select 'policy ' || policyname || ' ' || permissive || ' ' || roles::text || ' ' || cmd || ' '
            || coalesce(qual, '') || ' ' || coalesce(with_check, '') as line
       from pg_policies where tablename = $1
     union all select 'index ' || indexdef from pg_indexes where tablename = $1
     union all select 'grant ' || coalesce(array_to_string(array(
       select unnest(relacl)::text order by 1), ','), '') || format(' %s %s ', relrowsecurity, relforcerowsecurity)
       || coalesce(array_to_string(reloptions, ','), '') from pg_class where oid = $1::regclass
     union all select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where conrelid = $1::regclass
     union all select format('column %s %s %s %s', attname, format_type(atttypid, atttypmod), attnotnull, attgenerated)
       from pg_attribute where attrelid = $1::regclass and attnum > 0
     union all select format('comment %s %s', objsubid, description) from pg_description
       where classoid = 'pg_class'::regclass and objoid = $1::regclass
     order by 1`,
    [table],
  );
  return rows.map((row) => row.line);
}

describe('a rebuilt table equals the live one, row hash by row hash (product/reliability.md §5)', () => {
  let before: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    before = await hashesOf(TABLES);
  });

  it.each([...INLINE, ...PROJECTIONS.map((projection) => projection.name)])('%s', async (name) => {
    await rebuild(tools, name);
    for (const table of TABLES) {
      const after = await rowHashes(world.projector, table);
      expect(after.length).toBeGreaterThan(0);
      expect([table, difference(before.get(table) ?? [], after)]).toEqual([
        table,
        { rows: after.length, ...SAME },
      ]);
    }
  });

  it('keeps policies, grants, indexes, constraints, comments and options', async () => {
    const before = await Promise.all(TABLES.map(shapeOf));
    for (const name of ['item_row', 'rma_row', 'dashboard', 'search', 'customer_progress'])
      await rebuild(tools, name);
    expect(await Promise.all(TABLES.map(shapeOf))).toEqual(before);
    expect(before.flat().filter((line) => line.startsWith('policy')).length).toBeGreaterThan(10);
    expect(before.flat().filter((line) => line.startsWith('comment 0 '))).toHaveLength(TABLES.length);
  });

  it('repairs a table that was changed by hand', async () => {
    const before = await rowHashes(world.projector, 'item_row');
    await sql`update item_row set status = ${Status.RepairProcess} where id % 3 = 0`.execute(world.projector);
    await sql`delete from item_row where id % 5 = 0`.execute(world.projector);
    await rebuild(tools, 'item_row');
    expect(difference(before, await rowHashes(world.projector, 'item_row'))).toEqual({
      rows: before.length,
      ...SAME,
    });
  });

  it('still takes inline rows from appends, and keeps the row policy, after the swap', async () => {
    const [story] = randomStories({ seed: 5, deposits: 1, firstId: 700_000 });
    if (story === undefined) throw new Error('no story');
    await rebuild(tools, 'item_row');
    await writeStories(world.store, [story]);
    const seen = (siteId: number) =>
      world.asked({ kind: 'store', siteId }, (trx) =>
        trx.selectFrom('item_row').select('id').where('id', '=', story.itemId).execute(),
      );
    expect(await seen(story.storeId)).toHaveLength(1);
    expect(await seen(story.storeId === 1 ? 2 : 1)).toHaveLength(0);
    expect(await world.db.selectFrom('item_row').select('id').execute()).toEqual([]);
  });
});

describe('a rebuild under live writing', () => {
  it.each(['item_row', 'dashboard'])('of %s loses nothing that comes meanwhile', async (name) => {
    const running = startProjections({
      store: world.store,
      database: world.readModels,
      projections: PROJECTIONS,
    });
    const firstId = name === 'item_row' ? 800_000 : 900_000;
    const writing = writeStories(world.store, randomStories({ seed: 9, deposits: 120, firstId }));
    await rebuild(tools, name);
    await writing;
    const position = await settleHorizon(world.pool, world.store);
    expect(await waitForProjections(world.pool, ['dashboard'], position, 10_000)).toBe(true);
    await running.stop();
    const live = await hashesOf(TABLES);
    await rebuild(tools, name);
    const tables = name === 'item_row' ? ['item_row'] : ['item_census', 'status_counters', 'create_counters'];
    for (const table of tables) {
      const after = await rowHashes(world.projector, table);
      expect([table, difference(live.get(table) ?? [], after)]).toEqual([
        table,
        { rows: after.length, ...SAME },
      ]);
    }
  });
});

describe('an interrupted rebuild', () => {
  beforeEach(async () => {
    for (const name of ['item_row', 'dashboard']) await dropRebuild(world.projectorPool, name);
  });

  it.each(['item_row', 'dashboard'])('of %s goes on where it stopped', async (name) => {
    const before = await hashesOf(TABLES);
    let steps = 0;
    const stopEarly: Parameters<typeof rebuild>[0] = {
      ...tools,
      parallel: 1,
      batchSize: 40,
      onProgress: () => {
        steps += 1;
        if (steps === 3) throw new Error('the plug was pulled');
      },
    };
    await expect(rebuild(stopEarly, name)).rejects.toThrow('the plug was pulled');
    const half = await rebuildState(world.projectorPool, name);
    expect(half?.phase).toBe('bulk');
    expect(half?.cursor !== '' || (half?.position ?? 0) > 0).toBe(true);
    await rebuild({ ...tools, batchSize: 40 }, name);
    for (const table of TABLES) {
      const after = await rowHashes(world.projector, table);
      expect([table, difference(before.get(table) ?? [], after)]).toEqual([
        table,
        { rows: after.length, ...SAME },
      ]);
    }
  });
});

describe('two processes at the rebuild of the dashboard', () => {
  it('leave the same rows, and the later one ends or is refused', async () => {
    await dropRebuild(world.projectorPool, 'dashboard');
    const before = await hashesOf(TABLES);
    const second = Promise.withResolvers<unknown>();
    let hasBegun = false;
    const join = (): void => {
      if (hasBegun) return;
      hasBegun = true;
      second.resolve(rebuild({ ...tools, batchSize: 30 }, 'dashboard').catch((error: unknown) => error));
    };
    const first = await rebuild({ ...tools, batchSize: 20, onProgress: join }, 'dashboard').catch(
      (error: unknown) => error,
    );
    const failures = [first, await second.promise].filter((outcome) => outcome !== undefined);
    expect(failures.length).toBeLessThan(2);
    for (const failure of failures) expect(failure).toBeInstanceOf(CheckpointMoved);
    for (const table of TABLES) {
      const after = await rowHashes(world.projector, table);
      expect([table, difference(before.get(table) ?? [], after)]).toEqual([
        table,
        { rows: after.length, ...SAME },
      ]);
    }
  });
});

describe('kill -9 in mid-batch (product/reliability.md §5)', () => {
  it.each(['item_row', 'dashboard'])(
    'leaves %s as it was, and the next run finishes it',
    { timeout: 120_000 },
    async (name) => {
      await dropRebuild(world.projectorPool, name);
      const before = await hashesOf(TABLES);
      const kills = await killRebuilds(name, 6);
      expect(kills).toBeGreaterThan(2);
      for (const table of TABLES) {
        const after = await rowHashes(world.projector, table);
        expect([table, difference(before.get(table) ?? [], after)]).toEqual([
          table,
          { rows: after.length, ...SAME },
        ]);
      }
      expect(await rebuildState(world.projectorPool, name)).toBeUndefined();
    },
  );

  /**
   * Runs the rebuild in separate processes, killed at random moments, until one completes. Returns the number
   * of kills.
   */
  async function killRebuilds(name: string, most: number): Promise<number> {
    for (let kills = 0; ; kills += 1) {
      const child = spawnRebuild(name);
      const ended = once(child, 'exit');
      await Promise.race([once(child.stdout, 'data'), ended]);
      if (kills < most) {
        await sleep(5 + ((kills * 37) % 60));
        child.kill('SIGKILL');
      }
      const [code] = await ended;
      if (code === 0) return kills;
      if (kills >= most) throw new Error(`the rebuild ended with ${String(code)}`);
    }
  }

  const spawnRebuild = (name: string) =>
    spawn(process.execPath, [join(import.meta.dirname, 'testing-rebuild-child.ts'), name], {
      env: {
        ...process.env,
        OWNER_URL: world.database.connectionString,
        PROJECTOR_URL: world.database.projectorUrl,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
});

describe('an unknown name', () => {
  it('is refused with the names there are', async () => {
    await expect(rebuild(tools, 'nope')).rejects.toThrow(/unknown projection nope: one of item_row/);
  });
});
