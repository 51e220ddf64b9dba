import { describe, expect, test } from 'vitest';
import { findHighHouses } from './floors.ts';

const at = (folder: string): string => `packages/application/src/${folder}/a.ts`;

/** A tower: each folder imports the next. */
const tower = (floors: number) =>
  Array.from({ length: floors }, (_, floor) => ({
    path: at(`f${floor}`),
    text: floor === 0 ? '' : `import '../f${floor - 1}/a.ts';`,
  }));

describe('floors', () => {
  test('lets a package have six', () => {
    expect(findHighHouses(tower(6))).toEqual([]);
  });

  test('refuses a seventh, with the chain', () => {
    expect(findHighHouses(tower(7))).toEqual([
      {
        path: 'packages/application',
        message: 'has 7 floors, the limit is 6: f6 > f5 > f4 > f3 > f2 > f1 > f0',
      },
    ]);
  });

  test('counts a circle as one floor', () => {
    const circle = { path: at('g0'), text: "import '../f5/a.ts'; import '../g1/a.ts';" };
    const back = { path: at('g1'), text: "import '../g0/a.ts';" };
    expect(findHighHouses([...tower(6), circle, back])[0]?.message).toMatch(/^has 7 floors/);
  });
});
