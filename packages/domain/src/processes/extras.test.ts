import { describe, expect, it } from 'vitest';
import { Status } from '../shared/status.ts';
import type { StatusId } from '../shared/status.ts';
import { shipmentStatus } from '../shipping/shipment.ts';
import { adoptExtra } from './extras.ts';
import { markAllFound, markAllMissing, markMissing } from './loss.ts';
import { receiveItem } from './receive.ts';
import { at, depositItem, FACTORY, FACTORY_2, PARIS, TOKYO, World, worldAt } from './testing.ts';

/** Three items of one deposit on their way to the factory. */
const onTheWay = () =>
  new World()
    .deposit(
      100,
      [1, 2, 3].map((id) => depositItem(id)),
    )
    .pack(11, 1, PARIS, FACTORY, [1, 2, 3])
    .send(11);
const state = (world: World, id = 11) => shipmentStatus(world.shipment(id));
const receive = (world: World, itemId: number) =>
  world.try(receiveItem(itemId, {}, world.journey, world.ctx(at(FACTORY))))?.code ?? null;
const setApart = (world: World, code: string, itemId: number | null) =>
  world.try(world.onPackage(11, { type: 'SetExtraApart', code, itemId }, at(FACTORY)))?.code ?? null;
const adopt = (world: World, code: string, mayArriveAs?: readonly StatusId[]) =>
  world.try(
    adoptExtra(
      world.shipment(11),
      { code, ...(mayArriveAs && { mayArriveAs }) },
      world.journey,
      world.ctx(at(FACTORY)),
    ),
  )?.code ?? null;

describe('an extra is set apart until an operator adopts it (product/shipping.md §7)', () => {
  it('puts the package in discrepancy, and adopting ends that', () => {
    const world = onTheWay();
    for (const id of [1, 2, 3]) receive(world, id);
    expect(setApart(world, 'X-1', null)).toBeNull();
    expect(state(world)).toBe('Discrepancy');
    expect([adopt(world, 'X-1'), adopt(world, 'X-1')]).toEqual([null, null]);
    expect(state(world)).toBe('Received');
  });

  it('is set apart once, whoever scans it again', () => {
    const world = onTheWay();
    expect([setApart(world, 'X-1', null), setApart(world, 'X-1', null)]).toEqual([null, null]);
    expect(world.shipment(11).extras).toHaveLength(1);
  });

  it('is never one of the package’s own pieces, nor adopted unseen', () => {
    const world = onTheWay();
    expect(setApart(world, 'PAR-1', 1)).toBe('already_exists');
    expect(adopt(world, 'X-9')).toBe('not_found');
  });

  it('receives a jewel of another package out of that one', () => {
    const world = onTheWay()
      .deposit(101, [depositItem(4)])
      .pack(12, 1, PARIS, FACTORY, [4])
      .send(12);
    expect(setApart(world, 'PAR-4', 4)).toBeNull();
    expect(adopt(world, 'PAR-4')).toBeNull();
    expect(world.item(4)).toMatchObject({ status: 3, custody: { kind: 'site', siteId: FACTORY } });
    expect(state(world, 12)).toBe('Received');
  });

  it('finds a jewel that another package is missing', () => {
    const world = onTheWay()
      .deposit(101, [depositItem(4)])
      .pack(12, 1, PARIS, FACTORY, [4])
      .send(12);
    world.run(markMissing(4, world.journey, world.ctx(at(FACTORY))));
    setApart(world, 'PAR-4', 4);
    expect(adopt(world, 'PAR-4')).toBeNull();
    expect(world.item(4)).toMatchObject({
      status: 3,
      holds: [],
      custody: { kind: 'site', siteId: FACTORY },
    });
    expect(state(world, 12)).toBe('Received');
  });

  it('puts a jewel that its sender forgot to list on the list, and receives it', () => {
    const world = onTheWay().deposit(101, [depositItem(4)]);
    setApart(world, 'PAR-4', 4);
    expect(adopt(world, 'PAR-4')).toBeNull();
    expect(world.item(4)).toMatchObject({ status: 3, custody: { kind: 'site', siteId: FACTORY } });
    expect(world.shipment(11).lines.find((line) => line.itemId === 4)).toMatchObject({ state: 'received' });
    expect(world.item(4).legs.travelled.at(-1)).toMatchObject({ shipmentId: 11 });
  });

  it('takes it out of the draft it was packed into', () => {
    const world = onTheWay()
      .deposit(101, [depositItem(4), depositItem(5)])
      .pack(12, 1, PARIS, FACTORY, [4, 5]);
    setApart(world, 'PAR-4', 4);
    expect(adopt(world, 'PAR-4')).toBeNull();
    expect(world.item(4)).toMatchObject({ status: 3, custody: { kind: 'site', siteId: FACTORY } });
    expect(world.shipment(12).lines.map((line) => line.itemId)).toEqual([5]);
  });

  it('only ticks off a jewel that has come in meanwhile', () => {
    const world = onTheWay()
      .deposit(101, [depositItem(4)])
      .pack(12, 1, PARIS, FACTORY, [4])
      .send(12);
    setApart(world, 'PAR-4', 4);
    receive(world, 4);
    expect(adopt(world, 'PAR-4')).toBeNull();
    expect(world.shipment(11).lines).toHaveLength(3);
  });

  it('leaves a jewel apart that custody places with somebody else', () => {
    const world = onTheWay()
      .deposit(101, [depositItem(4)])
      .pack(12, 1, PARIS, FACTORY_2, [4])
      .send(12);
    world.run(receiveItem(4, {}, world.journey, world.ctx(at(FACTORY_2))));
    setApart(world, 'PAR-4', 4);
    expect(adopt(world, 'PAR-4')).toBe('illegal_transition');
    expect(world.item(4).custody).toEqual({ kind: 'site', siteId: FACTORY_2 });
    expect(state(world)).toBe('Discrepancy');
  });

  it('takes in a jewel of another store that left unlisted', () => {
    const world = worldAt(Status.RepairDone);
    const bound = { id: 12, orderType: 2, origin: FACTORY, destination: TOKYO } as const;
    world.shipments.set(12, { ...world.shipment(11), ...bound, lines: [], extras: [] });
    const scan = { type: 'SetExtraApart', code: 'PAR-1', itemId: 1 } as const;
    world.run(world.onPackage(12, scan, at(TOKYO)));
    world.run(adoptExtra(world.shipment(12), { code: 'PAR-1' }, world.journey, world.ctx(at(TOKYO))));
    expect(world.item(1)).toMatchObject({
      status: Status.ShopReceived,
      custody: { kind: 'site', siteId: TOKYO },
    });
  });

  it('asks for the right to let it arrive as what it would become', () => {
    const world = onTheWay().deposit(101, [depositItem(4)]);
    setApart(world, 'PAR-4', 4);
    expect(adopt(world, 'PAR-4', [15])).toBe('illegal_transition');
    expect(world.item(4)).toMatchObject({ status: 1, custody: { kind: 'site', siteId: PARIS } });
    expect(adopt(world, 'PAR-4', [3])).toBeNull();
  });
});

