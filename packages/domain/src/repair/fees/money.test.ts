import { describe, expect, it } from 'vitest';
import { FACTORY, PARIS, at, given, move, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import type { ItemCommand } from '../item/commands.ts';
import { amountAtCounter, asksForFee, isFeePaid, isFeeSettled } from './fees.ts';
import { Status, type StatusId } from '../../shared/status.ts';

const OUT = { purchaseDate: '2020-01-01' };
const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const on = (command: ItemCommand) => (world: World) => world.on(1, command, at(PARIS));
const request = (remark = 'please') => on({ type: 'RequestWaiver', remark });
const decide = (decision: 10 | 11, reason: string | null = 'because') =>
  on({ type: 'DecideWaiver', decision, reason });

describe('waiver: 0 No → 1 Review → 11 Approve or 10 Reject (product/repair.md §13)', () => {
  it('is 0 without a request, and 1 with the remark given at deposit', () => {
    expect(worldAt(1, OUT).item(1).waiver.code).toBe(0);
    expect(worldAt(1, { ...OUT, waiverRemark: 'loyal client' }).item(1).waiver).toMatchObject({
      code: 1,
      requests: 1,
    });
  });

  it('asks for a remark, of 120 words at most', () => {
    given(worldAt(1, OUT)).when(request('  ')).thenRejected('text_required');
    given(worldAt(1, OUT))
      .when(request('word '.repeat(121)))
      .thenRejected('text_too_long');
    given(worldAt(1, OUT))
      .when(request('word '.repeat(120)))
      .thenDone();
  });

  it('11: the fee becomes 0, settled and paid', () => {
    const world = worldAt(3, OUT);
    world.after(request());
    given(world).when(decide(11, null)).thenDone();
    expect(world.item(1)).toMatchObject({ waiver: { code: 11, waivedAmount: 5000 }, fee: { due: EUR(0) } });
    expect([isFeeSettled(world.item(1)), isFeePaid(world.item(1))]).toEqual([true, true]);
    given(world).when(request()).thenRejected('waiver_used_up');
  });

  it('10: needs a reason, and the customer must accept the fee again', () => {
    const world = worldAt(3, OUT);
    expect(isFeeSettled(world.item(1))).toBe(true);
    world.after(request());
    given(world).when(decide(10, ' ')).thenRejected('reason_required');
    given(world).when(decide(10)).thenDone();
    expect(world.item(1).waiver.code).toBe(10);
    expect(isFeeSettled(world.item(1))).toBe(false);
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenRejected('fee_not_settled');
    given(world)
      .when(on({ type: 'AcceptFee', fee: EUR(5000) }))
      .thenDone();
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenDone();
  });

  it.each([4, 5, 7, 8, 18] as const)(
    'at %i a fee is asked for before the scan is saved, and only there',
    (target) => {
      const world = worldAt(17, OUT);
      world.after(request());
      world.after(decide(10));
      const refused = world.try(world.move(1, target, at(FACTORY)))?.code === 'fee_not_settled';
      expect(refused).toBe(asksForFee(target));
      expect(asksForFee(target)).toBe(target !== Status.MCToCN);
    },
  );

  it('1: may be received and checked, not repaired', () => {
    const world = worldAt(2, OUT);
    world.after(request());
    given(world)
      .when(move(1, 3, at(FACTORY)))
      .thenDone();
    given(world)
      .when(move(1, 19, at(FACTORY)))
      .thenDone();
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenRejected('held_approval');
  });

  it('allows one further request, and no third', () => {
    const world = worldAt(3, OUT);
    given(world).when(request()).thenDone();
    given(world).when(request()).thenRejected('waiver_under_review');
    given(world).when(decide(10)).thenDone();
    given(world).when(request()).thenDone();
    given(world).when(decide(10)).thenDone();
    given(world).when(request()).thenRejected('waiver_used_up');
  });

  it('decides only what is under review', () => {
    given(worldAt(3, OUT)).when(decide(11)).thenRejected('waiver_not_under_review');
  });

  it('may be requested until it is shipped out', () => {
    given(worldAt(13)).when(request()).thenDone();
  });

  it.each([14, 15, 16, 20, 21] as const)('is frozen at %i: rejects a request', (status) => {
    given(worldAt(status)).when(request()).thenRejected('waiver_frozen');
  });

  it('freezes an open review as well', () => {
    const world = worldAt(13, OUT);
    world.after(request());
    world.pack(12, 2, FACTORY, PARIS, [1]).send(12);
    given(world).when(decide(11)).thenRejected('waiver_frozen');
  });
});

describe('fees (product/repair.md §12)', () => {
  const received = (findings: object, listed?: number, item: object = {}) => {
    const world = worldAt(2, item);
    const more = listed === undefined ? { findings } : { findings, listedFee: EUR(listed) };
    const rejection = world.try(world.move(1, 3, at(FACTORY), more));
    return {
      rejection: rejection?.code ?? null,
      fee: rejection === null ? world.item(1).fee.due.amount : null,
      world,
    };
  };

  it('is 0 in warranty, and the agreed amount out of it', () => {
    expect(worldAt(1).item(1).fee.due).toEqual(EUR(0));
    expect(worldAt(1, OUT).item(1).fee).toMatchObject({ due: EUR(5000), accepted: EUR(5000) });
  });

  it('is chargeable in warranty when the customer caused it: the listed price, to be accepted', () => {
    const { fee, world } = received({ cause: 'Customers Issue' }, 8000);
    expect(fee).toBe(8000);
    expect(isFeeSettled(world.item(1))).toBe(false);
  });

  it.each(['Production Issue', 'Design Issue', 'Components Issue'])(
    'is free when the cause is %s',
    (cause) => {
      expect(received({ cause }, 8000).fee).toBe(0);
    },
  );

  it('is free when repaired too often, even out of warranty', () => {
    expect(received({}, 8000, { ...OUT, total180: 3 }).fee).toBe(0);
  });

  it('stays as agreed out of warranty when no price is listed', () => {
    const { fee, world } = received({}, undefined, OUT);
    expect(fee).toBe(5000);
    expect(isFeeSettled(world.item(1))).toBe(true);
  });

  it('needs new acceptance when higher than agreed, none when lower', () => {
    expect(isFeeSettled(received({}, 5001, OUT).world.item(1))).toBe(false);
    expect(isFeeSettled(received({}, 4999, OUT).world.item(1))).toBe(true);
  });

  it('stays 0 after an approved waiver, whatever is found', () => {
    const world = worldAt(2, OUT);
    world.after(request());
    world.after(decide(11));
    world.run(world.move(1, 3, at(FACTORY), { listedFee: EUR(9000) }));
    expect(world.item(1).fee.due.amount).toBe(0);
  });

  it('refuses a price in another currency', () => {
    const world = worldAt(2, OUT);
    const listedFee = { amount: 1, currency: 'JPY' };
    given(world)
      .when(move(1, 3, at(FACTORY), { listedFee }))
      .thenRejected('currency_mismatch');
  });

  it('is accepted at exactly what is due, twice without effect', () => {
    const world = worldAt(3, OUT);
    const accept = (amount: number, currency = 'EUR') => on({ type: 'AcceptFee', fee: { amount, currency } });
    world.after(on({ type: 'OverrideFee', fee: EUR(7000), reason: 'more stones' }));
    given(world).when(accept(6999)).thenRejected('amount_invalid');
    given(world).when(accept(7000, 'JPY')).thenRejected('currency_mismatch');
    given(world).when(accept(7000)).thenDone();
    given(world).when(accept(7000)).thenNothing();
  });

  it('is at the counter what was agreed there, until another is set by hand', () => {
    const world = worldAt(3);
    expect(world.item(1).fee.due).toEqual(EUR(0));
    expect(amountAtCounter(world.item(1))).toBe(5000);
    world.after(on({ type: 'OverrideFee', fee: EUR(7000), reason: 'more stones' }));
    expect(amountAtCounter(world.item(1))).toBe(7000);
  });

  it('is overridden with a reason, in whole amounts', () => {
    const world = worldAt(3, OUT);
    const override = (amount: number, reason = 'x') => on({ type: 'OverrideFee', fee: EUR(amount), reason });
    given(world).when(override(1, ' ')).thenRejected('reason_required');
    given(world).when(override(-1)).thenRejected('amount_invalid');
    given(world).when(override(1.5)).thenRejected('amount_invalid');
    given(world).when(override(0)).thenDone();
  });
});

describe('payment is a record (product/repair.md §14)', () => {
  const pay = (amount: number, currency = 'EUR') =>
    on({ type: 'RecordPayment', paid: { amount, currency }, means: 'card', reference: null });

  it('adds up to paid, never above what is open', () => {
    const world = worldAt(15, OUT);
    expect(isFeePaid(world.item(1))).toBe(false);
    given(world).when(pay(0)).thenRejected('amount_invalid');
    given(world).when(pay(5001)).thenRejected('amount_invalid');
    given(world).when(pay(2000)).thenDone();
    given(world).when(pay(3001)).thenRejected('amount_invalid');
    given(world).when(pay(3000)).thenDone();
    expect(isFeePaid(world.item(1))).toBe(true);
    given(world).when(pay(1)).thenRejected('amount_invalid');
  });

  it('is in the currency of the fee', () => {
    given(worldAt(15, OUT)).when(pay(5000, 'JPY')).thenRejected('currency_mismatch');
  });

  it.each([1, 3, 15] as StatusId[])('is taken at %i', (status) => {
    given(worldAt(status, OUT)).when(pay(5000)).thenDone();
  });

  it('is not taken for a cancelled deposit', () => {
    given(worldAt(20, OUT)).when(pay(5000)).thenRejected('item_cancelled');
  });
});
