import { describe, expect, it } from 'vitest';
import { FACTORY, PARIS, at, given, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import { withoutCustomer } from '../evolve-erased.ts';
import { releasablePictures, releasedPictures } from './pictures.ts';
import { toItemRow } from '../row.ts';

const TAKEN = ['front', 'back'];
const release =
  (imageId: string, isReleased = true) =>
  (world: World) =>
    world.on(1, { type: 'ReleasePicture', imageId, isReleased }, at(PARIS));
const photograph = (photos: readonly string[]) => (world: World) =>
  world.on(1, { type: 'RecordMeasurements', measurements: { photos } }, at(FACTORY));

/** A piece at a bench, of which two pictures were taken there. */
function photographed(): World {
  const world = worldAt(4);
  world.after(photograph(TAKEN));
  return world;
}
const shown = (world: World) => releasedPictures(world.item(1));

describe('pictures for the customer (product/images.md §4)', () => {
  it('are none until staff release one, in the order of release', () => {
    const world = photographed();
    expect(shown(world)).toEqual([]);
    world.after(release('back'));
    world.after(release('front'));
    expect(shown(world)).toEqual(['back', 'front']);
    expect(toItemRow(world.item(1)).released_pictures).toEqual(['back', 'front']);
  });

  it('a withdrawn one is shown no longer, and may be shown again', () => {
    const world = photographed();
    world.after(release('front'));
    world.after(release('front', false));
    expect(shown(world)).toEqual([]);
    world.after(release('front'));
    expect(shown(world)).toEqual(['front']);
  });

  it('what is so already is not written again', () => {
    const world = photographed();
    given(world).when(release('front', false)).thenNothing();
    world.after(release('front'));
    given(world).when(release('front')).thenNothing();
  });

  it('is refused for a picture that is none of the piece’s own', () => {
    given(photographed()).when(release('other')).thenRejected('picture_not_releasable');
  });

  it('may be one of the deposit or the gold mark; never a proof of warranty or of a suspicion', () => {
    const item = {
      ...photographed().item(1),
      images: ['deposit'],
      goldImage: 'gold',
      extendedWarrantyProof: 'proof',
      counterfeits: [
        { image: 'fake', remark: null, at: '2026-01-01T00:00:00.000Z', by: { userId: 1, workerId: null } },
      ],
    };
    expect(releasablePictures(item)).toEqual(['deposit', 'gold', ...TAKEN]);
    expect(releasablePictures({ ...item, goldImage: null })).toEqual(['deposit', ...TAKEN]);
  });

  it('one that an edited deposit replaced is shown no longer', () => {
    const item = { ...photographed().item(1), images: ['old'], releasedPictures: ['old', 'front'] };
    expect(releasedPictures(item)).toEqual(['old', 'front']);
    expect(releasedPictures({ ...item, images: ['new'] })).toEqual(['front']);
  });

  it('none is shown or released once the customer is erased', () => {
    const world = photographed();
    world.after(release('front'));
    const erased = withoutCustomer(world.item(1));
    expect([releasablePictures(erased), releasedPictures(erased)]).toEqual([[], []]);
  });
});
