import { describe, expect, it } from 'vitest';
import { FACTORY, FACTORY_2, PARIS, at, given, on, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import { markFound, markMissing, settleLost } from '../../processes/loss.ts';
import { undoMove } from '../../processes/receive.ts';
import { holdStops } from './holds.ts';
import type { HoldKind } from '../../shared/item-facts.ts';
import { STATUSES, type StatusId } from '../../shared/status.ts';

const stopped = (hold: HoldKind) =>
  STATUSES.map(({ id }) => id)
    .filter((target) => holdStops(hold, target))
    .toSorted((a, b) => a - b);
const moved =
  (target: StatusId, site: number, more = {}) =>
  (world: World) =>
    world.move(1, target, at(site), more);
const settlement = {
  settlement: { amount: 120_000, currency: 'EUR' },
  reference: 'CLAIM-1',
  approvedBy: { userId: 1, workerId: null },
};

describe('each hold lists the moves it stops (product/repair.md §4)', () => {
  it('approval stops entry to 4–12 only', () => {
    expect(stopped('approval')).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
  it('missing stops everything', () => {
    expect(stopped('missing')).toHaveLength(21);
  });
  it('dispute stops 16 and 21', () => {
    expect(stopped('dispute')).toEqual([16, 21]);
    for (const hold of ['stone', 'part', 'client', 'tool'] as const)
      expect(stopped(hold)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });
});

describe('approval', () => {
  it('lets an item be received, checked and sent on, and keeps it from the benches', () => {
    const world = worldAt(3);
    world.run(world.on(1, { type: 'PlaceHold', hold: 'approval', reason: 'price' }, at(FACTORY)));
    given(world).when(moved(4, FACTORY)).thenRejected('held_approval');
    given(world).when(moved(19, FACTORY)).thenDone();
    world.run(world.on(1, { type: 'ReleaseHold', hold: 'approval', reason: 'agreed' }, at(FACTORY)));
    given(world).when(moved(4, FACTORY)).thenDone();
  });

  it('is placed once, with a reason, and released with one', () => {
    const world = worldAt(3);
    const place = (reason: string) => on(1, { type: 'PlaceHold', hold: 'approval', reason }, at(FACTORY));
    given(world).when(place(' ')).thenRejected('reason_required');
    given(world).when(place('price')).thenDone();
    given(world).when(place('price')).thenRejected('hold_exists');
    const release = { type: 'ReleaseHold', hold: 'dispute', reason: 'x' } as const;
    given(world)
      .when(on(1, release, at(FACTORY)))
      .thenRejected('hold_absent');
  });
});

describe('dispute', () => {
  it('stops the handover and the closing, nothing else', () => {
    const world = worldAt(14);
    world.run(world.on(1, { type: 'PlaceHold', hold: 'dispute', reason: 'scratch' }, at(PARIS)));
    given(world).when(moved(15, PARIS)).thenDone();
    world.run(world.on(1, { type: 'RecordSignature', kind: 'pickup', signature: 's' }, at(PARIS)));
    given(world).when(moved(16, PARIS)).thenRejected('held_dispute');
    const taken = worldAt(16);
    taken.run(taken.on(1, { type: 'PlaceHold', hold: 'dispute', reason: 'scratch' }, at(PARIS)));
    taken.wait(taken.policy.closeAfterMs);
    given(taken)
      .when(on(1, { type: 'CloseItem' }, at(PARIS)))
      .thenRejected('held_dispute');
  });
});

describe('missing, found, lost', () => {
  it('stops every move and the undo until the item is found', () => {
    const world = worldAt(6);
    world.run(markMissing(1, world.states, world.ctx(at(FACTORY))));
    for (const target of [7, 12, 17] as const)
      given(world)
        .when(moved(target, FACTORY, { reason: 'x' }))
        .thenRejected('held_missing');
    given(world)
      .when(() => undoMove(1, world.states, world.ctx(at(FACTORY))))
      .thenRejected('held_missing');
    world.run(markFound(1, world.states, world.ctx(at(FACTORY))));
    given(world).when(moved(7, FACTORY)).thenDone();
  });

  it('leaves a missing item in transit, flagged in its package; found, it can be received', () => {
    const world = worldAt(2);
    world.run(markMissing(1, world.states, world.ctx(at(FACTORY))));
    expect(world.item(1)).toMatchObject({
      holds: ['missing'],
      custody: { kind: 'shipment', shipmentId: 11 },
    });
    expect(world.shipment(11).lines).toMatchObject([{ state: 'missing' }]);
    given(world).when(moved(3, FACTORY)).thenRejected('held_missing');
    given(world)
      .when(() => markMissing(1, world.states, world.ctx(at(FACTORY))))
      .thenRejected('held_missing');
    world.run(markFound(1, world.states, world.ctx(at(FACTORY))));
    given(world).when(moved(3, FACTORY)).thenDone();
  });

  it('settles a lost item with approval: 21, custody settled, the package no longer waits', () => {
    const world = worldAt(18);
    given(world)
      .when(() => settleLost(1, settlement, world.states, world.ctx(at(FACTORY_2))))
      .thenRejected('not_missing');
    world.run(markMissing(1, world.states, world.ctx(at(FACTORY_2))));
    const unapproved = { ...settlement, approvedBy: { userId: null, workerId: null } };
    given(world)
      .when(() => settleLost(1, unapproved, world.states, world.ctx(at(FACTORY_2))))
      .thenRejected('approval_required');
    const below = { ...settlement, settlement: { amount: -1, currency: 'EUR' } };
    given(world)
      .when(() => settleLost(1, below, world.states, world.ctx(at(FACTORY_2))))
      .thenRejected('amount_invalid');
    const forNothing = { ...settlement, settlement: { amount: 0, currency: 'EUR' } };
    expect(settleLost(1, forNothing, world.states, world.ctx(at(FACTORY_2))).ok).toBe(true);
    world.run(settleLost(1, settlement, world.states, world.ctx(at(FACTORY_2))));
    expect(world.item(1)).toMatchObject({
      status: 21,
      custody: { kind: 'settled' },
      legs: { current: null },
      holds: [],
    });
    expect(world.shipment(13).lines).toMatchObject([{ state: 'written-off' }]);
    given(world)
      .when(() => markMissing(1, world.states, world.ctx(at(FACTORY_2))))
      .thenRejected('custody_elsewhere');
  });

  it('takes a lost item out of the draft it was packed in', () => {
    const world = worldAt(1).pack(11, 1, PARIS, FACTORY, [1]);
    world.run(markMissing(1, world.states, world.ctx(at(PARIS))));
    world.run(settleLost(1, settlement, world.states, world.ctx(at(PARIS))));
    expect(world.shipment(11).lines).toEqual([]);
    expect(world.item(1)).toMatchObject({ status: 21, legs: { current: null } });
    expect(world.logs.get('item-1')?.map(({ type }) => type)).toEqual([
      'ItemDeposited',
      'ItemBoundToShipment',
      'ItemMarkedMissing',
      'ItemUnboundFromShipment',
      'ItemDeclaredLost',
      'ItemStatusChanged',
      'CustodyTransferred',
    ]);
  });

  it('does not settle under dispute', () => {
    const world = worldAt(6);
    world.run(world.on(1, { type: 'PlaceHold', hold: 'dispute', reason: 'value' }, at(FACTORY)));
    world.run(markMissing(1, world.states, world.ctx(at(FACTORY))));
    given(world)
      .when(() => settleLost(1, settlement, world.states, world.ctx(at(FACTORY))))
      .thenRejected('held_dispute');
  });

  it('keeps a cancelled item cancelled when its jewel is lost', () => {
    const world = worldAt(20);
    world.run(markMissing(1, world.states, world.ctx(at(PARIS))));
    world.run(settleLost(1, settlement, world.states, world.ctx(at(PARIS))));
    expect(world.item(1)).toMatchObject({ status: 20, custody: { kind: 'settled' } });
  });

  it('cannot lose what the customer has', () => {
    const world = worldAt(16);
    given(world)
      .when(() => markMissing(1, world.states, world.ctx(at(PARIS))))
      .thenRejected('custody_elsewhere');
  });
});
