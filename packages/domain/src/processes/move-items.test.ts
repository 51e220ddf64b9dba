import { initialItem } from '../repair/item/item.ts';
import { describe, expect, it } from 'vitest';
import type { ChangeItemStatus } from '../repair/item/commands.ts';
import { decideInTurn } from './in-turn.ts';
import { moveItem } from './move-items.ts';
import { FACTORY, FACTORY_2, PARIS, TOKYO, World, at, depositItem, given, move } from './testing.ts';
import { worldAt } from './testing-stages.ts';

const OUT_OF_WARRANTY = { purchaseDate: '2020-01-01' };
const types = (world: World, stream: string, from = 0) =>
  (world.logs.get(stream) ?? []).slice(from).map((event) => event.type);

describe('moves and their guards (product/repair.md §2)', () => {
  it('saves findings, status and custody of a receipt in one decision, defaults when none are given', () => {
    const world = worldAt(2);
    const before = world.logs.get('item-1')?.length ?? 0;
    world.run(world.move(1, 3, at(FACTORY)));
    expect(types(world, 'item-1', before)).toEqual([
      'FindingsSaved',
      'ItemStatusChanged',
      'CustodyTransferred',
    ]);
    expect(world.item(1)).toMatchObject({
      status: 3,
      custody: { kind: 'site', siteId: FACTORY },
      legs: { current: null },
      work: { findings: { originalFactory: 'SAV', primaryCause: 'Production Issue', qualityIssue: false } },
    });
    expect(types(world, 'shipment-11').at(-1)).toBe('ShipmentItemReceived');
  });

  it('saves nothing of a move when its findings are refused', () => {
    const world = worldAt(2, OUT_OF_WARRANTY);
    given(world)
      .when(move(1, 3, at(FACTORY), { findings: { cause: 'Design Issue' } }))
      .thenRejected('cause_locked');
    expect(world.item(1).status).toBe(2);
    expect(world.item(1).work.findings).toBeNull();
  });

  it('keeps the stored findings at 19 when none are given', () => {
    const world = worldAt(2);
    world.run(world.move(1, 3, at(FACTORY), { findings: { cause: 'Design Issue', qualityIssue: true } }));
    world.run(world.move(1, 19, at(FACTORY)));
    expect(world.item(1).work.findings).toMatchObject({ primaryCause: 'Design Issue', qualityIssue: true });
  });

  it.each([4, 5, 7, 8] as const)('enters %i only with the fee settled', (bench) => {
    const world = worldAt(19, OUT_OF_WARRANTY);
    world.run(
      world.on(
        1,
        { type: 'OverrideFee', fee: { amount: 9000, currency: 'EUR' }, reason: 'stone' },
        at(FACTORY),
      ),
    );
    given(world)
      .when(move(1, bench, at(FACTORY)))
      .thenRejected('fee_not_settled');
    world.run(world.on(1, { type: 'AcceptFee', fee: { amount: 9000, currency: 'EUR' } }, at(PARIS)));
    given(world)
      .when(move(1, bench, at(FACTORY)))
      .thenDone();
  });

  it('does not ask for the fee where the table does not: 6, 9 to 12', () => {
    const world = worldAt(4, OUT_OF_WARRANTY);
    world.run(
      world.on(
        1,
        { type: 'OverrideFee', fee: { amount: 9000, currency: 'EUR' }, reason: 'stone' },
        at(FACTORY),
      ),
    );
    for (const target of [6, 9, 10, 11, 12] as const)
      given(world)
        .when(move(1, target, at(FACTORY)))
        .thenDone();
  });

  it('fails a quality check back to 4 or 5 with a reason', () => {
    const world = worldAt(6);
    given(world)
      .when(move(1, 5, at(FACTORY)))
      .thenRejected('reason_required');
    given(world)
      .when(move(1, 5, at(FACTORY), { reason: 'scratch' }))
      .thenDone();
    expect(world.item(1).lastMove).toMatchObject({ move: 'rework', from: 6, to: 5 });
  });

  it('works only where the jewel lies', () => {
    const world = worldAt(4);
    given(world)
      .when(move(1, 6, at(FACTORY_2)))
      .thenRejected('custody_elsewhere');
    given(world)
      .when(move(1, 6, { userId: 1, workerId: null, siteId: null }))
      .thenDone();
  });

  it('asks for the measurements that configuration demands', () => {
    const world = worldAt(
      6,
      {},
      { demandStoneCount: true, demandFinalQcPhoto: true, demandFinalQcWeight: true },
    );
    given(world)
      .when(move(1, 10, at(FACTORY)))
      .thenRejected('measurement_required');
    given(world)
      .when(move(1, 10, at(FACTORY), { measurements: { stoneCount: 3 } }))
      .thenDone();
    given(world)
      .when(move(1, 12, at(FACTORY), { measurements: { weightMg: 4100 } }))
      .thenRejected('measurement_required');
    given(world)
      .when(move(1, 12, at(FACTORY), { measurements: { photos: ['p'] } }))
      .thenRejected('measurement_required');
    given(world)
      .when(move(1, 12, at(FACTORY), { measurements: { weightMg: 4100, photos: ['p'] } }))
      .thenDone();
    expect(world.item(1).work.measurements).toEqual({ stoneCount: 3, weightMg: 4100, photos: ['p'] });
  });

  it('records measurements that are not required', () => {
    const world = worldAt(6);
    world.run(world.move(1, 12, at(FACTORY), { measurements: { weightMg: 4100 } }));
    expect(world.item(1).work.measurements.weightMg).toBe(4100);
  });
});