describe('what did not come out of a package', () => {
  it('is flagged together, and a second time without effect', () => {
    const world = onTheWay();
    receive(world, 1);
    const flag = () => world.try(markAllMissing([2, 3], world.journey, world.ctx(at(FACTORY))));
    expect(flag()).toBeNull();
    const before = world.logs.get('shipment-11')?.length;
    expect(flag()).toBeNull();
    expect(world.logs.get('shipment-11')?.length).toBe(before);
    expect(world.shipment(11).lines.map((line) => line.state)).toEqual(['received', 'missing', 'missing']);
    // It stays where it was lost: on its way between the two ends (product/shipping.md §7).
    expect(world.item(2).custody).toMatchObject({ kind: 'shipment', from: PARIS, to: FACTORY });
  });

  it('is found again together; where nothing is missing, nothing is found', () => {
    const world = onTheWay();
    const found = (ids: readonly number[]) =>
      world.try(markAllFound(ids, world.journey, world.ctx(at(FACTORY))))?.code ?? null;
    world.run(markAllMissing([2, 3], world.journey, world.ctx(at(FACTORY))));
    expect(found([1, 2, 3])).toBeNull();
    expect(state(world)).toBe('Sent');
    expect(found([2, 3])).toBe('not_missing');
  });

  it('is all or nothing', () => {
    const world = onTheWay();
    expect(world.try(markAllMissing([2, 99], world.journey, world.ctx(at(FACTORY))))?.code).toBe('not_found');
    expect(world.item(2).holds).toEqual([]);
  });
});

describe('an extra that was adopted', () => {
  it('is adopted once: the second time nothing is recorded', () => {
    const world = onTheWay();
    for (const id of [1, 2, 3]) receive(world, id);
    setApart(world, 'X-1', null);
    adopt(world, 'X-1');
    const again = adoptExtra(world.shipment(11), { code: 'X-1' }, world.journey, world.ctx(at(FACTORY)));
    expect(again).toEqual({ ok: true, streams: [] });
  });
});
