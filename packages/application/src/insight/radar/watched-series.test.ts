import { expect, it } from 'vitest';
import type { DefectSeries } from './series.queries.ts';
import { countsOf, watchedSeries } from './watched-series.queries.ts';

const series = (product: string | null, reasonId: number, perWeek: number): DefectSeries => ({
  product,
  reasonId,
  factoryId: 31,
  counts: Array.from({ length: 60 }, () => perWeek),
});

it('watches a series with enough pieces, and sparse ones of a reason and factory together', () => {
  const known = [
    series('Aurore', 3, 4),
    series('Lune Claire', 3, 1),
    series(null, 3, 1),
    series('Marée', 4, 1),
    series('Rosée', 5, 0),
    series('Nocturne', 5, 1),
  ];
  const watched = watchedSeries(known);
  expect(watched.map(({ series: key, counts }) => [key, counts[0]])).toEqual([
    [{ product: 'Aurore', pooled: null, reasonId: 3, factoryId: 31 }, 4],
    [{ product: null, pooled: ['Lune Claire', ''], reasonId: 3, factoryId: 31 }, 2],
  ]);
  for (const { series: key, counts } of watched) expect(countsOf(known, key)).toEqual(counts);
});

it('counts nothing for a series that has no pieces any more', () => {
  expect(countsOf([], { product: 'Aurore', pooled: null, reasonId: 3, factoryId: 31 })).toEqual([]);
});
