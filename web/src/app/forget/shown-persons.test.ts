// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import type { Erased } from '../../lib/erased/holders.ts';
import { queryClient } from '../../lib/query/query-client.ts';
import { forgetAddresses } from './forget-address.ts';
import { findShownPersons } from './shown-persons.ts';

const erased: Erased = {
  everything: false,
  items: new Set([7]),
  rmas: new Set([70]),
  customers: new Set([700]),
};
const ADA = { name: 'Ada', email: 'Ada@forget.test', phone: '+33 61' };

beforeEach(() => {
  queryClient.clear();
  sessionStorage.clear();
  history.replaceState({ idx: 3 }, '', '/somewhere');
});

/** A command that was answered, as the screen of privacy asks for a person. */
async function commanded(data: unknown, variables: unknown = 'ada'): Promise<void> {
  const cache = queryClient.getMutationCache();
  await cache.build(queryClient, { mutationFn: async () => data }).execute(variables);
}

describe('what a page still holds of an erased person', () => {
  it.each([
    ['a person who was found', { data: [{ ...ADA, customer_ref: 'rma-70', deposits: [{ rma_id: 70 }] }] }],
    ['somebody of the register', { data: [{ ...ADA, customer_ref: 'customer-700', deposits: [] }] }],
    [
      'a person by one of several deposits',
      { data: [{ ...ADA, customer_ref: 'rma-71', deposits: [{ rma_id: 70 }] }] },
    ],
  ])('is known by the answer to a command: %s', async (_, answer) => {
    await commanded(answer);
    expect(findShownPersons(erased)).toMatchObject({
      wasSearched: true,
      words: new Set(['ada@forget.test', '+33 61']),
    });
  });

  it.each([
    [['reference', 'contacts', 'ada'], { id: 700, home_site_id: 1, ...ADA }],
    [['reference', 'contacts', 'ada'], { id: null, rma_id: 70, home_site_id: 1, ...ADA }],
    [['reference', 'orders', 'ada'], { order_id: 1, customer: { id: 700, home_site_id: 1, ...ADA } }],
    [['rma', 'search', 'ada'], { groups: [{ hits: [{ item: { id: 7, rma_id: 70, ...ADA } }] }] }],
  ])('is known by the answer to a search: %s', (key, row) => {
    queryClient.setQueryData(key, { data: [row] });
    expect(findShownPersons(erased).wasSearched).toBe(true);
  });

  it('leaves a list without words, and others’ records, as they are', async () => {
    queryClient.setQueryData(['rma', 'list'], { data: [{ id: 7, rma_id: 70, ...ADA }] });
    queryClient.setQueryData(['reference', 'contacts', 'bea'], { data: [{ id: 701, home_site_id: 1 }] });
    await commanded({ data: [{ ...ADA, customer_ref: 'rma-71', deposits: [{ rma_id: 71 }] }] });
    expect(findShownPersons(erased).wasSearched).toBe(false);
    history.replaceState({ idx: 3 }, '', '/listRma?q=ada');
    expect(findShownPersons(erased).wasSearched).toBe(true);
  });
});

describe('the addresses of a window', () => {
  it('lose what was searched for, also those that are returned to, and no later one', () => {
    history.replaceState({ idx: 3 }, '', '/searchRma?q=ada&by=email');
    forgetAddresses();
    expect(location.href).toMatch(/\/searchRma\?by=email$/);
    history.replaceState({ idx: 2 }, '', '/listRma?q=ada&page=2');
    dispatchEvent(new PopStateEvent('popstate'));
    expect(location.search).toBe('?page=2');
    history.replaceState({ idx: 4 }, '', '/listRma?q=bea');
    dispatchEvent(new PopStateEvent('popstate'));
    expect(location.search).toBe('?q=bea');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('ada');
  });
});
