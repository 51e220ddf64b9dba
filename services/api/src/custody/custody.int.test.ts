import type { PersonName } from '../testing/testing-api.ts';
import { heldRowsOf, itemCustodyOf } from './testing-custody.ts';
import { HOUR_MS } from '@atelier/domain/kernel.ts';
import {
  deposit,
  handClock,
  newDeposit,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
  WHS,
} from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
let itemId: number;
let other: number;

beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory', 'admin', 'auditor']);
  const clock = handClock(new Date(Date.now() - HOUR_MS));
  const services = servicesOf(calls.api.world, clock);
  const depositOne = async () => (await deposit(services, await newDeposit(calls.api.world))).itemId;
  [itemId, other] = [await depositOne(), await depositOne()];
  clock.advance(HOUR_MS / 2);
  await sendToWarehouse(services, [itemId, other], 'C-OUT');
  await calls.move('warehouse', itemId, 3);
  await calls.api.world.settle();
});
afterAll(() => calls.api.close());

const ask = (who: PersonName, query: string) => calls.call(who, 'GET', `/custody?${query}`);
const chainOf = async (who: PersonName, id: number) =>
  itemCustodyOf(await ask(who, `rma_item_id=${id}`)).chain;

describe('GET /custody of an item', () => {
  it('names the holder, since when, by whom, and the whole chain', async () => {
    const reply = await ask('paris', `rma_item_id=${itemId}`);
    expect(reply.status).toBe(200);
    expect(reply.data).toMatchObject({
      of: 'item',
      at: null,
      item: { id: itemId, rma_status_id: 3 },
      held: { holder: { kind: 'site', site: { id: WHS } }, until: null, actor: 'warehouse person' },
    });
    expect(itemCustodyOf(reply).chain.map((span) => span.holder.kind)).toEqual(['site', 'shipment', 'site']);
    expect(itemCustodyOf(reply).chain[1]?.holder.shipment).toMatchObject({
      tracking_no: 'C-OUT',
      from: { code: 'PAR' },
      to: { code: 'WHS' },
    });
    expect(reply.body.total).toBe(3);
  });

  it('answers a past moment with the holder of that moment', async () => {
    const chain = await chainOf('paris', itemId);
    const then = await ask('paris', `rma_item_id=${itemId}&at=${chain[1]?.since}`);
    expect(itemCustodyOf(then).held).toMatchObject({ holder: { kind: 'shipment' }, until: null });
    expect(itemCustodyOf(then).chain).toHaveLength(2);
    const before = await ask('paris', `rma_item_id=${itemId}&at=2020-01-01T00:00:00Z`);
    expect(before.body.data).toMatchObject({ held: null, chain: [] });
  });

  it('does not exist for another shop, or a factory it never went to', async () => {
    for (const who of ['tokyo', 'factory'] as const) {
      expect((await ask(who, `rma_item_id=${itemId}`)).status).toBe(404);
    }
  });
});

describe('GET /custody of a site', () => {
  it('lists what a site holds, for its own accounts and for those who see everything', async () => {
    for (const who of ['warehouse', 'admin', 'auditor'] as const) {
      const reply = await ask(who, `site_id=${WHS}`);
      expect(reply.status).toBe(200);
      expect(reply.body.total).toBe(1);
      expect(heldRowsOf(reply)).toMatchObject([
        { item: { id: itemId }, held: { holder: { site: { id: WHS } } } },
      ]);
    }
    for (const who of ['paris', 'factory'] as const) {
      expect((await ask(who, `site_id=${WHS}`)).status).toBe(404);
    }
    expect((await ask('admin', 'site_id=99999')).status).toBe(404);
  });

  it('answers what it held at a past moment', async () => {
    const chain = await chainOf('paris', itemId);
    const paris = await ask('paris', `site_id=1&at=${chain[0]?.since}`);
    expect(heldRowsOf(paris).map((row) => row.item.id)).toContain(itemId);
    expect((await ask('warehouse', `site_id=${WHS}&at=${chain[1]?.since}`)).body).toMatchObject({ total: 0 });
  });
});

