import { describe, expect, it } from 'vitest';
import { collectPieces, type GivenPayment } from './collect.ts';
import { signPieces } from './sign-pieces.ts';
import { PARIS, TOKYO, at, depositItem, given, type World } from './testing.ts';
import { bringTo, worldAt } from './testing-stages.ts';

const OUT = { purchaseDate: '2020-01-01' };
const FEE = 5000;
const paid = (amount: number, means = 'card', currency = 'EUR'): GivenPayment => ({
  paid: { amount, currency },
  means,
  reference: null,
});

/** Two pieces of one client at the counter, signed for at once. */
function signed(...items: readonly object[]): World {
  const [first, ...others] = items;
  const world = worldAt(15, first);
  for (const [place, item] of others.entries())
    bringTo(world.deposit(200 + place, [depositItem(place + 2, item)]), place + 2, 15);
  const pieces = items.map((_, place) => ({ itemId: place + 1, signature: `sig-${place + 1}` }));
  return world.run(signPieces('pickup', pieces, world.states, world.ctx(at(PARIS))));
}
const collect =
  (payments: readonly GivenPayment[], itemIds: readonly number[] = [1, 2], site = PARIS) =>
  (world: World) =>
    collectPieces({ itemIds, payments, signature: 'sig-1' }, world.states, world.ctx(at(site)));
const paymentsOf = (world: World, id: number) =>
  world.item(id).fee.payments.map(({ paid: { amount }, means }) => [means, amount]);

describe('one client collects several pieces (product/repair.md §15)', () => {
  it('books a payment that is split over means on the pieces in their order', () => {
    const world = signed(OUT, OUT);
    world.after(collect([paid(7000), paid(3000, 'cash')]));
    expect(paymentsOf(world, 1)).toEqual([['card', FEE]]);
    expect(paymentsOf(world, 2)).toEqual([
      ['card', 2000],
      ['cash', 3000],
    ]);
    expect([world.item(1).status, world.item(2).status]).toEqual([16, 16]);
  });

  it('takes no money for a free piece', () => {
    const world = signed(OUT, {});
    world.after(collect([paid(FEE)]));
    expect(paymentsOf(world, 2)).toEqual([]);
    expect(world.item(2).status).toBe(16);
  });

  it('lets no piece go while a fee is open, and none of more than is open', () => {
    given(signed(OUT, OUT))
      .when(collect([paid(FEE)]))
      .thenRejected('fee_not_paid');
    given(signed(OUT, OUT))
      .when(collect([paid(FEE * 2 + 1)]))
      .thenRejected('amount_invalid');
  });

  it('covers no fee with another currency', () => {
    given(signed(OUT))
      .when(collect([paid(FEE, 'card', 'JPY')], [1]))
      .thenRejected('fee_not_paid');
    given(signed({}))
      .when(collect([paid(FEE, 'card', 'JPY')], [1]))
      .thenRejected('amount_invalid');
  });

  it('names every piece that may not leave, with its own reason', () => {
    const world = signed(OUT, {}, OUT);
    world.run(world.on(2, { type: 'PlaceHold', hold: 'dispute', reason: 'no' }, at(PARIS)));
    const refused = collect([paid(FEE)], [1, 2, 3])(world);
    expect(refused).toMatchObject({
      rejection: {
        code: 'held_dispute',
        details: {
          blocking: [
            { code: 'held_dispute', item_id: 2 },
            { code: 'fee_not_paid', item_id: 3 },
          ],
        },
      },
    });
  });

  it('is refused to another shop, and whole where one piece may not leave', () => {
    given(signed(OUT, {}))
      .when(collect([paid(FEE)], [1, 2], TOKYO))
      .thenRejected('custody_elsewhere');
    const held = signed(OUT, {});
    held.run(held.on(2, { type: 'PlaceHold', hold: 'dispute', reason: 'no' }, at(PARIS)));
    given(held)
      .when(collect([paid(FEE)]))
      .thenRejected('held_dispute');
  });
});
