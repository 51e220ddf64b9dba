import { describe, expect, it } from 'vitest';
import { Status, type StatusId } from '../shared/status.ts';
import { shipmentStatus } from '../shipping/shipment.ts';
import { arrivalStatus } from '../repair/travel.ts';
import { adoptExtra, ARRIVALS } from './extras.ts';
import { markAllFound, markAllMissing, markMissing } from './loss.ts';
import { receiveItem } from './receive.ts';
import { ALL_STATUSES } from './testing-moves.ts';
import { FACTORY, FACTORY_2, PARIS, TOKYO, World, at, depositItem, given } from './testing.ts';
import { worldAt } from './testing-stages.ts';

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
const receive = (itemId: number) => (world: World) =>
  receiveItem(itemId, {}, world.states, world.ctx(at(FACTORY)));
const setApart = (code: string, itemId: number | null) => (world: World) =>
  world.onPackage(11, { type: 'SetExtraApart', code, itemId }, at(FACTORY));
const adopt = (code: string, mayArriveAs?: readonly StatusId[]) => (world: World) =>
  adoptExtra(
    world.shipment(11),
    { code, ...(mayArriveAs && { mayArriveAs }) },
    world.states,
    world.ctx(at(FACTORY)),
  );

describe('an extra is set apart until an operator adopts it (product/shipping.md §7)', () => {
  it('puts the package in discrepancy, and adopting ends that', () => {
    const world = onTheWay();
    for (const id of [1, 2, 3]) world.after(receive(id));
    given(world).when(setApart('X-1', null)).thenDone();
    expect(state(world)).toBe('Discrepancy');
    given(world).when(adopt('X-1')).thenDone();
    given(world).when(adopt('X-1')).thenNothing();
    expect(state(world)).toBe('Received');
  });

  it('is set apart once, also when scanned again', () => {
    const world = onTheWay();
    given(world).when(setApart('X-1', null)).thenDone();
    given(world).when(setApart('X-1', null)).thenNothing();
    expect(world.shipment(11).extras).toHaveLength(1);
  });

  it('is not adopted once it was handed back', () => {
    const world = onTheWay().after(setApart('X-1', null));
    const back = { type: 'HandBackExtra', code: 'X-1', reason: 'a ring of another house' } as const;
    given(world)
      .when(() => world.onPackage(11, back, at(FACTORY)))
      .thenDone();
    given(world).when(adopt('X-1')).thenRejected('custody_elsewhere', { code: 'X-1' });
  });

  it('is never one of the package’s own pieces, nor adopted unseen', () => {
    const world = onTheWay();
    given(world).when(setApart('PAR-1', 1)).thenRejected('already_exists');
    given(world).when(adopt('X-9')).thenRejected('not_found');
  });

  it('receives a jewel of another package out of that one', () => {
    const world = onTheWay()
      .deposit(101, [depositItem(4)])
      .pack(12, 1, PARIS, FACTORY, [4])
      .send(12);
    given(world).when(setApart('PAR-4', 4)).thenDone();
    given(world).when(adopt('PAR-4')).thenDone();
    expect(world.item(4)).toMatchObject({ status: 3, custody: { kind: 'site', siteId: FACTORY } });
    expect(state(world, 12)).toBe('Received');
  });

  it('finds a jewel that another package is missing', () => {
    const world = onTheWay()
      .deposit(101, [depositItem(4)])
      .pack(12, 1, PARIS, FACTORY, [4])
      .send(12);
    world.run(markMissing(4, world.states, world.ctx(at(FACTORY))));
    world.after(setApart('PAR-4', 4));
    given(world).when(adopt('PAR-4')).thenDone();
    expect(world.item(4)).toMatchObject({
      status: 3,
      holds: [],
      custody: { kind: 'site', siteId: FACTORY },
    });
    expect(state(world, 12)).toBe('Received');
  });

  it('puts a jewel that its sender forgot to list on the list, and receives it', () => {
    const world = onTheWay().deposit(101, [depositItem(4)]);
    world.after(setApart('PAR-4', 4));
    given(world).when(adopt('PAR-4')).thenDone();
    expect(world.item(4)).toMatchObject({ status: 3, custody: { kind: 'site', siteId: FACTORY } });
    expect(world.shipment(11).lines.find((line) => line.itemId === 4)).toMatchObject({ state: 'received' });
    expect(world.item(4).legs.travelled.at(-1)).toMatchObject({ shipmentId: 11 });
  });

  it('takes it out of the draft it was packed into', () => {
    const world = onTheWay()
      .deposit(101, [depositItem(4), depositItem(5)])
      .pack(12, 1, PARIS, FACTORY, [4, 5]);
    world.after(setApart('PAR-4', 4));
    given(world).when(adopt('PAR-4')).thenDone();
    expect(world.item(4)).toMatchObject({ status: 3, custody: { kind: 'site', siteId: FACTORY } });
    expect(world.shipment(12).lines.map((line) => line.itemId)).toEqual([5]);
  });

  it('only ticks off a jewel that has come in meanwhile', () => {
    const world = onTheWay()
      .deposit(101, [depositItem(4)])
      .pack(12, 1, PARIS, FACTORY, [4])
      .send(12);
    world.after(setApart('PAR-4', 4));
    world.after(receive(4));
    given(world).when(adopt('PAR-4')).thenDone();
    expect(world.shipment(11).lines).toHaveLength(3);
  });

  it('leaves a jewel apart that another holder has', () => {
    const world = onTheWay()
      .deposit(101, [depositItem(4)])
      .pack(12, 1, PARIS, FACTORY_2, [4])
      .send(12);
    world.run(receiveItem(4, {}, world.states, world.ctx(at(FACTORY_2))));
    world.after(setApart('PAR-4', 4));
    given(world).when(adopt('PAR-4')).thenRejected('illegal_transition');
    expect(world.item(4).custody).toEqual({ kind: 'site', siteId: FACTORY_2 });
    expect(state(world)).toBe('Discrepancy');
  });

  it('takes in a jewel of another store that left unlisted', () => {
    const world = worldAt(Status.RepairDone);
    const bound = { id: 12, orderType: 2, origin: FACTORY, destination: TOKYO } as const;
    world.shipments.set(12, { ...world.shipment(11), ...bound, lines: [], extras: [] });
    const scan = { type: 'SetExtraApart', code: 'PAR-1', itemId: 1 } as const;
    world.run(world.onPackage(12, scan, at(TOKYO)));
    world.run(adoptExtra(world.shipment(12), { code: 'PAR-1' }, world.states, world.ctx(at(TOKYO))));
    expect(world.item(1)).toMatchObject({
      status: Status.ShopReceived,
      custody: { kind: 'site', siteId: TOKYO },
    });
  });

  it('asks for the right to let it arrive as what it would become', () => {
    const world = onTheWay().deposit(101, [depositItem(4)]);
    world.after(setApart('PAR-4', 4));
    given(world)
      .when(adopt('PAR-4', [15]))
      .thenRejected('illegal_transition');
    expect(world.item(4)).toMatchObject({ status: 1, custody: { kind: 'site', siteId: PARIS } });
    given(world)
      .when(adopt('PAR-4', [3]))
      .thenDone();
  });
});

