import { describe, expect, it } from 'vitest';
import { canSend } from '../../processes/can-send.ts';
import { decideDepositEdit } from '../../processes/deposit-edit.ts';
import { storeReject } from '../../processes/store-reject.ts';
import {
  FACTORY,
  PARIS,
  at,
  depositItem,
  depositOf,
  given,
  move,
  type World,
} from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import type { ChangeItemStatus, ItemCommand } from '../item/commands.ts';
import { isFeeMissing, isFeePaid, isFeeSettled } from './fees.ts';
import { BENCH_STATUSES, Status } from '../../shared/status.ts';

const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const OUT = { purchaseDate: '2020-01-01' };
const UNNAMED = { ...OUT, maintenanceAmount: 0, subReasons: [] };
const CUSTOMER = { findings: { cause: 'Customers Issue' } };
const PRODUCTION = { findings: { cause: 'Production Issue' } };
const LOST_STONE = [{ id: 12, reasonId: 1 }];
const does = (command: ItemCommand) => (world: World) => world.on(1, command, at(FACTORY));
const find = (findings: object, listedFee?: number) =>
  does({
    type: 'SaveFindings',
    findings,
    ...(listedFee === undefined ? {} : { listedFee: EUR(listedFee) }),
  });
const byHand = (amount: number) =>
  does({ type: 'OverrideFee', fee: EUR(amount), reason: 'as agreed on the phone' });
const received = (item: object, more: Partial<ChangeItemStatus> = {}) => {
  const world = worldAt(2, item);
  world.run(world.move(1, 3, at(FACTORY), more));
  return world;
};

