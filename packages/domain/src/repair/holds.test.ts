import { describe, expect, it } from 'vitest';
import { at, FACTORY, FACTORY_2, PARIS, worldAt } from '../processes/testing.ts';
import type { World } from '../processes/testing.ts';
import { markFound, markMissing, settleLost } from '../processes/loss.ts';
import { undoMove } from '../processes/receive.ts';
import { holdStops } from './holds.ts';
import { STATUSES } from '../shared/status.ts';
import type { StatusId } from '../shared/status.ts';

const stopped = (hold: 'approval' | 'missing' | 'dispute') =>
  STATUSES.map(({ id }) => id)
    .filter((target) => holdStops(hold, target))
    .toSorted((a, b) => a - b);
const code = (world: World, target: StatusId, site: number, more = {}) =>
  world.try(world.move(1, target, at(site), more))?.code ?? null;
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
  });
});

describe('approval', () => {
  it('lets an item be received, checked and sent on, and keeps it from the benches', () => {
    const world = worldAt(3);
    world.run(world.on(1, { type: 'PlaceHold', hold: 'approval', reason: 'price' }, at(FACTORY)));
    expect(code(world, 4, FACTORY)).toBe('held_approval');
    expect(code(world, 19, FACTORY)).toBeNull();
    world.run(world.on(1, { type: 'ReleaseHold', hold: 'approval', reason: 'agreed' }, at(FACTORY)));
    expect(code(world, 4, FACTORY)).toBeNull();
  });

  it('is placed once, with a reason, and released with one', () => {
    const world = worldAt(3);
    const place = (reason: string) =>
      world.try(world.on(1, { type: 'PlaceHold', hold: 'approval', reason }, at(FACTORY)))?.code ?? null;
    expect(place(' ')).toBe('reason_required');
    expect(place('price')).toBeNull();
    expect(place('price')).toBe('hold_exists');
    const release = { type: 'ReleaseHold', hold: 'dispute', reason: 'x' } as const;
    expect(world.try(world.on(1, release, at(FACTORY)))?.code).toBe('hold_absent');
  });
});

describe('dispute', () => {
  it('stops the handover and the closing, nothing else', () => {
    const world = worldAt(14);
    world.run(world.on(1, { type: 'PlaceHold', hold: 'dispute', reason: 'scratch' }, at(PARIS)));
    expect(code(world, 15, PARIS)).toBeNull();
    world.run(world.on(1, { type: 'RecordSignature', kind: 'pickup', signature: 's' }, at(PARIS)));
    expect(code(world, 16, PARIS)).toBe('held_dispute');
    const taken = worldAt(16);
    taken.run(taken.on(1, { type: 'PlaceHold', hold: 'dispute', reason: 'scratch' }, at(PARIS)));
    taken.wait(taken.policy.closeAfterMs);
    expect(taken.try(taken.on(1, { type: 'CloseItem' }, at(PARIS)))?.code).toBe('held_dispute');
  });
});

describe('missing, found, lost', () => {
  it('stops every move and the undo until the item is found', () => {
    const world = worldAt(6);
    world.run(markMissing(1, world.journey, world.ctx(at(FACTORY))));
    for (const target of [7, 12, 17] as const)
      expect(code(world, target, FACTORY, { reason: 'x' })).toBe('held_missing');
    expect(world.try(undoMove(1, world.journey, world.ctx(at(FACTORY))))?.code).toBe('held_missing');
    world.run(markFound(1, world.journey, world.ctx(at(FACTORY))));
    expect(code(world, 7, FACTORY)).toBeNull();
  });

  it('leaves a missing item in transit, flagged in its package; found, it can be received', () => {
    const world = worldAt(2);
    world.run(markMissing(1, world.journey, world.ctx(at(FACTORY))));
    expect(world.item(1)).toMatchObject({
      holds: ['missing'],
      custody: { kind: 'shipment', shipmentId: 11 },
    });
    expect(world.shipment(11).lines).toMatchObject([{ state: 'missing' }]);
    expect(code(world, 3, FACTORY)).toBe('held_missing');
    expect(world.try(markMissing(1, world.journey, world.ctx(at(FACTORY))))?.code).toBe('held_missing');
    world.run(markFound(1, world.journey, world.ctx(at(FACTORY))));
    expect(code(world, 3, FACTORY)).toBeNull();
  });

  it('settles a lost item with approval: 21, custody settled, the package no longer waits', () => {
    const world = worldAt(18);
    expect(world.try(settleLost(1, settlement, world.journey, world.ctx(at(FACTORY_2))))?.code).toBe(
      'not_missing',
    );
    world.run(markMissing(1, world.journey, world.ctx(at(FACTORY_2))));
    const unapproved = { ...settlement, approvedBy: { userId: null, workerId: null } };
    expect(world.try(settleLost(1, unapproved, world.journey, world.ctx(at(FACTORY_2))))?.code).toBe(
      'approval_required',
    );
    world.run(settleLost(1, settlement, world.journey, world.ctx(at(FACTORY_2))));
    expect(world.item(1)).toMatchObject({
      status: 21,
      custody: { kind: 'settled' },
      legs: { current: null },
      holds: [],
    });
    expect(world.shipment(13).lines).toMatchObject([{ state: 'written-off' }]);
    expect(world.try(markMissing(1, world.journey, world.ctx(at(FACTORY_2))))?.code).toBe(
      'custody_elsewhere',
    );
  });

  it('takes a lost item out of the draft it was packed in', () => {
    const world = worldAt(1).pack(11, 1, PARIS, FACTORY, [1]);
    world.run(markMissing(1, world.journey, world.ctx(at(PARIS))));
    world.run(settleLost(1, settlement, world.journey, world.ctx(at(PARIS))));
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
    world.run(markMissing(1, world.journey, world.ctx(at(FACTORY))));
    expect(world.try(settleLost(1, settlement, world.journey, world.ctx(at(FACTORY))))?.code).toBe(
      'held_dispute',
    );
  });

  it('keeps a cancelled item cancelled when its jewel is lost', () => {
    const world = worldAt(20);
    world.run(markMissing(1, world.journey, world.ctx(at(PARIS))));
    world.run(settleLost(1, settlement, world.journey, world.ctx(at(PARIS))));
    expect(world.item(1)).toMatchObject({ status: 20, custody: { kind: 'settled' } });
  });

  it('cannot lose what the customer has', () => {
    const world = worldAt(16);
    expect(world.try(markMissing(1, world.journey, world.ctx(at(PARIS))))?.code).toBe('custody_elsewhere');
  });
});