describe('GET /custody of a package', () => {
  it('shows for each of its items whether the package has it still, to both ends', async () => {
    for (const who of ['paris', 'warehouse', 'auditor'] as const) {
      const reply = await ask(who, 'tracking_no=C-OUT');
      expect(reply.data).toMatchObject({ of: 'shipment', inside: 1, shipment: { tracking_no: 'C-OUT' } });
      expect(heldRowsOf(reply)).toMatchObject([
        { item: { id: itemId }, held: { holder: { kind: 'site', site: { id: WHS } } } },
        { item: { id: other }, held: { holder: { kind: 'shipment', shipment: { tracking_no: 'C-OUT' } } } },
      ]);
      expect(reply.body.total).toBe(2);
    }
    expect((await ask('tokyo', 'tracking_no=C-OUT')).status).toBe(404);
  });

  it('had both when it had just left', async () => {
    const chain = await chainOf('paris', itemId);
    const { data } = await ask('paris', `tracking_no=C-OUT&at=${chain[1]?.since}`);
    expect(data).toHaveProperty('inside', 2);
  });
});

describe('a replaced piece', () => {
  it('stays with the factory that kept it, when the jewel has long gone home', async () => {
    const id = await calls.received();
    for (const target of [4, 6, 8, 12]) await calls.move('warehouse', id, target);
    const replacement = { sku: (await calls.rowOf('paris', id)).product_sku, serial_number: 'NEW-1' };
    const moved = await calls.move('warehouse', id, 13, { outcome: 'replaced', replacement });
    expect(moved.status).toBe(200);
    await calls.api.world.settle();
    const kept = await ask('warehouse', `site_id=${WHS}&kept=1`);
    expect(heldRowsOf(kept)).toMatchObject([
      { item: { id }, held: { piece: 1, holder: { kind: 'factory-kept', site: { id: WHS } } } },
    ]);
    const { held, chain } = itemCustodyOf(await ask('paris', `rma_item_id=${id}`));
    expect(held).toMatchObject({ piece: 0, holder: { kind: 'site' } });
    expect(chain.filter((span) => span.piece === 1)).toHaveLength(1);
  });
});

describe('a question that is none', () => {
  it.each([
    ['nothing', ''],
    ['two things at once', 'rma_item_id=1&site_id=20'],
    ['no instant', 'rma_item_id=1&at=yesterday'],
    ['an unknown key', 'rma_item_id=1&when=now'],
    ['a page too large', 'site_id=20&page_size=500'],
  ])('%s is refused', async (_, query) => {
    expect((await ask('admin', query)).status).toBe(400);
  });

  it('about tomorrow is refused by its field', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const { status, body } = await ask('admin', `site_id=${WHS}&at=${tomorrow}`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: 'at', code: 'moment_in_future' }]);
  });
});

describe('what a read waits for', () => {
  it('is the projection, when it carries min_position', async () => {
    const id = await calls.deposited();
    const { events } = await calls.api.world.store.readStream(`item-${id}`);
    const position = events.at(-1)?.position ?? 0;
    const [answer] = await Promise.all([
      ask('paris', `site_id=1&min_position=${position}`),
      calls.api.world.settle(),
    ]);
    expect(heldRowsOf(answer).map((row) => row.item.id)).toContain(id);
  });

  it('leaves the chain of a jewel that came home whole', async () => {
    const id = await calls.deposited();
    await sendToWarehouse(calls.services, [id], 'C-OUT-2');
    await repairAndReturn(calls.services, id, 'C-BACK-2');
    const chain = await chainOf('paris', id);
    for (const [index, span] of chain.entries()) {
      expect(span.until).toBe(chain[index + 1]?.since ?? null);
      expect(span.until_position).toBe(chain[index + 1]?.position ?? null);
    }
    expect(chain).toHaveLength(5);
  });
});
