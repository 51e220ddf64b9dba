import type { Principal } from '@atelier/domain/identity/principal.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { LIVE_LIMITS } from '@atelier/domain/live/contract.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depositAt, happen, scanned } from './testing-items.ts';
import { ADMINISTRATOR, openSteppedHub, WiredScreen, type SteppedHub } from './testing-hub.ts';

const PAR = 1;
let world: World;
let node: SteppedHub;

beforeAll(async () => {
  world = await openWorld();
  node = await openSteppedHub(world);
});
afterAll(async () => {
  await node.hub.stop();
  await world.close();
});

const shopkeeper = (siteId: number, id: number): Principal => ({
  ...ADMINISTRATOR,
  user: { id, name: 'Shopkeeper', email: `shop-${id}@test` },
  userType: 'shop',
  siteId,
  storeId: siteId,
  permissions: new Set(STANDARD_ROLES.shop.permissions),
  sessionId: `session-${id}`,
});

async function openScreen(topics: readonly string[], who?: Principal): Promise<WiredScreen> {
  const screen = new WiredScreen(node, undefined, who).arrive();
  await screen.subscribe(...topics);
  return screen;
}

describe('a batch for several screens', () => {
  it('is one piece, the very same for all who may see the same and subscribe to the same', async () => {
    const item = await depositAt(world, PAR);
    await node.log.step();
    const topics = [`store:${PAR}`, `item:${item.id}`];
    const one = await openScreen(topics, shopkeeper(PAR, 1));
    const other = await openScreen(topics, shopkeeper(PAR, 2));
    const before = one.written.length;
    await happen(world, item, scanned(1, PAR));
    await node.log.step();
    expect(one.written.length).toBe(before + 1);
    expect(one.changes.map(({ topic }) => topic)).toEqual(topics);
    expect(other.written.at(-1)).toBe(one.written.at(-1));
  });

  it('is cut to each audience, and to the topics of each screen', async () => {
    const item = await depositAt(world, PAR);
    await node.log.step();
    const shop = await openScreen([`item:${item.id}`], shopkeeper(PAR, 1));
    const headquarters = await openScreen([`item:${item.id}`]);
    const both = await openScreen([`rma:${item.rmaId}`, `item:${item.id}`]);
    await happen(world, item, scanned(1, PAR));
    await node.log.step();
    expect(shop.changes.map(({ topic }) => topic)).toEqual([`item:${item.id}`]);
    expect(both.changes.map(({ topic }) => topic)).toEqual([`rma:${item.rmaId}`, `item:${item.id}`]);
    const [forShop] = shop.changes[0]?.rows ?? [];
    const [forHeadquarters] = headquarters.changes[0]?.rows ?? [];
    expect(forShop?.version).toBe(forHeadquarters?.version);
    expect(forShop?.['phone']).toMatch(/\d/);
    expect(forHeadquarters?.['phone']).toBe('');
  });
});

describe('heartbeats', () => {
  it('reach every screen once in their period, and few screens at a time', async () => {
    const screens = await Promise.all(Array.from({ length: 100 }, () => openScreen([])));
    const beats = () => screens.map(({ frames }) => frames.filter(({ type }) => type === 'heartbeat').length);
    const begun = beats();
    node.timers.advance(LIVE_LIMITS.heartbeatMs / 10);
    const early = beats().filter((count, index) => count > (begun[index] ?? 0)).length;
    expect(early).toBeGreaterThan(0);
    expect(early).toBeLessThanOrEqual(20);
    node.timers.advance(LIVE_LIMITS.heartbeatMs * 0.9);
    expect(beats()).toEqual(begun.map((count) => count + 1));
  });
});
