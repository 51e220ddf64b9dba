import { seeded } from '@atelier/application/projections/testing-histories.ts';
import type { LiveItem } from '@atelier/application/live/live-sources.queries.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../testing/testing-api.ts';
import { RowJson } from './topic-frames.ts';
import { checkMemory } from './memory-check.ts';
import { noteIn } from './memory-checks.ts';
import { liveSources } from '../live-sources.ts';
import { depositAt, happen, statusChanged, type TestItem } from './testing-items.ts';
import { openScreen } from './testing-screen.ts';

let api: ApiWorld;
let node: ApiNode;
let token = '';
beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ live: true });
  token = await signInAs(node.app, 'paris');
});
afterAll(() => api.close());

const PAR = () => api.sites.get('PAR') ?? 0;
const rowsOf = () => liveSources(api.world, () => DEFAULT_POLICY).rows;

function liveHub() {
  const hub = node.deps.live?.hub;
  if (hub === undefined) throw new Error('this node is not live');
  return hub;
}

/** A frame with an item's row may come before the item's own events are read: the row is read again with those. */
const hubReaches = (position: number) =>
  expect.poll(() => liveHub().position).toBeGreaterThanOrEqual(position);

const check = (rows = rowsOf()) =>
  checkMemory({
    hub: liveHub(),
    rows,
    random: seeded(1),
    items: 1_000,
    confirmAfterMs: 10,
    onDifference: noteIn(node.deps),
  });

async function differences() {
  const rows = await api.world.db.selectFrom('difference_row').selectAll().orderBy('id').execute();
  return rows.filter(({ table_name }) => table_name === 'live');
}

describe('what a node remembers of items', () => {
  it('is compared with the read model: 20 of 20 seeded differences are found, forgotten and read again', async () => {
    const topic = `store:${PAR()}`;
    const screen = await openScreen(node.app, token, [topic]);
    const items: TestItem[] = [];
    for (let index = 0; index < 30; index += 1) items.push(await depositAt(api.world, PAR()));
    for (const item of items) {
      const { version, position } = await happen(api.world, item, statusChanged(1, 2));
      await screen.rowOf(topic, item.id, version);
      await hubReaches(position);
    }
    expect(await check()).toBe(0);
    const { reader } = liveHub();
    const spoilt = items.slice(0, 20);
    for (const { id } of spoilt) {
      const row = reader.memoryOf(id).row;
      if (row === undefined) throw new Error(`item ${id} is not remembered`);
      const older: LiveItem = {
        ...row,
        viewFor: (audience) => ({ ...row.viewFor(audience), rma_status_id: 1 }),
      };
      reader.recent.put(new RowJson(older));
    }
    expect(await check()).toBe(20);
    const found = await differences();
    expect(found.map(({ row_key }) => row_key)).toEqual(spoilt.map(({ id }) => `item_id=${id}`));
    for (const row of found) {
      expect(row).toMatchObject({ kind: 'changed', columns: ['rma_status_id'], stage: 'repaired' });
    }
    await screen.until(
      () => screen.frames.some((frame) => frame.type === 'resync' && frame.topics.includes(topic)),
      'a resync',
    );
    for (const { id } of spoilt) expect(reader.memoryOf(id).row).toBeUndefined();
    expect(await check()).toBe(0);
    screen.socket.terminate();
  });

  it('shows no difference while an open append keeps the node behind the read model', async () => {
    const topic = `store:${PAR()}`;
    const screen = await openScreen(node.app, token, [topic]);
    const item = await depositAt(api.world, PAR());
    await screen.rowOf(topic, item.id, 1);
    await hubReaches(item.position);
    const open = await api.world.pool.connect();
    let version = 0;
    try {
      // The lock of every append: the horizon stays below what is appended beside it, and the hub with it.
      await open.query('begin; select pg_advisory_xact_lock_shared(4715021)');
      ({ version } = await happen(api.world, item, statusChanged(1, 2)));
      expect(await check()).toBe(0);
      expect(liveHub().reader.memoryOf(item.id).row?.version).toBe(1);
    } finally {
      await open.query('rollback');
      open.release();
    }
    await screen.rowOf(topic, item.id, version);
    expect(await check()).toBe(0);
    screen.socket.terminate();
  });

  it('shows no difference where the memory moves on while the read model is read', async () => {
    const topic = `store:${PAR()}`;
    const screen = await openScreen(node.app, token, [topic]);
    const item = await depositAt(api.world, PAR());
    await screen.rowOf(topic, item.id, 1);
    const moving = {
      ...rowsOf(),
      items: async (ids: readonly number[]) => {
        const read = await rowsOf().items(ids);
        const { version } = await happen(api.world, item, statusChanged(1, 2));
        await screen.rowOf(topic, item.id, version);
        return read;
      },
    };
    expect(await check(moving)).toBe(0);
    screen.socket.terminate();
  });

  it('shows no difference while items move', async () => {
    const before = (await differences()).length;
    const screen = await openScreen(node.app, token, [`store:${PAR()}`]);
    const moving = async () => {
      for (let index = 0; index < 40; index += 1) {
        const item = await depositAt(api.world, PAR());
        await happen(api.world, item, statusChanged(1, 2), statusChanged(2, 3));
      }
    };
    let isDone = false;
    const work = moving().finally(() => (isDone = true));
    while (!isDone) expect(await check()).toBe(0);
    await work;
    expect((await differences()).length).toBe(before);
    screen.socket.terminate();
  });
});
