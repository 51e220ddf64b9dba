import jobs from '@atelier/contracts/locales/en/jobs.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { PROJECTIONS } from './all.ts';

test('every projection has its name on the jobs screen', () => {
  expect(PROJECTIONS.map(({ name }) => name).filter((name) => !(name in jobs.projection))).toEqual([]);
});
