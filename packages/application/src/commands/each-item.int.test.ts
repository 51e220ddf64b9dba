import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemStream } from '@atelier/domain/kernel.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { COMMAND_PATHS } from '@atelier/event-store/testing/command-paths.ts';
import type { AppendRequest, EventStore } from '@atelier/event-store/types.ts';
import { itemAggregate, shipmentAggregate } from '../aggregates.ts';
import { inScope } from '../platform/database.ts';
import { openWorld, TEST_NOW, type World } from '../projections/testing.ts';
import { moveItemsTo } from '../repair/move.commands.ts';
import {
  moveItemTo,
  deposit,
  handClock,
  lyon,
  must,
  newDeposit,
  sendToWarehouse,
  servicesOf,
  warehouse,
} from './testing-commands.ts';
import { findShipmentId } from '../shipping/shipment-number.queries.ts';
import type { CommandServices } from './run-command.ts';

const PIECES = 8;

describe.each(COMMAND_PATHS)('several pieces in one call, without $without', ({ without }) => {
  let world: World;
  let services: CommandServices;
  beforeAll(async () => {
    world = await openWorld({ without });
    services = servicesOf(world, handClock(TEST_NOW));
  });
  afterAll(() => world.close());

  let packages = 0;
  const underWay = async () => {
    const ids: number[] = [];
    for (let made = 0; made < PIECES; made += 1)
      ids.push((await deposit(services, await newDeposit(world))).itemId);
    const tracking = `EACH-${(packages += 1)}`;
    await sendToWarehouse(services, ids, tracking);
    return { ids, tracking };
  };
  const atBench = async () => {
    const { ids } = await underWay();
    for (const target of [Status.ReceiveFromShop, Status.RepairProcess])
      await moveItemsTo(services, warehouse(), to(target, ids));
    return ids;
  };
  const to = (target: StatusId, ids: readonly number[]) => ids.map((itemId) => ({ itemId, target }));

  /** A node that remembers nothing and notes its appends; something happens elsewhere after its first read. */
  function watchedNode(meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
    const appends: AppendRequest[] = [];
    let readings = 0;
    const store: EventStore = {
      ...world.store,
      states: undefined,
      readStreams: async (ids) => {
        const histories = await world.store.readStreams<never>(ids);
        readings += 1;
        if (readings === 1) await meanwhile();
        return histories;
      },
      append: (request) => {
        appends.push(request);
        return world.store.append(request);
      },
    };
    return { node: servicesOf({ ...world, store }, handClock(TEST_NOW)), appends, readings: () => readings };
  }

  async function historyOf(itemId: number) {
    const { events, version } = await world.store.readStream(itemStream(itemId));
    const state = itemAggregate.stateOf(events);
    return { version, events, status: state.kind === 'item' ? state.status : null };
  }

  const statusesOf = async (ids: readonly number[]) =>
    (await Promise.all(ids.map(historyOf))).map(({ status }) => status);

  it('reads once, appends once, and writes every row with its stream', async () => {
    const ids = await atBench();
    const { node, appends, readings } = watchedNode();
    const outcomes = await moveItemsTo(node, warehouse(), to(Status.RepairPolish, ids));
    expect(outcomes.map(({ id, outcome }) => [id, outcome.ok])).toEqual(ids.map((id) => [id, true]));
    expect([readings(), appends.length]).toEqual([1, 1]);
    const rows = await inScope(world.db, { kind: 'all' }, (trx) =>
      trx
        .selectFrom('item_row')
        .select(['id', 'status', 'version'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute(),
    );
    const versions = await Promise.all(ids.map(historyOf));
    expect(rows).toEqual(
      ids.map((id, at) => ({ id, status: Status.RepairPolish, version: versions[at]?.version })),
    );
  });

  it('moves the others when one is refused, and writes nothing of that one', async () => {
    const ids = await atBench();
    const [refused = 0, ...moved] = ids;
    must(await moveItemTo(services, warehouse(), { itemId: refused, target: Status.RepairPolish }));
    const before = await historyOf(refused);
    const outcomes = await moveItemsTo(services, warehouse(), to(Status.RepairPolish, ids));
    expect(outcomes[0]).toMatchObject({
      id: refused,
      outcome: { ok: false, rejection: { code: 'already_in_status' } },
    });
    expect(outcomes.slice(1).every(({ outcome }) => outcome.ok)).toBe(true);
    expect((await historyOf(refused)).version).toBe(before.version);
    expect(await statusesOf(moved)).toEqual(moved.map(() => Status.RepairPolish));
  });

  it('answers a repeated call as the first, refusals too, and writes nothing more', async () => {
    const ids = await atBench();
    const [refused = 0] = ids;
    must(await moveItemTo(services, warehouse(), { itemId: refused, target: Status.RepairPolish }));
    const key = { person: 'user-1', key: `again-${refused}`, fingerprint: 'f' };
    const call = () =>
      moveItemsTo(services, warehouse({ idempotency: key }), to(Status.RepairPolish, [...ids, 987_654]));
    const first = await call();
    // By then it could be moved.
    const back = { itemId: refused, target: Status.RepairProcess, reason: 'Polished by mistake' };
    must(await moveItemTo(services, warehouse(), back));
    const written = await Promise.all(ids.map(historyOf));
    const again = await call();
    const codes = (outcomes: typeof first) =>
      outcomes.map(({ outcome }) => (outcome.ok ? outcome.versions : outcome.rejection.code));
    expect(codes(again)).toEqual(codes(first));
    expect(codes(first).at(-1)).toBe('not_found');
    expect(await Promise.all(ids.map(historyOf))).toEqual(written);
  });

  it('decides again when one of the streams was written to meanwhile', async () => {
    const ids = await atBench();
    const [raced = 0] = ids;
    const { node, appends } = watchedNode(() =>
      moveItemTo(services, warehouse(), { itemId: raced, target: Status.RepairPolish }),
    );
    const outcomes = await moveItemsTo(node, warehouse(), to(Status.RepairPolish, ids));
    expect(outcomes.map(({ outcome }) => (outcome.ok ? 'moved' : outcome.rejection.code))).toEqual(
      ids.map((id) => (id === raced ? 'already_in_status' : 'moved')),
    );
    expect(appends.length).toBe(2);
    const histories = await Promise.all(ids.map(historyOf));
    const movesTo = histories.map(
      ({ events }) => events.filter(({ data }) => 'to' in data && data.to === Status.RepairPolish).length,
    );
    expect(movesTo).toEqual(ids.map(() => 1));
  });

  it('receives a whole package in one append, each line once', async () => {
    const { ids, tracking } = await underWay();
    const { node, appends } = watchedNode();
    const outcomes = await moveItemsTo(node, warehouse(), to(Status.ReceiveFromShop, ids));
    expect(outcomes.every(({ outcome }) => outcome.ok)).toBe(true);
    expect(appends.length).toBe(1);
    const stream = await world.store.readStream(`shipment-${await findShipmentId(world.db, tracking)}`);
    const shipment = shipmentAggregate.stateOf(stream.events);
    expect(shipment.kind === 'shipment' && shipment.lines.map(({ state }) => state)).toEqual(
      ids.map(() => 'received'),
    );
    const received = stream.events.filter(({ type }) => type === 'ShipmentItemReceived');
    expect(received.length).toBe(ids.length);
  });

  it('shows nothing of pieces that the caller may not see', async () => {
    const ids = await atBench();
    const outcomes = await moveItemsTo(services, lyon(), to(Status.RepairPolish, ids));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(
      ids.map(() => ({ ok: false, rejection: { code: 'not_found' } })),
    );
    expect(await statusesOf(ids)).toEqual(ids.map(() => Status.RepairProcess));
  });
});
