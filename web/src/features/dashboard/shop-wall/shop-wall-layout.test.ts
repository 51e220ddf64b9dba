import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NARROW_PX, SHOP_WALL, shopWallLayout } from './shop-wall-layout.ts';

describe('the layout of a shop’s wall', () => {
  it.each([
    [1440, 900],
    [1920, 1080],
    [3840, 2160],
  ])('holds five cards a column or more on %i × %i', (width, height) => {
    expect(shopWallLayout(width, height).rows).toBeGreaterThanOrEqual(5);
  });

  it('keeps every card within the screen', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: NARROW_PX, max: 7680 }),
        fc.integer({ min: 600, max: 4320 }),
        (width, height) => {
          const { em, rows } = shopWallLayout(width, height);
          const { row, ...rest } = SHOP_WALL;
          const used = Object.values(rest).reduce((sum, part) => sum + part, 0) + rows * row;
          expect(rows === 3 || used * em <= height + 1e-6).toBe(true);
        },
      ),
    );
  });
});
