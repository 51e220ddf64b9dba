import { createPool } from '@atelier/event-store/pool.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../testing/testing-api.ts';
import { custodyMoved, depositAt, happen, scanned, statusChanged } from './testing-items.ts';
import { openScreen, type Change, type Cursor, type Screen } from './testing-screen.ts';

let api: ApiWorld;
let node: ApiNode;
let paris: string;
let factory: string;
const screens: Screen[] = [];

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ live: true });
  paris = await signInAs(node.app, 'paris');
  factory = await signInAs(node.app, 'factory');
});
afterEach(() => screens.splice(0).forEach((screen) => screen.socket.terminate()));
afterAll(() => api.close());

const site = (code: string): number => api.sites.get(code) ?? 0;

async function open(token: string, topics: readonly string[], cursor?: Cursor, at = node): Promise<Screen> {
  const screen = await openScreen(at.app, token, topics, cursor);
  screens.push(screen);
  return screen;
}

/** A screen that saw something and was then cut off. */
async function cutScreen(token: string, topics: readonly string[]): Promise<Cursor> {
  const screen = await open(token, topics);
  const { epoch, position } = await screen.frame('welcome');
  screen.socket.terminate();
  return { epoch, position };
}

async function reached(hubs: readonly ApiNode[], position: number): Promise<void> {
  const behind = () => hubs.some(({ deps }) => (deps.live?.hub.position ?? 0) < position);
  while (behind()) await sleep(10);
}

/** Changes that carry rows; counters come when they come. */
const rowsSent = (screen: Screen): readonly Change[] =>
  screen.changes.filter((change) => change.rows.length > 0 || change.removed !== undefined);

describe('a screen that was cut off', () => {
  it('is sent what it missed, as it is now', async () => {
    const topic = `store:${site('PAR')}`;
    const item = await depositAt(api.world, site('PAR'));
    const cursor = await cutScreen(paris, [topic]);
    await happen(api.world, item, statusChanged(1, 2));
    const { version, position } = await happen(api.world, item, statusChanged(2, 3));
    await reached([node], position);
    const back = await open(paris, [topic], cursor);
    const row = await back.rowOf(topic, item.id, version);
    expect(row).toMatchObject({ version, rma_status_id: 3 });
    expect(back.frames.map((frame) => frame.type).slice(0, 3)).toEqual(['welcome', 'subscribed', 'change']);
    expect(rowsSent(back)).toHaveLength(1);
  });

  it('learns the counters too, in case the cut fell before them', async () => {
    const topic = `store:${site('PAR')}`;
    const item = await depositAt(api.world, site('PAR'));
    const { position } = await happen(api.world, item, statusChanged(1, 2));
    await reached([node], position);
    await api.world.settle();
    const cursor = await cutScreen(paris, [topic]);
    const back = await open(paris, [topic], cursor);
    const counters = await back.until(() => back.changes[0]?.counters, 'counters');
    expect(counters.position).toBeGreaterThanOrEqual(position);
  });

  it('is sent an item that came and went meanwhile', async () => {
    const topic = `stage:${site('FSZ')}:5`;
    const item = await depositAt(api.world, site('PAR'));
    await happen(api.world, item, statusChanged(1, 4), custodyMoved(site('PAR'), site('FSZ')));
    const cursor = await cutScreen(factory, [topic]);
    await happen(api.world, item, statusChanged(4, 5));
    const { version, position } = await happen(api.world, item, statusChanged(5, 6));
    await reached([node], position);
    const back = await open(factory, [topic], cursor);
    const change = await back.until(() => back.changes[0], 'a change');
    expect(change).toMatchObject({ rows: [], removed: [{ kind: 'item', id: item.id, version }] });
  });

  it('is sent nothing twice when nothing happened', async () => {
    const topic = `store:${site('PAR')}`;
    const cursor = await cutScreen(paris, [topic]);
    const back = await open(paris, [topic], cursor);
    await sleep(100);
    expect(rowsSent(back)).toEqual([]);
  });

  it('begins again where it was when it is cut once more in the midst of the replay', async () => {
    const item = await depositAt(api.world, site('PAR'));
    const itemTopics = [`store:${site('PAR')}`, `item:${item.id}`];
    const cursor = await cutScreen(paris, itemTopics);
    const { position } = await happen(api.world, item, statusChanged(1, 2));
    await reached([node], position);
    const back = await open(paris, itemTopics, cursor);
    await back.until(() => back.changes.length >= 2, 'both topics');
    expect(back.changes.map((change) => change.position)).toEqual([
      cursor.position,
      node.deps.live?.hub.position,
    ]);
  });

  it.each([
    ['of another history', (cursor: Cursor) => ({ ...cursor, epoch: 'another' })],
    ['from before what the node remembers', (cursor: Cursor) => ({ ...cursor, position: 0 })],
  ])('with a cursor %s reads everything again', async (_what, change) => {
    const small = await api.node({ live: true, journalEntries: 2 });
    const topic = `store:${site('PAR')}`;
    const item = await depositAt(api.world, site('PAR'));
    for (let time = 0; time < 4; time += 1) {
      const { position } = await happen(api.world, item, scanned(2, site('PAR')));
      await reached([small], position);
    }
    const live = small.deps.live?.hub;
    const cursor = { epoch: live?.epoch ?? '', position: live?.position ?? 0 };
    const back = await open(paris, [topic], change(cursor), small);
    expect(await back.frame('resync')).toEqual({ type: 'resync', topics: [topic] });
    await small.close();
  });

  it('goes on at another node', async () => {
    const other = await api.node({ live: true });
    const topic = `store:${site('PAR')}`;
    const item = await depositAt(api.world, site('PAR'));
    const cursor = await cutScreen(paris, [topic]);
    const { version, position } = await happen(api.world, item, statusChanged(1, 2));
    await reached([node, other], position);
    const back = await open(paris, [topic], cursor, other);
    expect(await back.rowOf(topic, item.id, version)).toMatchObject({ rma_status_id: 2 });
    await other.close();
  });

  it('goes on at a node that has just been started', async () => {
    const topic = `store:${site('PAR')}`;
    const item = await depositAt(api.world, site('PAR'));
    const cursor = await cutScreen(paris, [topic]);
    const { version, position } = await happen(api.world, item, statusChanged(1, 2));
    await reached([node], position);
    const fresh = await api.node({ live: true });
    const back = await open(paris, [topic], cursor, fresh);
    expect(await back.rowOf(topic, item.id, version)).toMatchObject({ rma_status_id: 2 });
    expect(back.frames.some((frame) => frame.type === 'resync')).toBe(false);
    await fresh.close();
  });
});

describe('another history', () => {
  it('makes every screen read again', async () => {
    const lone = await openApiWorld();
    const only = await lone.node({ live: true });
    const token = await signInAs(only.app, 'paris');
    const topic = `store:${lone.sites.get('PAR') ?? 0}`;
    const screen = await openScreen(only.app, token, [topic]);
    const before = only.deps.live?.hub.epoch;
    const owner = createPool({
      connectionString: lone.world.database.connectionString,
      role: 'owner',
      max: 1,
    });
    await owner.query('select renew_epoch()');
    await owner.end();
    await lone.world.store.advanceHorizon();
    expect(await screen.frame('resync')).toEqual({ type: 'resync', topics: [topic] });
    const item = await depositAt(lone.world, lone.sites.get('PAR') ?? 0);
    await screen.rowOf(topic, item.id);
    expect(screen.changes.at(-1)?.epoch).not.toBe(before);
    screen.socket.terminate();
    await lone.close();
  });
});
