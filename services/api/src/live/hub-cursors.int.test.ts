import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_LIMITS } from '@atelier/domain/live/contract.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { type World, openWorld } from '@atelier/application/projections/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depositAt, happen, scanned, type TestItem } from './testing-items.ts';
import { WiredScreen, openSteppedHub, type SteppedHub } from './testing-hub.ts';

let world: World;
const hubs: SteppedHub[] = [];

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  for (const { hub } of hubs) await hub.stop();
  await world.close();
});

async function open(
  ...options: Parameters<typeof openSteppedHub> extends [World, ...infer Rest] ? Rest : []
) {
  const opened = await openSteppedHub(world, ...options);
  hubs.push(opened);
  return opened;
}

/** A screen whose hello was accepted. */
const arrive = (...from: ConstructorParameters<typeof WiredScreen>) => new WiredScreen(...from).arrive();

const scan = (item: TestItem) => happen(world, item, scanned(1, item.storeId));

describe('a screen that comes with a cursor', () => {
  it('reads again when it subscribes after its cursor has run out', async () => {
    const node = await open();
    const item = await depositAt(world, 1);
    await node.log.step();
    const topic = `item:${item.id}`;
    const before = arrive(node);
    await before.subscribe(topic);
    before.cut();
    await scan(item);
    await node.log.step();
    const back = arrive(node, before.cursor);
    node.timers.advance(15_000);
    await back.subscribe(topic);
    expect(back.wasResynced(topic)).toBe(true);
  });

  it('is given no position beyond its cursor before it has subscribed', async () => {
    const node = await open();
    const item = await depositAt(world, 1);
    await node.log.step();
    const cursor = arrive(node).cursor;
    await scan(item);
    await node.log.step();
    const back = arrive(node, cursor);
    node.timers.advance(LIVE_LIMITS.heartbeatMs);
    expect(back.positions).toEqual([cursor.position, cursor.position]);
  });

  it('is given no position beyond its cursor before the replay is complete', async () => {
    const node = await open();
    const [one, other] = [await depositAt(world, 1), await depositAt(world, 1)];
    await node.log.step();
    const cursor = arrive(node).cursor;
    await scan(one);
    await scan(other);
    await node.log.step();
    const back = arrive(node, cursor);
    await back.subscribe(`item:${one.id}`, `item:${other.id}`);
    expect(back.frames.map(({ type }) => type)).toEqual(['welcome', 'subscribed', 'change', 'change']);
    expect(back.positions).toEqual([cursor.position, cursor.position, cursor.position, node.hub.position]);
  });

  it('is given no position at all before it is sent a resync', async () => {
    const node = await open();
    const item = await depositAt(world, 1);
    await node.log.step();
    const topic = `item:${item.id}`;
    const back = arrive(node, { epoch: 'another', position: node.hub.position + 5 });
    await back.subscribe(topic);
    expect(back.frames.map(({ type }) => type)).toEqual(['welcome', 'resync', 'subscribed']);
    expect(back.positions).toEqual([0, node.hub.position]);
    const again = arrive(node, { epoch: node.hub.epoch, position: 0 });
    await again.subscribe(topic);
    expect(again.wasResynced(topic)).toBe(true);
  });
});

describe('a batch that speaks to several topics of a screen', () => {
  it('loses nothing when the screen is cut within it and resumes where batches end elsewhere', async () => {
    const [first, second] = [await open(), await open()];
    const [one, other] = [await depositAt(world, 1), await depositAt(world, 1)];
    await first.log.step();
    await second.log.step();
    const topics = [`item:${one.id}`, `item:${other.id}`];
    const screen = arrive(first);
    await screen.subscribe(...topics);
    screen.cutAfter(1);
    const written = [await scan(one), await scan(other)];
    await first.log.step();
    await second.log.step(1);
    await second.log.step(1);
    const back = arrive(second, screen.cursor);
    await back.subscribe(...topics);
    const shown = [one, other].map(({ id }) => back.versionOf(id) ?? screen.versionOf(id));
    expect(shown).toEqual(written.map(({ version }) => version));
  });

  it('gives its end with the last frame, which is that of the record itself', async () => {
    const node = await open();
    const item = await depositAt(world, 1);
    await node.log.step();
    const start = node.hub.position;
    const screen = arrive(node);
    await screen.subscribe(`item:${item.id}`, `rma:${item.rmaId}`, `store:1`);
    const { position } = await scan(item);
    await node.log.step();
    expect(screen.changes.map((change) => [change.topic.split(':')[0], change.position])).toEqual([
      ['store', start],
      ['rma', start],
      ['item', position],
    ]);
  });

  it('is not sent again to a screen that had all of it', async () => {
    const node = await open();
    const item = await depositAt(world, 1);
    await node.log.step();
    const topics = [`item:${item.id}`, `rma:${item.rmaId}`];
    const screen = arrive(node);
    await screen.subscribe(...topics);
    await scan(item);
    await node.log.step();
    screen.cut();
    const back = arrive(node, screen.cursor);
    await back.subscribe(...topics);
    expect(back.changes).toEqual([]);
  });
});

describe('a cursor that no log of this node ever reached', () => {
  it.each([
    ['of another history', () => 'another'],
    ['of this history, which was set back', (node: SteppedHub) => node.hub.epoch],
  ])('%s is answered with resync, and what comes next is sent', async (_what, epochOf) => {
    const node = await open();
    const item = await depositAt(world, 1);
    await node.log.step();
    const topic = `item:${item.id}`;
    const back = arrive(node, { epoch: epochOf(node), position: node.hub.position + 5_000 });
    await back.subscribe(topic);
    expect(back.wasResynced(topic)).toBe(true);
    const { version } = await scan(item);
    await node.log.step();
    expect(back.versionOf(item.id)).toBe(version);
    expect(back.cursor.position).toBe(node.hub.position);
  });

  it('of a node further ahead is honoured: nothing is sent twice, and what comes next is sent', async () => {
    const [ahead, behind] = [await open(), await open()];
    const item = await depositAt(world, 1);
    await ahead.log.step();
    await behind.log.step();
    const first = await scan(item);
    await ahead.log.step();
    const topic = `item:${item.id}`;
    const back = arrive(behind, { epoch: ahead.hub.epoch, position: ahead.hub.position });
    await back.subscribe(topic);
    await behind.log.step();
    expect([back.changes, back.wasResynced(topic)]).toEqual([[], false]);
    const next = await scan(item);
    await behind.log.step();
    expect([first.version, back.versionOf(item.id)]).toEqual([next.version - 1, next.version]);
  });
});

describe('a history that changes while a screen subscribes', () => {
  it('makes the screen read again', async () => {
    let isPaused = true;
    const node = await open(({ rows }) => ({
      rows: {
        ...rows,
        isVisible: async (...asked) => {
          while (isPaused) await sleep(5);
          return rows.isVisible(...asked);
        },
      },
    }));
    const item = await depositAt(world, 1);
    await node.log.step();
    const topic = `item:${item.id}`;
    const back = arrive(node, { epoch: node.hub.epoch, position: node.hub.position });
    const subscribed = back.subscribe(topic);
    const owner = createPool({
      connectionString: world.database.connectionString,
      role: 'owner',
      max: 1,
    });
    await owner.query('select renew_epoch()');
    await owner.end();
    await node.log.step();
    isPaused = false;
    await subscribed;
    expect(back.wasResynced(topic)).toBe(true);
  });
});