it('a package lets its pieces arrive in the statuses that arriving leads to', () => {
  const reached = ALL_STATUSES.map(arrivalStatus).filter((status) => status !== null);
  expect(new Set(ARRIVALS)).toEqual(new Set(reached));
});

describe('what did not come out of a package', () => {
  it('is flagged together, and a second time without effect', () => {
    const world = onTheWay();
    world.after(receive(1));
    const flag = () => markAllMissing([2, 3], world.states, world.ctx(at(FACTORY)));
    given(world).when(flag).thenDone();
    given(world).when(flag).thenNothing();
    expect(world.shipment(11).lines.map((line) => line.state)).toEqual(['received', 'missing', 'missing']);
    // It stays where it was lost: on its way between the two ends (product/shipping.md §7).
    expect(world.item(2).custody).toMatchObject({ kind: 'shipment', from: PARIS, to: FACTORY });
  });

  it('is found again together; where nothing is missing, nothing is found', () => {
    const world = onTheWay();
    const found = (ids: readonly number[]) => () => markAllFound(ids, world.states, world.ctx(at(FACTORY)));
    world.run(markAllMissing([2, 3], world.states, world.ctx(at(FACTORY))));
    given(world)
      .when(found([1, 2, 3]))
      .thenDone();
    expect(state(world)).toBe('Sent');
    given(world)
      .when(found([2, 3]))
      .thenRejected('not_missing');
  });

  it('is all or nothing', () => {
    const world = onTheWay();
    given(world)
      .when(() => markAllMissing([2, 99], world.states, world.ctx(at(FACTORY))))
      .thenRejected('not_found');
    expect(world.item(2).holds).toEqual([]);
  });
});

describe('an extra that was adopted', () => {
  it('is adopted once: the second time nothing is recorded', () => {
    const world = onTheWay();
    for (const id of [1, 2, 3]) world.after(receive(id));
    world.after(setApart('X-1', null));
    world.after(adopt('X-1'));
    const again = adoptExtra(world.shipment(11), { code: 'X-1' }, world.states, world.ctx(at(FACTORY)));
    expect(again).toEqual({ ok: true, streams: [] });
  });
});
