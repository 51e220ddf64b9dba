import { describe, expect, it } from 'vitest';
import { storeReject } from './store-reject.ts';
import { FACTORY, PARIS, TOKYO, at, given, type World } from './testing.ts';
import { worldAt } from './testing-stages.ts';

const asked = { reason: 'stone is loose', newItemId: 50, newNumber: 'PAR-000050', total180: 1 };
const rejectIt =
  (changes = {}, site = PARIS) =>
  (world: World) =>
    storeReject(world.item(1), { ...asked, ...changes }, world.ctx(at(site)));

describe('store reject at 15 (product/repair.md §6)', () => {
  it('closes the old item and creates the linked one at 1, in one decision', () => {
    const world = worldAt(15, { purchaseDate: '2020-01-01' });
    given(world).when(rejectIt()).thenDone();
    expect(world.item(1)).toMatchObject({
      status: 21,
      linkedTo: 50,
      custody: { kind: 'passed-on', itemId: 50 },
    });
    expect(world.item(50)).toMatchObject({
      status: 1,
      linkedFrom: 1,
      rmaId: 100,
      custody: { kind: 'site', siteId: PARIS },
      fee: { due: { amount: 0 } },
      warranty: { inWarranty: false },
      total180: 1,
    });
    expect(world.rmas.get(100)).toMatchObject({ itemIds: [1, 50] });
  });

  it('takes the condition over with the pictures on which it was marked', () => {
    const marks = [{ image: 'front', x: 0.2, y: 0.4, text: 'bent claw' }];
    const world = worldAt(15, { images: ['front', 'side'], marks });
    world.after(rejectIt());
    expect(world.item(50)).toMatchObject({ images: ['front', 'side'], marks });
  });

  it('never lets two items hold the jewel', () => {
    const world = worldAt(15);
    world.after(rejectIt());
    const holders = [1, 50].filter((id) => world.item(id).custody.kind !== 'passed-on');
    expect(holders).toEqual([50]);
  });

  it('needs a reason', () => {
    given(worldAt(15))
      .when(rejectIt({ reason: ' ' }))
      .thenRejected('reason_required');
  });

  it.each([1, 3, 14, 16, 20, 21] as const)('is not open at %i', (status) => {
    given(worldAt(status)).when(rejectIt()).thenRejected('illegal_transition');
  });

  it('is for the store that has it, at its own store', () => {
    given(worldAt(15)).when(rejectIt({}, TOKYO)).thenRejected('custody_elsewhere');
    const astray = worldAt(14);
    astray.run(astray.move(1, 15, at(TOKYO)));
    given(astray).when(rejectIt({}, TOKYO)).thenRejected('custody_elsewhere');
  });

  it('waits for an open dispute', () => {
    const world = worldAt(15);
    world.run(world.on(1, { type: 'PlaceHold', hold: 'dispute', reason: 'x' }, at(PARIS)));
    given(world).when(rejectIt()).thenRejected('held_dispute');
  });

  it('goes round again: the linked item can be sent, and its number of repairs counts', () => {
    const world = worldAt(15);
    world.after(rejectIt());
    world
      .pack(99, 1, PARIS, FACTORY, [50])
      .send(99)
      .run(world.move(50, 3, at(FACTORY)));
    expect(world.item(50).status).toBe(3);
  });
});
