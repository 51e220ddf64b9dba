import { describe, expect, it } from 'vitest';
import { moveKindOf } from '../repair/item/moves.ts';
import { STATUSES, Status, type StatusId } from '../shared/status.ts';
import { sendByMove } from './send-by-move.ts';
import { FACTORY, FACTORY_2, PARIS, TOKYO, World, at, depositItem, given, move } from './testing.ts';
import { worldAt } from './testing-stages.ts';

/** The column "guard" of product/repair.md §3, a line per guard: the targets that it stops. */
const BENCHES: readonly StatusId[] = [
  Status.RepairProcess,
  Status.RepairPolish,
  Status.RepairQC,
  Status.PlatingProcess,
  Status.AssemblyProcess,
  Status.AssemblyPenPlatingProcess,
  Status.AssemblySettingStone,
  Status.AssemblySettingPearl,
  Status.FinalQCProcess,
];
const FEE_SETTLED: readonly StatusId[] = [
  Status.RepairProcess,
  Status.RepairPolish,
  Status.PlatingProcess,
  Status.AssemblyProcess,
];
const CAN_SEND: readonly StatusId[] = [Status.SentToWarehouse, Status.LogisticsShipOut, Status.MCToCN];
const DISPUTED: readonly StatusId[] = [Status.TakenByClient, Status.Closed];
const OUT = { purchaseDate: '2020-01-01' };

const ALL = STATUSES.map(({ id }) => id);
const OFFERED = ALL.flatMap((from) =>
  ALL.filter((to) => moveKindOf(from, to) !== null && !CAN_SEND.includes(to)).map((to) => ({ from, to })),
);

function siteFor(from: StatusId, to: StatusId): number {
  if (from === Status.MCToCN) return FACTORY_2;
  if (from === Status.Created && to !== Status.ReceiveFromShop) return PARIS;
  return from === Status.LogisticsShipOut || from === Status.ShopReceived ? PARIS : FACTORY;
}

type Prepare = (world: World) => void;

/** The move of one cell in a world prepared for its guard; 'moved' or why not. */
function cell(from: StatusId, to: StatusId, prepare: Prepare, item: object = {}, policy: object = {}) {
  const world = worldAt(from, item, policy);
  if (from === Status.ShopReceived)
    world.run(world.on(1, { type: 'RecordSignature', kind: 'pickup', signature: 's' }, at(PARIS)));
  prepare(world);
  const given = from === Status.FinalQCProcess ? {} : { outcome: 'unrepaired' as const };
  const decision = world.move(1, to, at(siteFor(from, to)), { reason: 'because', ...given });
  return world.try(decision)?.code ?? 'moved';
}

const hold =
  (kind: 'approval' | 'dispute'): Prepare =>
  (world) =>
    world.run(world.on(1, { type: 'PlaceHold', hold: kind, reason: 'x' }, at(PARIS)));
const missing: Prepare = (world) =>
  world.append({
    streamId: 'item-1',
    events: [
      {
        type: 'ItemMarkedMissing',
        data: { siteId: null, at: world.ctx(at(PARIS)).now, by: { userId: 1, workerId: null } },
      },
    ],
  });
const unsettled: Prepare = (world) => {
  world.append({
    streamId: 'item-1',
    events: [
      {
        type: 'FeeQuoted',
        data: {
          fee: { amount: 99_000, currency: 'EUR' },
          because: 'override',
          reason: 'x',
          policyVersion: 1,
          at: world.ctx(at(PARIS)).now,
          by: { userId: 1, workerId: null },
        },
      },
    ],
  });
};

/** What the guard-free cell answers: 14 → 16 is for a delivery to the client alone. */
const free = (from: StatusId, to: StatusId) =>
  from === Status.LogisticsShipOut && to === Status.TakenByClient ? 'illegal_transition' : 'moved';

