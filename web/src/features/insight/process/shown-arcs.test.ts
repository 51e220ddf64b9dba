import { isDeviation } from '@atelier/domain/insight/process.ts';
import { expect, it } from 'vitest';
import type { Arc } from './process-queries.ts';
import { movesOf, shownArcs, shownIn } from './shown-arcs.ts';

const arc = (path: Arc['path'], count: number): Arc => ({
  from: 4,
  to: 5,
  path,
  count,
  pieces: count,
  p50_seconds: 60,
  p85_seconds: 90,
});
const arcs = [arc('step', 1_000), arc('step', 19), arc('back', 40), arc('unlisted', 3), arc('undone', 7)];
const counts = (shown: Parameters<typeof shownArcs>[1]) => shownArcs(arcs, shown).map(({ count }) => count);

it('draws what the address asks for, and never what was taken back', () => {
  expect(counts('all')).toEqual([1_000, 19, 40, 3]);
  expect(counts('usual')).toEqual([1_000, 40]);
  expect(counts('back')).toEqual([40]);
  expect(counts('outside')).toEqual([3]);
  expect(shownIn(new URLSearchParams('paths=back'))).toBe('back');
  expect(shownIn(new URLSearchParams('paths=other'))).toBe('all');
});

it('adds up the moves outside the rules', () => {
  expect(movesOf(arcs, isDeviation)).toBe(10);
});