describe('moves that take a package along', () => {
  it('cancels at 1 with a reason, unbinding first; custody stays with the store', () => {
    const world = worldAt(1).pack(11, 1, PARIS, FACTORY, [1]);
    given(world)
      .when(move(1, 20, at(PARIS)))
      .thenRejected('reason_required');
    world.run(world.move(1, 20, at(PARIS), { reason: 'changed mind' }));
    expect(world.item(1)).toMatchObject({
      status: 20,
      legs: { current: null },
      custody: { kind: 'site', siteId: PARIS },
    });
    expect(world.shipment(11).lines).toEqual([]);
  });

  it('overrides 1 → 3 with a reason, unbinding first; custody comes to the factory', () => {
    const world = worldAt(1).pack(11, 1, PARIS, FACTORY, [1]);
    given(world)
      .when(move(1, 3, at(FACTORY)))
      .thenRejected('reason_required');
    world.run(world.move(1, 3, at(FACTORY), { reason: 'carried by hand' }));
    expect(world.item(1)).toMatchObject({
      status: 3,
      legs: { current: null },
      custody: { kind: 'site', siteId: FACTORY },
      lastMove: { move: 'override' },
    });
    expect(world.shipment(11).lines).toEqual([]);
  });

  it('names the package to send for 2, 14 and 18', () => {
    const world = worldAt(1).pack(11, 1, PARIS, FACTORY, [1]);
    given(world)
      .when(move(1, 2, at(PARIS)))
      .thenRejected('needs_package', { shipment_id: 11 });
    expect(worldAt(13).try(worldAt(13).move(1, 14, at(FACTORY)))).toEqual({
      code: 'needs_package',
      details: { shipment_id: null },
    });
  });

  it('receives at another shop than its own: 15 there, custody there, and no handover before it is home', () => {
    const world = worldAt(14);
    world.run(world.move(1, 15, at(TOKYO)));
    expect(world.item(1)).toMatchObject({ status: 15, custody: { kind: 'site', siteId: TOKYO } });
    world.run(world.on(1, { type: 'RecordSignature', kind: 'pickup', signature: 's' }, at(TOKYO)));
    given(world)
      .when(move(1, 16, at(TOKYO)))
      .thenRejected('custody_elsewhere');
    world.pack(12 + 100, 4, TOKYO, PARIS, [1]).send(112);
    expect(world.item(1)).toMatchObject({ status: 15, custody: { kind: 'shipment', shipmentId: 112 } });
    world.run(world.move(1, 15, at(PARIS)));
    expect(world.item(1)).toMatchObject({ status: 15, custody: { kind: 'site', siteId: PARIS } });
    given(world)
      .when(move(1, 16, at(PARIS)))
      .thenDone();
  });

  it('takes an item from 14 to 16 at the client’s door with the carrier’s proof', () => {
    const world = worldAt(13).pack(12, 2, FACTORY, null, [1]).send(12);
    given(world)
      .when(move(1, 16, at(FACTORY)))
      .thenRejected('carrier_proof_required');
    given(world)
      .when(move(1, 15, at(PARIS)))
      .thenRejected('wrong_destination');
    given(world)
      .when(move(1, 16, at(FACTORY), { carrierProof: 'POD-1' }))
      .thenDone();
    expect(world.item(1)).toMatchObject({ status: 16, custody: { kind: 'customer' } });
    expect(world.shipment(12).lines).toMatchObject([{ state: 'received' }]);
  });
});

