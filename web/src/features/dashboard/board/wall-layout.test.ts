import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WALL, shownOnWall, wallEm, wallLayout } from './wall-layout.ts';

describe('the layout of a wall', () => {
  it.each([
    [1440, 900],
    [1920, 1080],
    [2560, 1440],
    [3840, 2160],
  ])('shows fourteen stages on %i × %i at once, in two rows of seven', (width, height) => {
    const { columns, rows, cards } = wallLayout(width, height, 14);
    expect([columns, rows]).toEqual([7, 2]);
    expect(cards).toBeGreaterThanOrEqual(3);
  });

  it('takes one row where all stages fit side by side, with more cards each', () => {
    const few = wallLayout(1920, 1080, 5);
    expect([few.columns, few.rows]).toEqual([5, 1]);
    expect(few.cards).toBeGreaterThan(wallLayout(1920, 1080, 14).cards);
  });

  it('keeps every lane wide enough for a whole number, and its cards within its height', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 640, max: 7680 }),
        fc.integer({ min: 480, max: 4320 }),
        fc.integer({ min: 1, max: 20 }),
        (width, height, lanes) => {
          const em = wallEm(width);
          const { columns, rows, cards } = wallLayout(width, height, lanes);
          const across = columns * (WALL.lane + WALL.gap);
          const used =
            rows * (WALL.head + cards * WALL.card) + WALL.top + 2 * WALL.edge + (rows - 1) * WALL.gap;
          // One lane and one card show on the smallest screen too.
          expect(columns === 1 || across <= width / em - 2 * WALL.edge + WALL.gap).toBe(true);
          expect(cards === 1 || used <= height / em + 1e-9).toBe(true);
        },
      ),
    );
  });

  it('shows what fits, and leaves room to say how many more there are', () => {
    const layout = { cards: 4, cardsBesideRest: 3 };
    expect([3, 4, 5, 40].map((count) => shownOnWall(count, layout))).toEqual([3, 4, 3, 3]);
    const { cards, cardsBesideRest } = wallLayout(1920, 1080, 14);
    expect([cards, cardsBesideRest]).toEqual([4, 4]);
  });
});