describe('every offered move against every guard (product/repair.md §3)', () => {
  it.each([
    ['approval', hold('approval'), BENCHES, 'held_approval'],
    ['dispute', hold('dispute'), DISPUTED, 'held_dispute'],
    ['missing', missing, ALL, 'held_missing'],
  ] as const)('%s stops its own moves, and no other', (_, prepare, stopped, code) => {
    const wrong = OFFERED.map(({ from, to }) => ({
      cell: `${from}→${to}`,
      got: cell(from, to, prepare),
      wanted: stopped.includes(to) ? code : free(from, to),
    })).filter(({ got, wanted }) => got !== wanted);
    expect(wrong).toEqual([]);
  });

  it('an open fee stops 4, 5, 7 and 8, and the handover', () => {
    const wrong = OFFERED.map(({ from, to }) => {
      const asked = FEE_SETTLED.includes(to) ? 'fee_not_settled' : free(from, to);
      const wanted = from === Status.ShopReceived && to === Status.TakenByClient ? 'fee_not_paid' : asked;
      return { cell: `${from}→${to}`, got: cell(from, to, unsettled, OUT), wanted };
    }).filter(({ got, wanted }) => got !== wanted);
    expect(wrong).toEqual([]);
  });

  it('demanded measurements stop 10 and 12 without them', () => {
    const policy = { demandStoneCount: true, demandFinalQcPhoto: true, demandFinalQcWeight: true };
    const entering = OFFERED.filter(
      ({ from, to }) =>
        (to === Status.AssemblySettingStone || to === Status.FinalQCProcess) &&
        from < Status.AssemblySettingStone,
    );
    for (const { from, to } of entering) {
      expect(`${from}→${to} ${cell(from, to, () => undefined, {}, policy)}`).toBe(
        `${from}→${to} measurement_required`,
      );
    }
  });

  it('13 is for what was repaired, or will not be', () => {
    for (const from of [3, 17, 19] as const) {
      const world = worldAt(from);
      given(world)
        .when(move(1, 13, at(FACTORY)))
        .thenRejected('outcome_required');
    }
  });
});

const SENDINGS = [
  { from: 1, to: 2, order: 1, origin: PARIS, destination: FACTORY },
  { from: 13, to: 14, order: 2, origin: FACTORY, destination: PARIS },
  { from: 3, to: 18, order: 3, origin: FACTORY, destination: FACTORY_2 },
  { from: 17, to: 18, order: 3, origin: FACTORY, destination: FACTORY_2 },
] as const;

describe('2, 14 and 18 send the package the piece is bound to (product/repair.md §2)', () => {
  const send =
    (target: StatusId, named = [1], actor = 0) =>
    (world: World) =>
      sendByMove(
        { itemId: 1, target, named },
        world.states,
        world.ctx(at(actor || world.shipment(50).origin)),
      );

  it.each(SENDINGS)(
    '$from → $to: with all of its pieces named',
    ({ from, to, order, origin, destination }) => {
      const world = worldAt(from).pack(50, order, origin, destination, [1]);
      given(world).when(send(to)).thenDone();
      expect(world.item(1)).toMatchObject({ status: to, custody: { kind: 'shipment', shipmentId: 50 } });
      expect(world.shipment(50).stage).toBe('sent');
      given(world).when(send(to)).thenRejected('already_in_status');
    },
  );

  it('finds no piece that never was', () => {
    given(new World())
      .when((world) => sendByMove({ itemId: 9, target: 2, named: [9] }, world.states, world.ctx(at(PARIS))))
      .thenRejected('not_found', { item_id: 9 });
  });

  it('refuses to leave pieces behind, and names them and the package', () => {
    const world = new World().deposit(100, [depositItem(1), depositItem(2)]);
    world.pack(50, 1, PARIS, FACTORY, [1, 2]);
    given(world)
      .when(send(2))
      .thenRejected('package_has_other_items', { shipment_id: 50, tracking_no: 'TRK-50', item_ids: [2] });
    expect(world.item(1).status).toBe(1);
    given(world)
      .when(send(2, [1, 2]))
      .thenDone();
    expect([world.item(1).status, world.item(2).status]).toEqual([2, 2]);
  });

  it.each(SENDINGS)('$from → $to: unbound it needs a package', ({ from, to, origin }) => {
    const world = worldAt(from);
    const order = { itemId: 1, target: to, named: [1] };
    given(world)
      .when(() => sendByMove(order, world.states, world.ctx(at(origin))))
      .thenRejected('needs_package');
  });

  it('asks can_send again: an unsigned package, a hold, another site', () => {
    const held = worldAt(1).pack(50, 1, PARIS, FACTORY, [1]);
    missing(held);
    given(held).when(send(2)).thenRejected('held_missing');
    const elsewhere = worldAt(1).pack(50, 1, PARIS, FACTORY, [1]);
    given(elsewhere)
      .when(send(2, [1], TOKYO))
      .thenRejected('custody_elsewhere');
    const unpriced = worldAt(1).pack(50, 1, PARIS, FACTORY, [1], null);
    given(unpriced).when(send(2)).thenRejected('cannot_send');
  });

  it('a package for elsewhere does not take the piece where it is asked to go', () => {
    const world = worldAt(3).pack(50, 3, FACTORY, FACTORY_2, [1]);
    given(world).when(send(14)).thenRejected('illegal_transition');
  });
});
