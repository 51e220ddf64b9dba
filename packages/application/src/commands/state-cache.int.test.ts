import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '@atelier/event-store/open-store.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { itemAggregate } from '../aggregates.ts';
import { EVENT_REGISTRY } from '../event-registry.ts';
import { openWorld, TEST_KEY, TEST_NOW, type World } from '../projections/testing.ts';
import {
  moveItemTo,
  deposit,
  handClock,
  must,
  newDeposit,
  sendToWarehouse,
  servicesOf,
  warehouse,
} from './testing-commands.ts';
import { scanItem } from '../repair/scan.commands.ts';
import type { CommandServices } from './run-command.ts';

let world: World;
/** Another node: a separate store with a separate cache. */
let otherStore: EventStore;
let other: CommandServices;

beforeAll(async () => {
  world = await openWorld();
  otherStore = await openStore({ pool: world.pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY });
  other = servicesOf({ ...world, store: otherStore }, handClock(TEST_NOW));
});
afterAll(async () => {
  await otherStore.close();
  await world.close();
});

/** Commands through a store that counts how often streams are read. */
function countingNode() {
  const node = { reads: 0 };
  const store: EventStore = {
    ...world.store,
    readStreams: (ids) => {
      node.reads += 1;
      return world.store.readStreams(ids);
    },
  };
  const services = servicesOf({ ...world, store }, handClock(TEST_NOW));
  return { node, services };
}

let packages = 0;

/** An item on its way to the warehouse. */
async function itemUnderWay(services: CommandServices): Promise<number> {
  const { itemId } = await deposit(services, await newDeposit(world));
  await sendToWarehouse(services, [itemId], `CACHE-${(packages += 1)}`);
  return itemId;
}

const scan = (services: CommandServices, itemId: number, target: StatusId = Status.ReceiveFromShop) =>
  scanItem(services, warehouse(), { code: String(itemId), target, trackingNumber: null });

async function rowAndFold(itemId: number) {
  const row = await world.asked({ kind: 'all' }, (trx) =>
    trx.selectFrom('item_row').selectAll().where('id', '=', itemId).executeTakeFirstOrThrow(),
  );
  const { version, events } = await world.store.readStream(`item-${itemId}`);
  const folded = itemAggregate.rowOf(events)?.values ?? {};
  const plain = (values: Readonly<Record<string, unknown>>): object =>
    JSON.parse(JSON.stringify(Object.fromEntries(Object.keys(folded).map((name) => [name, values[name]]))));
  return { version, row: plain({ ...row }), folded: plain(folded), rowVersion: row.version };
}

describe('the state cache', () => {
  it('spares the reading of a stream whose last command ran here', async () => {
    const { node, services } = countingNode();
    const itemId = await itemUnderWay(services);
    const before = node.reads;
    expect(await scan(services, itemId)).toMatchObject({ ok: true, result: { verdict: 'accepted' } });
    must(await moveItemTo(services, warehouse(), { itemId, target: Status.ReceiveFromShop }));
    expect(await scan(services, itemId, Status.RepairProcess)).toMatchObject({
      result: { verdict: 'accepted' },
    });
    expect(node.reads).toBe(before);
  });

  it('writes the row that a fold of the whole stream makes', async () => {
    const { services } = countingNode();
    const itemId = await itemUnderWay(services);
    await scan(services, itemId);
    must(await moveItemTo(services, warehouse(), { itemId, target: Status.ReceiveFromShop }));
    await scan(services, itemId, Status.RepairProcess);
    const { row, folded, version, rowVersion } = await rowAndFold(itemId);
    expect(row).toEqual(folded);
    expect(rowVersion).toBe(version);
  });

  it('gives way to what another node has written meanwhile', async () => {
    const { services } = countingNode();
    const itemId = await itemUnderWay(services);
    must(await moveItemTo(other, warehouse(), { itemId, target: Status.ReceiveFromShop }));
    // In the state of before, it still travels, and a scan for its receipt would be the first.
    expect(await scan(services, itemId)).toMatchObject({ ok: true, result: { verdict: 'already_done' } });
    const { row, folded } = await rowAndFold(itemId);
    expect(row).toEqual(folded);
  });

  it('does not reject for what another node has put right meanwhile', async () => {
    const { services } = countingNode();
    const itemId = await itemUnderWay(services);
    must(await moveItemTo(other, warehouse(), { itemId, target: Status.ReceiveFromShop }));
    const moved = await moveItemTo(services, warehouse(), { itemId, target: Status.RepairProcess });
    expect(moved).toMatchObject({ ok: true });
  });

  it('is emptied within a second once a person is erased', async () => {
    const { node, services } = countingNode();
    const itemId = await itemUnderWay(services);
    const { customer_ref: subject } = await world.asked({ kind: 'all' }, (trx) =>
      trx.selectFrom('item_row').select('customer_ref').where('id', '=', itemId).executeTakeFirstOrThrow(),
    );
    await otherStore.erase([subject], 'asked for');
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const before = node.reads;
    await scan(services, itemId);
    expect(node.reads).toBe(before + 1);
    const { row, folded } = await rowAndFold(itemId);
    expect(row).toMatchObject({ image_count: 0 });
    expect(row).toEqual(folded);
  });

  it('is emptied within a second once the log is another one', async () => {
    const { node, services } = countingNode();
    const itemId = await itemUnderWay(services);
    await world.pool.query('select renew_epoch_of(epoch) from log_horizon');
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const before = node.reads;
    await scan(services, itemId);
    expect(node.reads).toBe(before + 1);
  });
});