function moveAll(
  world: World,
  itemIds: readonly number[],
  commandFor: (itemId: number) => ChangeItemStatus,
  site: number,
) {
  const context = world.ctx(at(site));
  return decideInTurn(itemIds, (id, now) => moveItem(id, commandFor(id), now, context), world.states);
}

describe('the same move for several items', () => {
  it('gives a result per row and moves what can move', () => {
    const world = new World().deposit(
      100,
      [1, 2, 3].map((id) => depositItem(id)),
    );
    world.pack(11, 1, PARIS, FACTORY, [1, 2]).send(11);
    world.items.set(4, initialItem);
    const command = (): ChangeItemStatus => ({ type: 'ChangeItemStatus', target: 3 });
    const { streams, rows } = moveAll(world, [1, 2, 3, 4, 1], command, FACTORY);
    expect(
      rows.map(({ itemId, decision }) => [itemId, decision.ok ? null : decision.rejection.code]),
    ).toEqual([
      [1, null],
      [2, null],
      [3, 'reason_required'],
      [4, 'not_found'],
    ]);
    expect(streams.map(({ streamId, events }) => [streamId, events.length])).toEqual([
      ['item-1', 3],
      ['shipment-11', 2],
      ['item-2', 3],
    ]);
    world.run({ ok: true, streams });
    expect([world.item(1).status, world.item(2).status, world.item(3).status]).toEqual([3, 3, 1]);
  });

  it('decides each row on what the rows before it left: a seal is broken once', () => {
    const world = new World()
      .deposit(100, [depositItem(1), depositItem(2)])
      .pack(11, 1, PARIS, FACTORY, [1, 2]);
    world.run(world.onPackage(11, { type: 'SealShipment', sealNumber: 'S', grossWeightGrams: 9 }, at(PARIS)));
    const command = (): ChangeItemStatus => ({
      type: 'ChangeItemStatus',
      target: 20,
      reason: 'changed mind',
    });
    const { streams } = moveAll(world, [1, 2], command, PARIS);
    expect(
      streams.find(({ streamId }) => streamId === 'shipment-11')?.events.map(({ type }) => type),
    ).toEqual(['ShipmentUnsealed', 'ShipmentItemUnbound', 'ShipmentItemUnbound']);
  });

  it('accepts separate findings for every row', () => {
    const world = new World().deposit(100, [depositItem(1), depositItem(2)]);
    world.pack(11, 1, PARIS, FACTORY, [1, 2]).send(11);
    const causes = new Map([[2, 'Customers Issue']]);
    const command = (id: number): ChangeItemStatus => {
      const cause = causes.get(id);
      return { type: 'ChangeItemStatus', target: 3, ...(cause === undefined ? {} : { findings: { cause } }) };
    };
    const { streams } = moveAll(world, [1, 2], command, FACTORY);
    world.run({ ok: true, streams });
    expect([1, 2].map((id) => world.item(id).work.findings?.primaryCause)).toEqual([
      'Production Issue',
      'Customers Issue',
    ]);
  });
});
