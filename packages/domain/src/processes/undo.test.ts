import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../kernel.ts';
import { toItemRow } from '../repair/row.ts';
import { undoMove } from './receive.ts';
import { unsendPackage } from './send.ts';
import { FACTORY, PARIS, START, TOKYO, at, given, type World } from './testing.ts';
import { worldAt } from './testing-stages.ts';

const undo = (actor: ReturnType<typeof at>) => (world: World) => undoMove(1, world.states, world.ctx(actor));

describe('undo: 10 minutes, by the move’s actor (product/repair.md §5)', () => {
  it('is offered until 10 minutes less a millisecond, and no longer at 10 minutes', () => {
    const late = worldAt(6).wait(10 * MINUTE_MS);
    given(late)
      .when(undo(at(FACTORY)))
      .thenRejected('undo_expired');
    const inTime = worldAt(6).wait(10 * MINUTE_MS - 1);
    given(inTime)
      .when(undo(at(FACTORY)))
      .thenDone();
    expect(inTime.item(1).status).toBe(4);
  });

  it('is still offered when the clock was set back an hour meanwhile (product/reliability.md §14)', () => {
    given(worldAt(6).wait(-60 * MINUTE_MS))
      .when(undo(at(FACTORY)))
      .thenDone();
  });

  it('restores the time of entry it had', () => {
    const world = worldAt(4);
    const entered = world.item(1).enteredAt;
    world.wait(MINUTE_MS).run(world.move(1, 6, at(FACTORY)));
    world.wait(MINUTE_MS);
    world.after(undo(at(FACTORY)));
    expect(world.item(1)).toMatchObject({ status: 4, enteredAt: entered, lastMove: null });
  });

  it('keeps its reason, and leads nowhere but back', () => {
    const world = worldAt(6);
    const undoTo = (target: 1 | 4 | 12) => () =>
      undoMove(1, world.states, world.ctx(at(FACTORY)), { target, reason: 'wrong tray' });
    given(world).when(undoTo(12)).thenRejected('undo_other_target', { from: 6, to: 4 });
    given(world).when(undoTo(1)).thenRejected('undo_other_target');
    expect(world.item(1).status).toBe(6);
    given(world).when(undoTo(4)).thenDone();
    expect(world.logs.get('item-1')?.findLast(({ type }) => type === 'ItemStatusChanged')).toMatchObject({
      data: { from: 6, to: 4, move: 'undo', reason: 'wrong tray' },
    });
  });

  it('is for the same person: another account or worker may not', () => {
    const world = worldAt(4);
    world.run(world.move(1, 6, at(FACTORY, 7)));
    given(world)
      .when(undo(at(FACTORY)))
      .thenRejected('undo_not_yours');
    given(world)
      .when(undo(at(FACTORY, 8)))
      .thenRejected('undo_not_yours');
    given(world)
      .when(undo(at(TOKYO, 7)))
      .thenDone();
  });

  it('is offered once: an undone move cannot be undone, nor the one before it', () => {
    const world = worldAt(6);
    world.after(undo(at(FACTORY)));
    given(world)
      .when(undo(at(FACTORY)))
      .thenRejected('undo_nothing');
  });

  it('puts a received jewel back into its package, which says so too', () => {
    const world = worldAt(3);
    given(world)
      .when(undo(at(FACTORY)))
      .thenDone();
    expect(world.item(1)).toMatchObject({
      status: 2,
      custody: { kind: 'shipment', shipmentId: 11, from: PARIS, to: FACTORY },
      legs: { current: { shipmentId: 11 } },
    });
    expect(world.shipment(11).lines).toMatchObject([{ state: 'packed' }]);
    world.run(world.move(1, 3, at(FACTORY)));
    expect(world.item(1)).toMatchObject({ status: 3, custody: { kind: 'site', siteId: FACTORY } });
  });

  it('names the package whose stream takes part', () => {
    expect(toItemRow(worldAt(3).item(1)).undo_shipment_id).toBe(11);
    expect(toItemRow(worldAt(4).item(1)).undo_shipment_id).toBeNull();
  });

  it('refuses once the package is closed', () => {
    const world = worldAt(3);
    world.run(world.onPackage(11, { type: 'CloseShipment' }, at(FACTORY)));
    given(world)
      .when(undo(at(FACTORY)))
      .thenRejected('shipment_closed');
  });

  it('takes a mistaken handover back: custody and progress as before', () => {
    const world = worldAt(16);
    given(world)
      .when(undo(at(PARIS)))
      .thenDone();
    expect(world.item(1)).toMatchObject({
      state: 'ready',
      status: 15,
      custody: { kind: 'site', siteId: PARIS },
    });
  });

  it('takes a cancellation back, but not after the jewel was handed back', () => {
    const world = worldAt(20);
    given(world)
      .when(undo(at(PARIS)))
      .thenDone();
    expect(world.item(1).status).toBe(1);
    const gone = worldAt(20);
    gone.run(gone.on(1, { type: 'RecordSignature', kind: 'pickup', signature: 's' }, at(PARIS)));
    gone.run(gone.on(1, { type: 'HandOver', signature: 's' }, at(PARIS)));
    given(gone)
      .when(undo(at(PARIS)))
      .thenRejected('undo_nothing');
  });

  it('takes an override back: 1 again, custody at the store', () => {
    const world = worldAt(1);
    world.run(world.move(1, 3, at(FACTORY), { reason: 'by hand' }));
    given(world)
      .when(undo(at(FACTORY)))
      .thenDone();
    expect(world.item(1)).toMatchObject({
      status: 1,
      custody: { kind: 'site', siteId: PARIS },
      enteredAt: START,
    });
  });

  it('leaves sent packages to be unsent whole', () => {
    given(worldAt(2))
      .when(undo(at(PARIS)))
      .thenRejected('undo_whole_package');
    expect(toItemRow(worldAt(2).item(1)).undo_until).toBeNull();
  });

  it('refuses while the jewel is bound to a package, or missing', () => {
    given(worldAt(13).pack(12, 2, FACTORY, PARIS, [1]))
      .when(undo(at(FACTORY)))
      .thenRejected('item_bound_elsewhere');
  });

  it('ends with travelling between shops: the receipt before it cannot come back', () => {
    const world = worldAt(14);
    world.run(world.move(1, 15, at(TOKYO)));
    world.pack(112, 4, TOKYO, PARIS, [1]).send(112);
    given(world)
      .when(undo(at(TOKYO)))
      .thenRejected('undo_nothing');
    world.run(world.move(1, 15, at(PARIS)));
    given(world)
      .when(undo(at(TOKYO)))
      .thenRejected('undo_nothing');
    expect(world.item(1).custody).toEqual({ kind: 'site', siteId: PARIS });
  });

  it('is not offered for what the system did', () => {
    given(worldAt(21))
      .when(undo(at(PARIS)))
      .thenRejected('undo_nothing');
  });

  it('shows in the row who may, and until when', () => {
    expect(toItemRow(worldAt(4).item(1))).toMatchObject({
      undo_by: FACTORY * 100,
      undo_worker: null,
      undo_until: '2026-03-02T09:13:00.000Z',
    });
  });
});

