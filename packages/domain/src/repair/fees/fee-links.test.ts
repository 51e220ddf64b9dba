import { describe, expect, it } from 'vitest';
import { FACTORY, PARIS, at, given, move, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import type { AnswerFee, ItemCommand } from '../item/commands.ts';
import { isFeeSettled } from './fees.ts';
import { standingOf } from './fee-links.ts';
import type { Item } from '../item/item.ts';

const OUT = { purchaseDate: '2020-01-01' };
const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const on = (command: ItemCommand) => (world: World) => world.on(1, command, at(PARIS));
const make = (linkHash = 'a1') => on({ type: 'MakeFeeLink', linkHash });
const revoke = on({ type: 'RevokeFeeLink' });
const charge = (amount: number) =>
  on({ type: 'OverrideFee', fee: EUR(amount), reason: 'two stones are missing' });
const answer = (more: Partial<AnswerFee> = {}) =>
  on({
    type: 'AnswerFee',
    linkHash: 'a1',
    answer: 'approved',
    fee: EUR(7000),
    name: 'Camille Laurent',
    signature: 'ink',
    conditions: '2026-11',
    language: 'fr',
    ...more,
  });

/** 5000 was agreed at the counter; the workshop asks for 7000, and the customer has a link. */
function asked(): World {
  const world = worldAt(3, OUT);
  world.after(charge(7000));
  world.after(make());
  return world;
}
const standing = (world: World, hash = 'a1') => {
  const item: Item = world.item(1);
  const link = item.fee.links.find((each) => each.hash === hash);
  return link === undefined ? 'none' : standingOf(item, link);
};

describe('a link to the fee (product/repair.md §12.1)', () => {
  it('is made where a named fee waits for its customer, and nowhere else', () => {
    given(worldAt(3, OUT)).when(make()).thenRejected('fee_already_settled');
    given(worldAt(14, OUT)).when(make()).thenRejected('waiver_frozen');
    given(worldAt(20, OUT)).when(make()).thenRejected('item_cancelled');
    const world = worldAt(3, OUT);
    world.after(charge(7000));
    given(world).when(make()).thenDone();
    expect(world.item(1).fee.links).toEqual([
      { hash: 'a1', fee: EUR(7000), state: 'open', answeredAt: null },
    ]);
  });

  it('is not made while a waiver is under review, and takes no answer meanwhile', () => {
    const world = asked();
    world.after(on({ type: 'RequestWaiver', remark: 'a loyal client' }));
    given(world).when(make('b2')).thenRejected('waiver_under_review');
    expect(standing(world)).toBe('review');
    given(world).when(answer()).thenRejected('fee_link_ended');
    world.after(on({ type: 'DecideWaiver', decision: 10, reason: 'worn by use' }));
    given(world).when(answer()).thenDone();
  });

  it('approves exactly the amount it names, once: the benches take the piece', () => {
    const world = asked();
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenRejected('fee_not_settled');
    given(world)
      .when(answer({ fee: EUR(6999) }))
      .thenRejected('amount_invalid');
    given(world)
      .when(answer({ fee: EUR(7001) }))
      .thenRejected('amount_invalid');
    given(world)
      .when(answer({ fee: { amount: 7000, currency: 'JPY' } }))
      .thenRejected('amount_invalid');
    given(world).when(answer()).thenDone();
    expect(isFeeSettled(world.item(1))).toBe(true);
    given(world).when(answer()).thenRejected('fee_link_ended');
    given(world)
      .when(answer({ answer: 'declined' }))
      .thenRejected('fee_link_ended');
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenDone();
  });

  it('an approval needs a name and a signature; to decline, a name is enough', () => {
    const world = asked();
    given(world)
      .when(answer({ name: '  ' }))
      .thenRejected('text_required');
    given(world)
      .when(answer({ signature: null }))
      .thenRejected('signature_required');
    given(world)
      .when(answer({ answer: 'declined', signature: null }))
      .thenDone();
    expect([standing(world), isFeeSettled(world.item(1))]).toEqual(['declined', false]);
    given(world)
      .when(move(1, 4, at(FACTORY)))
      .thenRejected('fee_not_settled');
  });

  it.each([6999, 7001])(
    'another amount (%i) voids an approval, also when the old one comes back',
    (amount) => {
      const world = asked();
      world.after(answer());
      world.after(charge(amount));
      expect(isFeeSettled(world.item(1))).toBe(false);
      expect(world.item(1).fee.accepted).toEqual(EUR(5000));
      world.after(charge(7000));
      expect(isFeeSettled(world.item(1))).toBe(false);
    },
  );

  it('the same amount again voids nothing', () => {
    const world = asked();
    world.after(answer());
    given(world).when(charge(7000)).thenNothing();
    expect(isFeeSettled(world.item(1))).toBe(true);
  });

  it('an amount that was agreed at the counter still counts after a voided approval', () => {
    const world = asked();
    world.after(answer());
    world.after(charge(5000));
    expect(isFeeSettled(world.item(1))).toBe(true);
    world.after(charge(5001));
    expect(isFeeSettled(world.item(1))).toBe(false);
  });

  it.each([6999, 7001])('ends with the amount it names (%i)', (amount) => {
    const world = asked();
    world.after(charge(amount));
    expect(standing(world)).toBe('changed');
    given(world).when(answer()).thenRejected('fee_link_ended');
    world.after(charge(7000));
    given(world).when(answer()).thenRejected('fee_link_ended');
  });

  it('ends when a newer one is made, when it is revoked, and when the fee is agreed to at the counter', () => {
    const world = asked();
    world.after(make('b2'));
    expect([standing(world), standing(world, 'b2')]).toEqual(['replaced', 'waiting']);
    given(world).when(answer()).thenRejected('fee_link_ended');
    given(world).when(revoke).thenDone();
    given(world).when(revoke).thenNothing();
    given(world)
      .when(answer({ linkHash: 'b2' }))
      .thenRejected('fee_link_ended');
    expect(standing(world, 'b2')).toBe('revoked');
    world.after(make('c3'));
    world.after(on({ type: 'AcceptFee', fee: EUR(7000) }));
    expect(standing(world, 'c3')).toBe('settled');
    given(world)
      .when(answer({ linkHash: 'c3' }))
      .thenRejected('fee_link_ended');
  });

  it('of a message is not made beside another one, which stays', () => {
    const world = asked();
    const byMessage = on({ type: 'MakeFeeLink', linkHash: 'b2', unlessOpen: true });
    world.after(byMessage);
    expect(world.item(1).fee.links.map(({ hash, state }) => [hash, state])).toEqual([['a1', 'open']]);
    world.after(revoke);
    world.after(byMessage);
    expect(world.item(1).fee.links.map(({ hash, state }) => [hash, state])).toEqual([
      ['a1', 'revoked'],
      ['b2', 'open'],
    ]);
  });

  it('that was never made leads to nothing', () => {
    given(asked())
      .when(answer({ linkHash: 'ff' }))
      .thenRejected('not_found');
  });

  it('after a declined fee another link can be made, and staff can still record that they agree', () => {
    const world = asked();
    world.after(answer({ answer: 'declined', signature: null }));
    given(world).when(make('b2')).thenDone();
    given(world)
      .when(on({ type: 'AcceptFee', fee: EUR(7000) }))
      .thenDone();
  });

  it('stands among the signatures of the piece, a version each', () => {
    const world = asked();
    world.after(answer());
    expect(world.item(1).signatures.filter(({ kind }) => kind === 'fee')).toMatchObject([
      { version: 1, signature: 'ink' },
    ]);
  });
});
