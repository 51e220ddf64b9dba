import { describe, expect, it } from 'vitest';
import { at, depositItem, given, PARIS, type World } from './testing.ts';
import { signPieces } from './sign-pieces.ts';
import { bringTo, worldAt } from './testing-stages.ts';

const OWN = { itemId: 1, signature: 'own' };
const OTHER = { itemId: 2, signature: 'other' };

const handOver = (id: number, signature: string) => (world: World) =>
  world.on(id, { type: 'HandOver', signature }, at(PARIS));
const handedOver = (world: World, id: number) =>
  world.logs.get(`item-${id}`)?.find(({ type }) => type === 'ItemHandedOver')?.data;

/** Pieces of two deposits at 15 in Paris. */
const twoWaiting = (): World => bringTo(worldAt(15).deposit(200, [depositItem(2)]), 2, 15);

function signedTogether(): World {
  const world = twoWaiting();
  return world.run(signPieces('pickup', [OWN, OTHER], world.states, world.ctx(at(PARIS))));
}

describe('one signing for several pieces (product/repair.md §15)', () => {
  it('keeps a separate document for each piece', () => {
    const world = signedTogether();
    expect(world.item(1).signatures).toMatchObject([{ signature: 'own', version: 1 }]);
    expect(world.item(2).signatures).toMatchObject([{ signature: 'other', version: 1, signing: 'own' }]);
  });

  it.each(['own', 'other'])('hands the second piece over by %s, each time with its own document', (named) => {
    const world = signedTogether();
    given(world).when(handOver(2, named)).thenDone();
    expect(handedOver(world, 2)).toMatchObject({ signature: 'other' });
  });

  it('does not let the document of one piece serve another that was signed for apart', () => {
    const world = twoWaiting();
    for (const piece of [OWN, OTHER]) {
      world.run(signPieces('pickup', [piece], world.states, world.ctx(at(PARIS))));
    }
    given(world).when(handOver(2, 'own')).thenRejected('signature_required');
  });

  it('is on all of the pieces or on none', () => {
    const world = worldAt(15);
    const pieces = [OWN, { itemId: 9, signature: 'lost' }];
    given(world)
      .when((now) => signPieces('pickup', pieces, now.states, now.ctx(at(PARIS))))
      .thenRejected('not_found');
    expect(world.item(1).signatures).toEqual([]);
  });
});
