import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../pool.ts';
import { NOTING, noting, startRunner, type TestRunner } from '../testing/projection-runners.ts';
import { settleHorizon } from '../testing/settle-horizon.ts';
import { createTestStore, made, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import { applyStretch } from './batch.ts';
import { CheckpointMoved } from './failures.ts';
import type { Projection } from './projection.ts';
import { waitForProjections } from './wait.ts';

const NAMES = NOTING.map(({ name }) => name);

let t: TestStore;
let admin: Pool;
let runners: TestRunner[];
let written: number;

beforeEach(async () => {
  t = await createTestStore();
  admin = createPool({ connectionString: t.database.adminUrl, role: 'owner', max: 2 });
  await admin.query('create table noted (projection text, position bigint)');
  await admin.query('grant insert, select on noted to atelier_projector');
  runners = [];
  written = 0;
});

afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  await admin.end();
  await t.close();
});

const start = async (name: string, projections?: readonly Projection<PoolClient>[]): Promise<TestRunner> => {
  const runner = await startRunner(t, name, projections);
  runners.push(runner);
  return runner;
};

const end = async (runner: TestRunner): Promise<void> => {
  runners = runners.filter((one) => one !== runner);
  await runner.stop();
};

const write = async (count: number): Promise<number> => {
  let last = 0;
  for (let left = count; left > 0; left -= 1) {
    written += 1;
    const streams = [to(`thing-${written}`, 0, made(`thing ${written}`))];
    last = (await t.store.append({ streams, metadata: testMetadata })).position;
  }
  return last;
};

/** Who leads each projection, by name; '' = none. */
const leaders = async (): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await admin.query<{ name: string; runner: string }>(
    `select c.name, coalesce(r.name, '') as runner
       from projection_checkpoints c left join projection_runners r on r.id = c.leader order by c.name`,
  );
  return Object.fromEntries(rows.map(({ name, runner }) => [name, runner]));
};

const shares = async (): Promise<Readonly<Record<string, number>>> => {
  const found: Record<string, number> = {};
  for (const runner of Object.values(await leaders())) found[runner] = (found[runner] ?? 0) + 1;
  return found;
};

const untilShared = (expected: Readonly<Record<string, number>>): Promise<void> =>
  expect.poll(shares, { timeout: 60_000, interval: 20 }).toEqual(expected);

const untilShown = async (position: number): Promise<void> => {
  expect(await waitForProjections(t.pool, NAMES, position, 20_000)).toBe(true);
};

/** Each projection was given each event, and none twice. */
const expectEachOnce = async (): Promise<void> => {
  const { rows } = await admin.query<{ projection: string; noted: number; events: number }>(
    `select projection, count(*)::int as noted, count(distinct position)::int as events
       from noted group by projection order by projection`,
  );
  expect(rows).toEqual(NAMES.map((projection) => ({ projection, noted: written, events: written })));
};

describe('runners of projections', () => {
  it('share them evenly, two and then three, and take over what one gives up at its end', async () => {
    await start('one');
    await untilShared({ one: 6 });
    await start('two');
    await untilShared({ one: 3, two: 3 });
    const third = await start('three');
    await untilShared({ one: 2, two: 2, three: 2 });
    const before = await leaders();
    await untilShown(await write(50));
    expect(await leaders()).toEqual(before);
    await end(third);
    await untilShared({ one: 3, two: 3 });
    await untilShown(await write(20));
    await expectEachOnce();
    expect(runners.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('take over from one whose connections end, as after kill −9', async () => {
    const first = await start('one');
    await untilShared({ one: 6 });
    await start('two');
    await untilShared({ one: 3, two: 3 });
    await write(30);
    first.proxy.cut();
    await untilShown(await write(1));
    expect(await shares()).toEqual({ two: 6 });
    first.proxy.heal();
    await untilShared({ one: 3, two: 3 });
    await untilShown(await write(20));
    await expectEachOnce();
  });

  it('take over from one that hangs in the middle of a batch, which then writes nothing', async () => {
    let armed = false;
    const hangsOnce = NAMES.map((name) =>
      noting(name, () => {
        if (armed) hanging.proxy.stall();
        armed = false;
      }),
    );
    const hanging = await start('hangs', hangsOnce);
    await start('waits');
    await untilShared({ hangs: 3, waits: 3 });
    armed = true;
    const position = await write(1);
    await expect.poll(() => armed, { interval: 5 }).toBe(false);
    await untilShown(position);
    expect(await shares()).toEqual({ waits: 6 });
    hanging.proxy.heal();
    await untilShared({ hangs: 3, waits: 3 });
    await untilShown(await write(20));
    await expectEachOnce();
  });

  it('skip and double nothing while they are cut off, hang, end and come again in any order', async () => {
    for (const name of ['one', 'two', 'three']) await start(name);
    const random = seeded(26);
    const pick = (): TestRunner => {
      const runner = runners[Math.floor(random() * runners.length)];
      if (runner === undefined) throw new Error('nobody runs');
      return runner;
    };
    const troubles: readonly (() => unknown)[] = [
      () => pick().proxy.cut(),
      () => pick().proxy.stall(),
      () => {
        for (const { proxy } of runners) proxy.heal();
      },
      async () => {
        const runner = pick();
        await end(runner);
        await start(`${runner.name}'`);
      },
    ];
    for (let turn = 0; turn < 24; turn += 1) {
      await write(1 + Math.floor(random() * 40));
      await troubles[Math.floor(random() * troubles.length)]?.();
      await sleep(random() * 500);
    }
    for (const { proxy } of runners) proxy.heal();
    await untilShown(await write(1));
    await expectEachOnce();
    await expect.poll(async () => Object.values(await shares())).toEqual([2, 2, 2]);
  });
});

describe('the checkpoint of a led projection', () => {
  const stretchOf = async (leader: number) => {
    const { events, next } = await t.store.readLog({ after: 0, limit: 100 });
    return { after: 0, events, next, leader };
  };

  it('lets its leader write and no other runner, though both stand at its position', async () => {
    const projectors = createPool({
      connectionString: t.database.projectorUrl,
      role: 'atelier_projector',
      max: 4,
    });
    try {
      await write(5);
      await settleHorizon(t.pool, t.store);
      await admin.query(`insert into projection_checkpoints (name, leader) values ('a', 7), ('b', null)`);
      const database = { pool: projectors, open: (client: PoolClient) => client };
      const [a, b] = [noting('a'), noting('b')];
      const other = applyStretch(database, a, await stretchOf(8));
      await expect(other).rejects.toBeInstanceOf(CheckpointMoved);
      const empty = { ...(await stretchOf(8)), events: [] };
      await expect(applyStretch(database, a, empty)).rejects.toBeInstanceOf(CheckpointMoved);
      await expect(applyStretch(database, b, await stretchOf(8))).rejects.toBeInstanceOf(CheckpointMoved);
      expect((await admin.query('select from noted')).rowCount).toBe(0);
      expect(await applyStretch(database, a, await stretchOf(7))).toMatchObject({ folded: 5 });
      await expect(applyStretch(database, a, await stretchOf(7))).rejects.toBeInstanceOf(CheckpointMoved);
      expect((await admin.query('select from noted')).rowCount).toBe(5);
    } finally {
      await projectors.end();
    }
  });
});

/** The same numbers in [0, 1) for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
