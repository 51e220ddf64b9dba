// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import type { Erased } from '../../lib/erased/holders.ts';
import { queryClient } from '../../lib/query/query-client.ts';
import { forgetShown } from './forget-shown.ts';

const piece7: Erased = { everything: false, items: new Set([7]), rmas: new Set(), customers: new Set() };

const nothingShown = { wasSearched: false, words: new Set<string>() };

const left = (...queryKey: string[]): unknown => queryClient.getQueryData(queryKey);

beforeEach(() => {
  queryClient.clear();
});

describe('when a person is erased', () => {
  it.each([
    ['dashboard', 'waiting'],
    ['dashboard', 'board'],
    ['rma', 'one'],
    ['reference', 'contacts'],
    ['reference', 'customer'],
    ['privacy', 'requests'],
  ])('what %s/%s had answered is gone: it may hold the person', (...key) => {
    queryClient.setQueryData(key, 'Ada');
    forgetShown(piece7, false, nothingShown);
    expect(left(...key)).toBeUndefined();
  });

  it.each([
    ['dashboard', 'stats'],
    ['dashboard', 'create_history'],
    ['reference', 'sites'],
    ['system', 'rules'],
  ])('the counts and names of %s/%s stay in sight, as they hold no person', (...key) => {
    queryClient.setQueryData(key, 30);
    forgetShown(piece7, false, nothingShown);
    expect(left(...key)).toBe(30);
  });
});