describe('unsend 2 → 1 counts as an undo (product/shipping.md §5)', () => {
  const unsend =
    (id = 11, actor = at(PARIS)) =>
    (world: World) =>
      unsendPackage(world.shipment(id), 'wrong label', world.states, world.ctx(actor));

  it('is open however late, as long as the carrier has not picked it up', () => {
    const world = worldAt(2).wait(60 * MINUTE_MS);
    given(world).when(unsend()).thenDone();
    expect(world.item(1)).toMatchObject({
      status: 1,
      enteredAt: START,
      custody: { kind: 'site', siteId: PARIS },
      legs: { current: { shipmentId: 11 }, travelled: [] },
    });
    expect(world.shipment(11).stage).toBe('sealed');
    const picked = worldAt(2);
    picked.run(picked.onPackage(11, { type: 'RecordPickup' }, at(PARIS)));
    given(picked).when(unsend()).thenRejected('shipment_picked_up');
  });

  it('can be sent again', () => {
    const world = worldAt(2);
    world.after(unsend());
    world.send(11);
    expect(world.item(1)).toMatchObject({ status: 2, legs: { travelled: [{ shipmentId: 11 }] } });
  });

  it('restores the entry time also after a receipt was undone', () => {
    const world = worldAt(3);
    world.after(undo(at(FACTORY)));
    given(world).when(unsend()).thenDone();
    expect(world.item(1)).toMatchObject({ status: 1, enteredAt: START });
  });

  it('works for 14 → 13 as well', () => {
    const world = worldAt(14);
    const entered = world.item(1).lastMove?.previousEnteredAt;
    given(world)
      .when(unsend(12, at(FACTORY)))
      .thenDone();
    expect(world.item(1)).toMatchObject({ status: 13, enteredAt: entered, custody: { siteId: FACTORY } });
  });

  it('is for the sender, before anything was received', () => {
    given(worldAt(2))
      .when(unsend(11, at(TOKYO)))
      .thenRejected('custody_elsewhere');
    given(worldAt(3)).when(unsend()).thenRejected('shipment_has_receipts');
    given(worldAt(1).pack(11, 1, PARIS, FACTORY, [1]))
      .when(unsend())
      .thenRejected('shipment_not_sent');
  });
});
