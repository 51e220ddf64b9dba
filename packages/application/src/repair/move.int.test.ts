import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemStream, shipmentStream } from '@atelier/domain/kernel.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { itemAggregate, shipmentAggregate } from '../aggregates.ts';
import {
  deposit,
  handClock,
  must,
  newDeposit,
  PAR,
  paris,
  servicesOf,
  WHS,
  moveItemTo,
} from '../commands/testing-commands.ts';
import type { CommandServices } from '../commands/run-command.ts';
import { openWorld, TEST_NOW, type World } from '../projections/testing.ts';
import { packItems } from '../shipping/pack.commands.ts';
import { findShipmentId } from '../shipping/shipment-number.queries.ts';
import { signPackage } from '../shipping/send.commands.ts';
import { addComment } from './item-words.commands.ts';
import { moveItemsTo } from './move.commands.ts';

let world: World;
let services: CommandServices;
beforeAll(async () => {
  world = await openWorld();
  services = servicesOf(world, handClock(TEST_NOW));
});
afterAll(() => world.close());

const pack = async (trackingNumber: string, itemIds: readonly number[]) =>
  must(
    await packItems(services, paris(), {
      trackingNumber,
      itemIds,
      orderType: 1,
      origin: PAR,
      destination: WHS,
    }),
  );

/** A separate node; something happens elsewhere right after its first read, or a later one. */
function nodeWhere(meanwhile: () => Promise<unknown>, after = 1): CommandServices {
  let readings = 0;
  const store: EventStore = {
    ...world.store,
    // Another node remembers nothing of what this one wrote.
    states: undefined,
    readStreams: async (ids) => {
      const histories = await world.store.readStreams<never>(ids);
      readings += 1;
      if (readings === after) await meanwhile();
      return histories;
    },
  };
  return servicesOf({ ...world, store }, handClock(TEST_NOW));
}

const cancel = (on: CommandServices, itemId: number) =>
  moveItemTo(on, paris(), { itemId, target: Status.Cancelled, reason: 'The customer changed her mind' });

async function packedIn(trackingNumber: string) {
  const id = await findShipmentId(world.db, trackingNumber);
  const { events } = await world.store.readStream(shipmentStream(id ?? 0));
  const state = shipmentAggregate.stateOf(events);
  return state.kind === 'shipment' ? state.lines.map(({ itemId }) => itemId) : [];
}

async function stateOf(itemId: number) {
  const state = itemAggregate.stateOf((await world.store.readStream(itemStream(itemId))).events);
  if (state.kind !== 'item') throw new Error(`there is no item ${itemId}`);
  return state;
}

describe('a move whose item comes into a package meanwhile', () => {
  it('takes it out of the package that it was packed into between reading and deciding', async () => {
    const { itemId } = await deposit(services, await newDeposit(world));
    const node = nodeWhere(() => pack('MOVE-1', [itemId]));
    expect(await cancel(node, itemId)).toMatchObject({ ok: true });
    expect(await stateOf(itemId)).toMatchObject({ status: Status.Cancelled, legs: { current: null } });
    expect(await packedIn('MOVE-1')).toEqual([]);
  });

  it('takes it out of a package that this node, which remembers the item, has not seen', async () => {
    const { itemId } = await deposit(services, await newDeposit(world));
    const node = nodeWhere(() => Promise.resolve());
    const remark = { itemId, commentType: 1, text: 'Stone loose', email: null } as const;
    must(await addComment(node, paris(), remark));
    await pack('MOVE-2', [itemId]);
    expect(await cancel(node, itemId)).toMatchObject({ ok: true });
    expect(await packedIn('MOVE-2')).toEqual([]);
  });

  it('sends along what came into its package after the package was read', async () => {
    const { itemId } = await deposit(services, await newDeposit(world));
    const late = await deposit(services, await newDeposit(world));
    await pack('MOVE-3', [itemId]);
    must(await signPackage(services, paris(), 'MOVE-3', 'a'.repeat(64)));
    const packAndSign = async () => {
      await pack('MOVE-3', [late.itemId]);
      must(await signPackage(services, paris(), 'MOVE-3', 'a'.repeat(64)));
    };
    const node = nodeWhere(packAndSign, 2);
    const moves = [itemId, late.itemId].map((id) => ({ itemId: id, target: Status.SentToWarehouse }));
    expect(await moveItemsTo(node, paris(), moves)).toMatchObject([
      { outcome: { ok: true } },
      { outcome: { ok: true } },
    ]);
    expect(await stateOf(late.itemId)).toMatchObject({ status: Status.SentToWarehouse });
  });
});
