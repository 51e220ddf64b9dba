// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Erased } from '../../lib/erased/holders.ts';
import { queryClient } from '../../lib/query/query-client.ts';
import { forgetShown } from './forget-shown.ts';
import { findShownPersons } from './shown-persons.ts';
import { QueryObserver } from '@tanstack/react-query';

const piece7: Erased = { everything: false, items: new Set([7]), rmas: new Set(), customers: new Set() };

const forgetPiece7 = () => forgetShown(piece7, false, findShownPersons(piece7));

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
    forgetPiece7();
    expect(left(...key)).toBeUndefined();
  });

  it.each([
    ['dashboard', 'stats'],
    ['dashboard', 'create_history'],
    ['reference', 'sites'],
    ['system', 'rules'],
  ])('the counts and names of %s/%s stay in sight, as they hold no person', (...key) => {
    queryClient.setQueryData(key, 30);
    forgetPiece7();
    expect(left(...key)).toBe(30);
  });

  it.each([
    ['their piece', ['rma', 'one'], { data: { rma_item_id: 7 } }],
    ['a list with their piece', ['rma', 'list'], { kind: 'item', ids: [6, 7] }],
    ['what a search found', ['rma', 'search'], { data: [] }],
    ['what was asked about their piece', ['rma', 'history', '7'], { data: [{ words: 'for Ada' }] }],
    ['what does not say whom it is of', ['audit', 'subject'], { data: [] }],
  ])('%s is gone although it is shown', (_what, key, data) => {
    show(key, data);
    forgetPiece7();
    expect(left(...key)).toBeUndefined();
  });

  it.each([
    ['a piece', ['rma', 'one'], { data: { rma_item_id: 8 } }],
    ['a list', ['rma', 'list'], { kind: 'item', ids: [6, 8] }],
  ])('%s of others stays in sight while it is read again', (_what, key, data) => {
    const read = show(key, data);
    forgetPiece7();
    expect(left(...key)).toEqual(data);
    expect(read).toHaveBeenCalledOnce();
  });

  it('nothing stays in sight when more were erased than could be named', () => {
    show(['rma', 'one'], { data: { rma_item_id: 8 } });
    const everything: Erased = { ...piece7, everything: true };
    forgetShown(everything, false, findShownPersons(everything));
    expect(left('rma', 'one')).toBeUndefined();
  });
});

/** An answer that a screen shows; the next reading of it never ends. */
function show(queryKey: readonly string[], data: unknown) {
  queryClient.setQueryData(queryKey, data);
  const read = vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined));
  onTestFinished(
    new QueryObserver(queryClient, { queryKey, queryFn: read, staleTime: Infinity }).subscribe(
      () => undefined,
    ),
  );
  return read;
}
