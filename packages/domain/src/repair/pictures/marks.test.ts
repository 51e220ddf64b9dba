import { describe, expect, it } from 'vitest';
import { PARIS, TOKYO, at, depositItem, given, type World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import { withoutCustomer } from '../evolve-erased.ts';
import { shownMarks } from './marks.ts';

const BENT = { image: 'front', x: 0.25, y: 0.5, text: 'claw bent' };
const SCRATCH = { image: 'side', x: 0.1, y: 0.9, text: 'two scratches' };
const photographed = (changes: object = {}) =>
  worldAt(1, depositItem(1, { images: ['front', 'side'], ...changes }));
const mark = (marks: readonly (typeof BENT)[]) => (world: World) =>
  world.on(1, { type: 'MarkCondition', marks }, at(PARIS));

describe('condition marked on the pictures (product/images.md §5)', () => {
  it('comes with the deposit, in its order', () => {
    expect(photographed({ marks: [SCRATCH, BENT] }).item(1).marks).toEqual([SCRATCH, BENT]);
    expect(photographed().item(1).marks).toEqual([]);
  });

  it('is said again as a whole, and not written where it is so already', () => {
    const world = photographed({ marks: [BENT] });
    expect(mark([BENT])(world)).toMatchObject({ ok: true, streams: [] });
    world.run(mark([BENT, SCRATCH])(world));
    expect(world.item(1).marks).toEqual([BENT, SCRATCH]);
    world.run(mark([])(world));
    expect(world.item(1).marks).toEqual([]);
  });

  it.each([
    ['another place', { ...BENT, x: 0.26 }],
    ['another height', { ...BENT, y: 0.51 }],
    ['other words', { ...BENT, text: 'claw broken' }],
    ['another picture', { ...BENT, image: 'side' }],
  ])('takes %s for a change', (_, changed) => {
    const world = photographed({ marks: [BENT] });
    world.run(mark([changed])(world));
    expect(world.item(1).marks).toEqual([changed]);
  });

  it('stands on a picture of the piece alone, by the site that holds the piece, while its customer is known', () => {
    given(photographed())
      .when(mark([{ ...BENT, image: 'of another piece' }]))
      .thenRejected('picture_not_releasable');
    given(photographed())
      .when((world) => world.on(1, { type: 'MarkCondition', marks: [BENT] }, at(TOKYO)))
      .thenRejected('custody_elsewhere');
    const item = photographed({ marks: [BENT] }).item(1);
    expect(withoutCustomer(item).marks).toEqual([]);
  });

  it('is not shown on a picture that an edit took away', () => {
    const item = photographed({ marks: [BENT, SCRATCH] }).item(1);
    expect(shownMarks({ ...item, images: ['side'] })).toEqual([SCRATCH]);
  });
});
