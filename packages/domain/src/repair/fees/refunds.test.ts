import { describe, expect, it } from 'vitest';
import { at, given, PARIS, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import { storeReject } from '../../processes/store-reject.ts';
import type { ItemCommand } from '../item/commands.ts';
import { amountDue, amountOpen, amountPaid, amountToReturn } from './fees.ts';
import { withoutCustomer } from '../evolve-erased.ts';
import { toItemRow } from '../row.ts';

const OUT = { purchaseDate: '2020-01-01', maintenanceAmount: 300_00 };
const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const WHY = 'typed wrongly';
const on =
  (command: ItemCommand, id = 1) =>
  (world: World) =>
    world.on(id, command, at(PARIS));
const pay = (amount: number, currency = 'EUR') =>
  on({ type: 'RecordPayment', paid: { amount, currency }, means: 'cash', reference: 'r1' });
const fee = (amount: number) => on({ type: 'OverrideFee', fee: EUR(amount), reason: 'less work' });
const refund = (
  amount: number,
  more: { currency?: string; reason?: string; means?: string } = {},
  id = 1,
) => {
  const { currency = 'EUR', reason = WHY, means = 'cash' } = more;
  return on({ type: 'RecordRefund', refunded: { amount, currency }, means, reference: null, reason }, id);
};
const correct = (payment: number, amount: number, more: { currency?: string; reason?: string } = {}) => {
  const { currency = 'EUR', reason = WHY } = more;
  const paid = { amount, currency };
  return on({ type: 'CorrectPayment', payment, paid, means: 'card', reference: 'r2', reason });
};
const sign = (id = 1) => on({ type: 'RecordSignature', kind: 'pickup', signature: 'sig' }, id);
const handOver = (notReturned?: string, id = 1) =>
  on({ type: 'HandOver', signature: 'sig', notReturned }, id);
const moneyOf = (world: World, id = 1) => {
  const item = world.item(id);
  return [amountDue(item), amountPaid(item), amountOpen(item), amountToReturn(item)];
};

/** 300.00 paid at the counter, and the fee is 180.00 since. */
const overpaid = (status: 3 | 1 = 3): World => worldAt(status, OUT).after(pay(300_00)).after(fee(180_00));

/** The same, and the piece is back at the counter, signed for. */
function overpaidAtCounter(): World {
  const world = worldAt(15, OUT).after(pay(300_00)).after(sign());
  const quoted = { fee: EUR(180_00), because: 'override' as const, reason: 'less work', policyVersion: 1 };
  const by = { userId: 100, workerId: null };
  const at = '2026-03-02T10:00:00.000Z';
  world.append({ streamId: 'item-1', events: [{ type: 'FeeQuoted', data: { ...quoted, at, by } }] });
  return world;
}

describe('money that was paid and is not due (product/repair.md §14)', () => {
  it('is to be returned once the fee is lower than what was paid', () => {
    expect(moneyOf(overpaid())).toEqual([180_00, 300_00, 0, 120_00]);
  });

  it('is all of it once the repair ends unrepaired', () => {
    const world = worldAt(3, OUT).after(pay(300_00));
    world.run(world.on(1, { type: 'ReturnUnrepaired', reason: 'too worn' }, at(20)));
    expect(moneyOf(world)).toEqual([0, 300_00, 0, 300_00]);
  });

  it('is all of it once the deposit is cancelled, or the fee waived', () => {
    const cancelled = worldAt(1, OUT).after(pay(300_00));
    cancelled.run(cancelled.move(1, 20, at(PARIS), { reason: 'changed mind' }));
    expect(moneyOf(cancelled)).toEqual([0, 300_00, 0, 300_00]);
    const waived = worldAt(3, OUT).after(pay(300_00));
    waived.after(on({ type: 'RequestWaiver', remark: 'loyal' }));
    waived.after(on({ type: 'DecideWaiver', decision: 11, reason: null }));
    expect(moneyOf(waived)).toEqual([0, 300_00, 0, 300_00]);
  });

  it('stands in the row', () => {
    expect(toItemRow(overpaid().item(1))).toMatchObject({
      fee_paid: true,
      fee_paid_amount: 300_00,
      fee_to_return: 120_00,
    });
  });
});

describe('a refund', () => {
  it('returns what is to be returned, in parts, and never more', () => {
    const world = overpaid();
    given(world).when(refund(120_01)).thenRejected('refund_exceeds', { amount: 120_01, to_return: 120_00 });
    given(world).when(refund(20_00)).thenDone();
    expect(moneyOf(world)).toEqual([180_00, 280_00, 0, 100_00]);
    given(world).when(refund(100_00)).thenDone();
    expect(moneyOf(world)).toEqual([180_00, 180_00, 0, 0]);
    given(world).when(refund(1)).thenRejected('refund_exceeds');
  });

  it.each([
    [0, {}, 'amount_invalid'],
    [-5, {}, 'amount_invalid'],
    [1.5, {}, 'amount_invalid'],
    [10, { currency: 'USD' }, 'currency_mismatch'],
    [10, { reason: '  ' }, 'reason_required'],
    [10, { means: '' }, 'invalid_input'],
  ] as const)('of %d with %j is refused', (amount, more, code) => {
    given(overpaid()).when(refund(amount, more)).thenRejected(code);
  });

  it('can be recorded after the piece has left', () => {
    const world = overpaidAtCounter().after(handOver('the client wanted it so'));
    given(world).when(refund(120_00)).thenDone();
    expect(moneyOf(world)).toEqual([180_00, 180_00, 0, 0]);
  });

  it('is open again where a higher fee is due later', () => {
    const world = overpaid().after(refund(120_00)).after(fee(300_00));
    expect(moneyOf(world)).toEqual([300_00, 180_00, 120_00, 0]);
    given(world).when(pay(120_01)).thenRejected('amount_invalid');
    given(world).when(pay(120_00)).thenDone();
  });
});

describe('a correction', () => {
  it('counts instead of the record that it names', () => {
    const world = worldAt(15, OUT).after(pay(200_00)).after(pay(30_00));
    given(world).when(correct(2, 100_00)).thenDone();
    expect(moneyOf(world)).toEqual([300_00, 300_00, 0, 0]);
    given(world).when(correct(1, 0)).thenDone();
    expect(moneyOf(world)).toEqual([300_00, 100_00, 200_00, 0]);
    expect(world.item(1).fee.payments).toMatchObject([
      { paid: EUR(0), means: 'card', reference: 'r2', isCorrected: true },
      { paid: EUR(100_00), isCorrected: true },
    ]);
  });

  it('corrects a refund as well', () => {
    const world = overpaid().after(refund(120_00));
    given(world).when(correct(2, 120_01)).thenRejected('amount_invalid');
    given(world).when(correct(2, 20_00)).thenDone();
    expect(moneyOf(world)).toEqual([180_00, 280_00, 0, 100_00]);
  });

  it.each([
    [0, 10, {}, 'payment_unknown'],
    [2, 10, {}, 'payment_unknown'],
    [1, 300_01, {}, 'amount_invalid'],
    [1, -1, {}, 'amount_invalid'],
    [1, 10, { currency: 'JPY' }, 'currency_mismatch'],
    [1, 10, { reason: '' }, 'reason_required'],
  ] as const)('of record %d to %d with %j is refused', (payment, amount, more, code) => {
    const world = worldAt(15, OUT).after(pay(100_00));
    given(world)
      .when(correct(payment, amount, more))
      .thenRejected(code);
  });

  it('never leaves less paid than was refunded', () => {
    const world = overpaid().after(refund(120_00));
    given(world).when(correct(1, 119_99)).thenRejected('amount_invalid');
    given(world).when(correct(1, 120_00)).thenDone();
    expect(moneyOf(world)).toEqual([180_00, 0, 180_00, 0]);
  });

  it('loses reference and nothing else when the customer is erased', () => {
    const item = withoutCustomer(overpaid().item(1));
    expect(item.fee.payments).toMatchObject([{ reference: null, paid: EUR(300_00) }]);
  });
});

describe('handing over while something is to be returned', () => {
  it('asks until it is refunded', () => {
    const world = overpaidAtCounter();
    given(world)
      .when(handOver())
      .thenRejected('refund_due', { ...EUR(120_00) });
    given(world).when(handOver(' ')).thenRejected('refund_due');
    world.after(refund(120_00));
    given(world).when(handOver()).thenDone();
  });

  it('takes a reason for what is not returned, and records it with the amount', () => {
    const world = overpaidAtCounter();
    given(world).when(handOver('the client gives it to the workshop')).thenDone();
    expect(world.logs.get('item-1')?.at(-1)).toMatchObject({
      type: 'ItemHandedOver',
      data: { notReturned: EUR(120_00), notReturnedReason: 'the client gives it to the workshop' },
    });
    expect(moneyOf(world)).toEqual([180_00, 300_00, 0, 0]);
  });

  it('asks by the move to 16, and when a cancelled deposit is handed back', () => {
    const world = overpaidAtCounter();
    given(world)
      .when((now) => now.move(1, 16, at(PARIS)))
      .thenRejected('refund_due');
    const cancelled = worldAt(1, OUT).after(pay(300_00)).after(sign());
    cancelled.run(cancelled.move(1, 20, at(PARIS), { reason: 'changed mind' }));
    given(cancelled).when(handOver()).thenRejected('refund_due');
    cancelled.after(refund(300_00));
    given(cancelled).when(handOver()).thenDone();
  });

  it('asks nothing where the payment covers the fee', () => {
    given(worldAt(15, OUT).after(pay(300_00)).after(sign()))
      .when(handOver())
      .thenDone();
  });
});

describe('a repair that the store does not take', () => {
  const given2 = { reason: 'loose', newItemId: 2, newNumber: 'PAR-000002', total180: 1 };
  const rejected = (world: World) => world.run(storeReject(world.item(1), given2, world.ctx(at(PARIS))));

  it('keeps what was paid for the repair that is done again', () => {
    const world = rejected(worldAt(15, OUT).after(pay(300_00)));
    expect(moneyOf(world, 2)).toEqual([300_00, 300_00, 0, 0]);
    expect(amountToReturn(world.item(1))).toBe(0);
    given(world).when(refund(1)).thenRejected('payment_moved');
    given(world).when(correct(1, 1)).thenRejected('payment_moved');
  });

  it('returns it by the linked piece when that ends unrepaired', () => {
    const world = rejected(worldAt(15, OUT).after(pay(300_00)));
    world.pack(50, 1, PARIS, 20, [2]).send(50);
    world.run(world.move(2, 3, at(20)));
    world.run(world.on(2, { type: 'ReturnUnrepaired', reason: 'cracked' }, at(20)));
    expect(moneyOf(world, 2)).toEqual([0, 300_00, 0, 300_00]);
    given(world)
      .when(refund(300_00, {}, 2))
      .thenDone();
    expect(moneyOf(world, 2)).toEqual([0, 0, 0, 0]);
  });

  it('carries what is to be returned, and asks for nothing that was still open', () => {
    expect(moneyOf(rejected(overpaidAtCounter()), 2)).toEqual([180_00, 300_00, 0, 120_00]);
    expect(moneyOf(rejected(worldAt(15, OUT)), 2)).toEqual([0, 0, 0, 0]);
    expect(moneyOf(rejected(worldAt(15, OUT).after(pay(100_00))), 2)).toEqual([100_00, 100_00, 0, 0]);
  });
});