describe('a chargeable repair has an amount: listed, agreed, or asked for (product/repair.md §12)', () => {
  it('in warranty nothing is due, and the amount agreed at the counter is kept', () => {
    const { fee } = worldAt(1, { maintenanceAmount: 5000 }).item(1);
    expect(fee).toMatchObject({ due: EUR(0), agreed: EUR(5000), byHand: false });
  });

  it('Customers Issue in warranty makes the agreed amount due, already accepted', () => {
    const world = received({ maintenanceAmount: 5000 }, CUSTOMER);
    expect(world.item(1).fee.due).toEqual(EUR(5000));
    expect([isFeeSettled(world.item(1)), isFeePaid(world.item(1))]).toEqual([true, false]);
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenDone();
  });

  it('a free cause makes it free again, and a chargeable one due again', () => {
    const world = received({ maintenanceAmount: 5000 }, CUSTOMER);
    world.after(find({ cause: 'Production Issue' }));
    expect(world.item(1).fee.due).toEqual(EUR(0));
    world.after(find({ cause: 'Customers Issue' }));
    expect(world.item(1).fee.due).toEqual(EUR(5000));
  });

  it('a listed price comes before the agreed amount, and a higher one needs new agreement', () => {
    const world = received({ maintenanceAmount: 5000 });
    world.after(find({ cause: 'Customers Issue', reasonIds: [1], subReasons: LOST_STONE }, 8000));
    expect(world.item(1).fee.due).toEqual(EUR(8000));
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenRejected('fee_not_settled');
  });

  it('a listed price of 0 names no amount', () => {
    const world = received({ maintenanceAmount: 5000 });
    world.after(find({ cause: 'Customers Issue', reasonIds: [1], subReasons: LOST_STONE }, 0));
    expect(world.item(1).fee.due).toEqual(EUR(5000));
  });

  it.each([
    ['in warranty', { maintenanceAmount: 0 }, CUSTOMER],
    ['out of warranty without sub-reasons', UNNAMED, {}],
  ] as const)('%s without any amount it is missing: no bench takes the piece', (_, item, more) => {
    const world = received(item, more);
    expect([isFeeMissing(world.item(1)), isFeeSettled(world.item(1))]).toEqual([true, false]);
    world.run(world.move(1, 17, at(FACTORY)));
    for (const bench of [4, 5, 7, 8] as const) {
      given(world)
        .when(move(1, bench, at(FACTORY)))
        .thenRejected('fee_missing');
    }
  });

  it('found missing at a bench, it stops every further bench and the end of the repair', () => {
    for (const bench of BENCH_STATUSES.filter((status) => status < Status.FinalQCProcess)) {
      const world = worldAt(bench, { maintenanceAmount: 0 });
      world.after(find({ cause: 'Customers Issue' }));
      given(world)
        .when(move(1, 12, at(FACTORY)))
        .thenRejected(bench < 6 ? 'illegal_transition' : 'fee_missing');
    }
    const world = worldAt(12, { maintenanceAmount: 0 });
    world.after(find({ cause: 'Customers Issue' }));
    given(world)
      .when(move(1, 13, at(FACTORY)))
      .thenRejected('fee_missing');
    given(world)
      .when(move(1, 13, at(FACTORY), { outcome: 'unrepaired' }))
      .thenDone();
  });

  it('an amount by hand is the missing one; the customer agrees to it', () => {
    const world = received(UNNAMED);
    given(world).when(byHand(7000)).thenDone();
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenRejected('fee_not_settled');
    world.after(does({ type: 'AcceptFee', fee: EUR(7000) }));
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenDone();
  });

  it('0 by hand, with its reason, is an amount: free on purpose', () => {
    const world = received(UNNAMED);
    given(world).when(byHand(0)).thenDone();
    expect(world.item(1).fee).toMatchObject({ due: EUR(0), byHand: true });
    expect(isFeeMissing(world.item(1))).toBe(false);
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenDone();
    given(world).when(byHand(0)).thenNothing();
  });

  it('0 by hand needs no consent, though the amount before it was not agreed to', () => {
    const world = received({ maintenanceAmount: 5000 });
    world.after(does({ type: 'RequestWaiver', remark: 'loyal client' }));
    world.after(does({ type: 'DecideWaiver', decision: 10, reason: 'no' }));
    world.after(byHand(0));
    expect(world.item(1).fee).toMatchObject({ due: EUR(0), accepted: null });
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenDone();
  });

  it('an amount by hand holds until other sub-reasons with a price are found', () => {
    const world = received({ ...OUT, maintenanceAmount: 5000 });
    world.after(byHand(3000));
    world.after(find({ reasonIds: [1] }));
    expect(world.item(1).fee.due).toEqual(EUR(3000));
    world.after(find({ reasonIds: [1], subReasons: LOST_STONE }, 8000));
    expect(world.item(1).fee.due).toEqual(EUR(8000));
    world.after(byHand(4000));
    world.after(find({ reasonIds: [1], subReasons: LOST_STONE }, 8000));
    expect(world.item(1).fee.due).toEqual(EUR(4000));
  });

  it('an approved waiver needs no amount', () => {
    const world = received(UNNAMED);
    world.after(does({ type: 'RequestWaiver', remark: 'loyal client' }));
    world.after(does({ type: 'DecideWaiver', decision: 11, reason: null }));
    expect(isFeeMissing(world.item(1))).toBe(false);
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenDone();
  });

  it('a rejected waiver over no amount leaves it missing', () => {
    const world = received(UNNAMED);
    world.after(does({ type: 'RequestWaiver', remark: 'loyal client' }));
    world.after(does({ type: 'DecideWaiver', decision: 10, reason: 'no' }));
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenRejected('fee_missing');
  });

  it('a free cause is not asked for an amount', () => {
    expect(isFeeMissing(received({ maintenanceAmount: 0 }, PRODUCTION).item(1))).toBe(false);
  });

  it('is missing before it is found, out of warranty, and named by an edit of the deposit', () => {
    const world = worldAt(1, UNNAMED);
    expect(isFeeMissing(world.item(1))).toBe(true);
    const edit = depositOf(100, [depositItem(1, { ...UNNAMED, maintenanceAmount: 4000 })]);
    const rma = world.rmas.get(100);
    if (rma === undefined) throw new Error('no deposit');
    world.run(decideDepositEdit(edit, rma, world.items, world.ctx(at(PARIS))));
    expect(world.item(1).fee).toMatchObject({ due: EUR(4000), agreed: EUR(4000), accepted: EUR(4000) });
    expect(isFeeMissing(world.item(1))).toBe(false);
  });

  it('an edit in warranty changes the agreed amount alone', () => {
    const world = worldAt(1, { maintenanceAmount: 5000 });
    const rma = world.rmas.get(100);
    if (rma === undefined) throw new Error('no deposit');
    const edit = depositOf(100, [depositItem(1, { maintenanceAmount: 6000 })]);
    world.run(decideDepositEdit(edit, rma, world.items, world.ctx(at(PARIS))));
    expect(world.item(1).fee).toMatchObject({ due: EUR(0), agreed: EUR(6000), accepted: EUR(6000) });
  });

  it('a repair done again for the store is free, whatever is found', () => {
    const world = worldAt(15, OUT);
    const again = { reason: 'still loose', newItemId: 2, newNumber: 'PAR-000002', total180: 1 };
    world.run(storeReject(world.item(1), again, world.ctx(at(PARIS))));
    world.pack(91, 1, PARIS, FACTORY, [2]).send(91);
    world.run(
      world.move(2, 3, at(FACTORY), {
        findings: { reasonIds: [1], subReasons: LOST_STONE },
        listedFee: EUR(8000),
      }),
    );
    expect(world.item(2).fee.due).toEqual(EUR(0));
    given(world)
      .when(move(2, 4, at(FACTORY)))
      .thenDone();
  });

  it('a piece whose amount is missing does not leave the factory', () => {
    const world = worldAt(13, { maintenanceAmount: 0 });
    world.pack(92, 2, FACTORY, PARIS, [1]);
    world.after(find({ cause: 'Customers Issue' }));
    expect(canSend(world.shipment(92), world.items, false).blocking).toEqual([
      { code: 'fee_missing', itemId: 1 },
    ]);
  });

  it('nothing is asked for once it was shipped out', () => {
    expect(isFeeMissing(worldAt(15, OUT).item(1))).toBe(false);
  });
});
