import { describe, expect, it } from 'vitest';
import { rank, Status } from '../../shared/status.ts';
import { PARIS, at, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import type { ItemCommand } from '../item/commands.ts';
import { feeWaitOf } from './fee-waits.ts';
import { toItemRow } from '../row.ts';

const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const on = (command: ItemCommand) => (world: World) => world.on(1, command, at(PARIS));
const charge = (amount: number) =>
  on({ type: 'OverrideFee', fee: EUR(amount), reason: 'two stones are missing' });
const make = (linkHash = 'a1') => on({ type: 'MakeFeeLink', linkHash });
const say = (answer: 'approved' | 'declined', linkHash = 'a1') =>
  on({
    type: 'AnswerFee',
    linkHash,
    answer,
    fee: EUR(7000),
    name: 'Camille Laurent',
    signature: 'ink',
    conditions: '2026-11',
    language: 'fr',
  });

/** 5000 was agreed at the counter; the workshop asks for 7000. */
function after(...steps: readonly ((world: World) => ReturnType<World['on']>)[]) {
  const world = worldAt(3, { purchaseDate: '2020-01-01' });
  for (const step of [charge(7000), ...steps]) world.after(step);
  const row = toItemRow(world.item(1));
  return [row.fee_asked, feeWaitOf(row)];
}

describe('what lists say of a fee, and the customer’s page (product/repair.md §12.1)', () => {
  it('a fee that is not agreed waits, asked by link or not', () => {
    expect(after()).toEqual([null, 'unasked']);
    expect(after(make())).toEqual(['open', 'asked']);
    expect(after(make(), on({ type: 'RevokeFeeLink' }))).toEqual([null, 'unasked']);
  });

  it('a declined fee stays declined until the customer is asked again', () => {
    expect(after(make(), say('declined'))).toEqual(['declined', 'declined']);
    expect(after(make(), say('declined'), make('b2'))).toEqual(['open', 'asked']);
  });

  it('an agreed, waived or settled fee does not wait', () => {
    expect(after(make(), say('approved'))).toEqual([null, 'no']);
    expect(after(make(), say('declined'), charge(0))).toEqual([null, 'no']);
    expect(after(make(), say('declined'), charge(5000))).toEqual([null, 'no']);
  });

  it.each([6999, 7001])(
    'an answer to another amount than the one that is due (%i) says nothing',
    (amount) => {
      expect(after(make(), charge(amount))).toEqual([null, 'unasked']);
      expect(after(make(), say('declined'), charge(amount))).toEqual([null, 'unasked']);
    },
  );

  it('the page says nothing while the shop reviews a waiver', () => {
    const review = on({ type: 'RequestWaiver', remark: 'a loyal client' });
    expect(after(make(), review)).toEqual(['open', 'no']);
  });

  it('and nothing from the way home on, once it is cancelled, or without an amount', () => {
    const row = {
      fee_amount: 1,
      fee_settled: false,
      fee_asked: null,
      cancelled: false,
      rank: 12,
      waiver: 10,
    } as const;
    const waits = (more: object) => feeWaitOf({ ...row, ...more });
    expect([waits({}), waits({ fee_amount: 0 }), waits({ cancelled: true })]).toEqual([
      'unasked',
      'no',
      'no',
    ]);
    const shipOut = rank(Status.LogisticsShipOut);
    expect([waits({ rank: shipOut - 1 }), waits({ rank: shipOut })]).toEqual(['unasked', 'no']);
    expect(waits({ fee_settled: true })).toBe('no');
  });
});
