import { describe, expect, it } from 'vitest';
import { at, FACTORY, PARIS, worldAt } from '../processes/testing.ts';
import type { World } from '../processes/testing.ts';
import type { ItemCommand } from './commands.ts';
import { asksForFee, isFeePaid, isFeeSettled } from './fees.ts';
import { Status } from '../shared/status.ts';
import type { StatusId } from '../shared/status.ts';

const OUT = { purchaseDate: '2020-01-01' };
const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const on = (world: World, command: ItemCommand) => world.try(world.on(1, command, at(PARIS)))?.code ?? null;
const request = (world: World, remark = 'please') => on(world, { type: 'RequestWaiver', remark });
const decide = (world: World, decision: 10 | 11, reason: string | null = 'because') =>
  on(world, { type: 'DecideWaiver', decision, reason });

describe('waiver: 0 No → 1 Review → 11 Approve or 10 Reject (product/repair.md §13)', () => {
  it('is 0 without a request, and 1 with the remark given at deposit', () => {
    expect(worldAt(1, OUT).item(1).waiver.code).toBe(0);
    expect(worldAt(1, { ...OUT, waiverRemark: 'loyal client' }).item(1).waiver).toMatchObject({
      code: 1,
      requests: 1,
    });
  });

  it('asks for a remark, of 120 words at most', () => {
    expect(request(worldAt(1, OUT), '  ')).toBe('text_required');
    expect(request(worldAt(1, OUT), 'word '.repeat(121))).toBe('text_too_long');
    expect(request(worldAt(1, OUT), 'word '.repeat(120))).toBeNull();
  });

  it('11: the fee becomes 0, settled and paid', () => {
    const world = worldAt(3, OUT);
    request(world);
    expect(decide(world, 11, null)).toBeNull();
    expect(world.item(1)).toMatchObject({ waiver: { code: 11, waivedAmount: 5000 }, fee: { due: EUR(0) } });
    expect([isFeeSettled(world.item(1)), isFeePaid(world.item(1))]).toEqual([true, true]);
    expect(request(world)).toBe('waiver_used_up');
  });

  it('10: needs a reason, and the customer must accept the fee anew', () => {
    const world = worldAt(3, OUT);
    expect(isFeeSettled(world.item(1))).toBe(true);
    request(world);
    expect(decide(world, 10, ' ')).toBe('reason_required');
    expect(decide(world, 10)).toBeNull();
    expect(world.item(1).waiver.code).toBe(10);
    expect(isFeeSettled(world.item(1))).toBe(false);
    expect(world.try(world.move(1, 4, at(FACTORY)))?.code).toBe('fee_not_settled');
    expect(on(world, { type: 'AcceptFee', fee: EUR(5000) })).toBeNull();
    expect(world.try(world.move(1, 4, at(FACTORY)))).toBeNull();
  });

  it.each([4, 5, 7, 8, 18] as const)(
    'at %i a fee is asked for before the scan is saved, and only there',
    (target) => {
      const world = worldAt(17, OUT);
      request(world);
      decide(world, 10);
      const refused = world.try(world.move(1, target, at(FACTORY)))?.code === 'fee_not_settled';
      expect(refused).toBe(asksForFee(target));
      expect(asksForFee(target)).toBe(target !== Status.MCToCN);
    },
  );

  it('1: may be received and checked, not repaired', () => {
    const world = worldAt(2, OUT);
    request(world);
    expect(world.try(world.move(1, 3, at(FACTORY)))).toBeNull();
    expect(world.try(world.move(1, 19, at(FACTORY)))).toBeNull();
    expect(world.try(world.move(1, 4, at(FACTORY)))?.code).toBe('held_approval');
  });

  it('allows one further request, and no third', () => {
    const world = worldAt(3, OUT);
    expect([request(world), request(world)]).toEqual([null, 'waiver_under_review']);
    expect([decide(world, 10), request(world), decide(world, 10), request(world)]).toEqual([
      null,
      null,
      null,
      'waiver_used_up',
    ]);
  });

  it('decides only what is under review', () => {
    expect(decide(worldAt(3, OUT), 11)).toBe('waiver_not_under_review');
  });

  it.each([
    [13, null],
    [14, 'waiver_frozen'],
    [15, 'waiver_frozen'],
    [16, 'waiver_frozen'],
    [20, 'waiver_frozen'],
    [21, 'waiver_frozen'],
  ] as const)('at %i a request answers %s: frozen once shipped out', (status, expected) => {
    expect(request(worldAt(status))).toBe(expected);
  });

  it('freezes an open review as well', () => {
    const world = worldAt(13, OUT);
    request(world);
    world.pack(12, 2, FACTORY, PARIS, [1]).send(12);
    expect(decide(world, 11)).toBe('waiver_frozen');
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
    request(world);
    decide(world, 11);
    world.run(world.move(1, 3, at(FACTORY), { listedFee: EUR(9000) }));
    expect(world.item(1).fee.due.amount).toBe(0);
  });

  it('refuses a price in another currency', () => {
    const world = worldAt(2, OUT);
    const listedFee = { amount: 1, currency: 'JPY' };
    expect(world.try(world.move(1, 3, at(FACTORY), { listedFee }))?.code).toBe('currency_mismatch');
  });

  it('is accepted at exactly what is due, twice without effect', () => {
    const world = worldAt(3, OUT);
    const accept = (amount: number, currency = 'EUR') =>
      on(world, { type: 'AcceptFee', fee: { amount, currency } });
    on(world, { type: 'OverrideFee', fee: EUR(7000), reason: 'more stones' });
    expect([accept(6999), accept(7000, 'JPY'), accept(7000)]).toEqual([
      'amount_invalid',
      'currency_mismatch',
      null,
    ]);
    const events = world.logs.get('item-1')?.length;
    expect(accept(7000)).toBeNull();
    expect(world.logs.get('item-1')).toHaveLength(events ?? -1);
  });

  it('is overridden with a reason, in whole amounts', () => {
    const world = worldAt(3, OUT);
    const override = (amount: number, reason = 'x') =>
      on(world, { type: 'OverrideFee', fee: EUR(amount), reason });
    expect([override(1, ' '), override(-1), override(1.5), override(0)]).toEqual([
      'reason_required',
      'amount_invalid',
      'amount_invalid',
      null,
    ]);
  });
});

describe('payment is a record (product/repair.md §14)', () => {
  const pay = (world: World, amount: number, currency = 'EUR') =>
    on(world, { type: 'RecordPayment', paid: { amount, currency }, means: 'card', reference: null });

  it('adds up to paid, never above what is open', () => {
    const world = worldAt(15, OUT);
    expect(isFeePaid(world.item(1))).toBe(false);
    expect([pay(world, 0), pay(world, 5001), pay(world, 2000), pay(world, 3001)]).toEqual([
      'amount_invalid',
      'amount_invalid',
      null,
      'amount_invalid',
    ]);
    expect(pay(world, 3000)).toBeNull();
    expect(isFeePaid(world.item(1))).toBe(true);
    expect(pay(world, 1)).toBe('amount_invalid');
  });

  it('is in the currency of the fee', () => {
    expect(pay(worldAt(15, OUT), 5000, 'JPY')).toBe('currency_mismatch');
  });

  it.each([1, 3, 15] as StatusId[])('is taken at %i', (status) => {
    expect(pay(worldAt(status, OUT), 5000)).toBeNull();
  });

  it('is not taken for a cancelled deposit', () => {
    expect(pay(worldAt(20, OUT), 5000)).toBe('item_cancelled');
  });
});
