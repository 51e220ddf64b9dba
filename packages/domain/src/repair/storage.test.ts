import { describe, expect, it } from 'vitest';
import { FACTORY, PARIS, TOKYO, at, given, type World } from '../processes/testing.ts';
import { worldAt } from '../processes/testing-stages.ts';
import { withoutCustomer } from './evolve-erased.ts';
import { toItemRow } from './row.ts';

const put =
  (safe: string, tray: string, site = PARIS) =>
  (world: World) =>
    world.on(1, { type: 'SetStoragePlace', safe, tray }, at(site));
const placeOf = (world: World) => {
  const { storage_safe: safe, storage_tray: tray } = toItemRow(world.item(1));
  return [safe, tray];
};

describe('the place of a piece in its shop (product/repair.md §19)', () => {
  it('is what its shop said last, without blanks around it', () => {
    const world = worldAt(15);
    expect(placeOf(world)).toEqual([null, null]);
    world.after(put(' Safe 2', 'Tray 14 '));
    expect(placeOf(world)).toEqual(['Safe 2', 'Tray 14']);
    world.after(put('', 'Tray 9'));
    expect(placeOf(world)).toEqual(['', 'Tray 9']);
  });

  it('is taken away by two empty texts', () => {
    const world = worldAt(15);
    world.after(put('Safe 2', 'Tray 14'));
    world.after(put(' ', ''));
    expect(placeOf(world)).toEqual([null, null]);
  });

  it('writes nothing where it says what is so already', () => {
    given(worldAt(15)).when(put('', '')).thenNothing();
    const world = worldAt(15);
    world.after(put('Safe 2', 'Tray 14'));
    given(world).when(put('Safe 2', 'Tray 14')).thenNothing();
  });

  it('is said by the shop that has the piece, and by no bench', () => {
    given(worldAt(15))
      .when(put('Safe 2', '', TOKYO))
      .thenRejected('custody_elsewhere');
    given(worldAt(14)).when(put('Safe 2', '')).thenRejected('custody_elsewhere');
    given(worldAt(4))
      .when(put('Safe 2', '', FACTORY))
      .thenRejected('illegal_transition');
  });

  it('ends when the piece leaves, for its owner or with a package', () => {
    const world = worldAt(15);
    world.after(put('Safe 2', 'Tray 14'));
    world.run(world.on(1, { type: 'RecordSignature', kind: 'pickup', signature: 'sig' }, at(PARIS)));
    world.run(world.on(1, { type: 'HandOver', signature: 'sig' }, at(PARIS)));
    expect(placeOf(world)).toEqual([null, null]);

    const sent = worldAt(1);
    sent.after(put('Safe 1', ''));
    sent.pack(11, 1, PARIS, FACTORY, [1]).send(11);
    sent.run(sent.move(1, 3, at(FACTORY)));
    expect(sent.item(1).storage).toBeNull();
  });

  it('stays when its customer is erased: it names furniture', () => {
    const world = worldAt(15);
    world.after(put('Safe 2', 'Tray 14'));
    expect(toItemRow(withoutCustomer(world.item(1))).storage_tray).toBe('Tray 14');
  });
});
