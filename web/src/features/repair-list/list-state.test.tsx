import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SORT,
  EMPTY_LIST_STATE,
  belongs,
  filtersOf,
  isFiltered,
  readListState,
  writeListState,
  type ListState,
} from './list-state.ts';

const full: ListState = {
  q: 'laurent',
  bucket: 'waiting_for_customer_over_week',
  status: 15,
  from: '2026-11-01',
  to: '2026-11-20',
  warranty: 'out',
  storeId: 3,
  siteId: 31,
  pictures: 'yes',
  waived: '11',
  hold: 'missing',
  loan: 'overdue',
  expected: 'late',
  pastTarget: 'yes',
  hide: ['client', 'fee'],
  sort: '-age',
  open: { rmaId: 12, itemId: 44 },
};

// Only what the list looks at; the rest of a row does not matter here.
const row = (over: Partial<ItemView>): ItemView =>
  ({
    id: 1,
    rma_status_id: 1,
    store_id: 3,
    is_under_warranty: true,
    received_date: '2026-11-10',
    due_at: '2026-11-13T10:00:00.000Z',
    ...over,
  }) as ItemView;

const NOWHERE: ItemView['custody'] = {
  kind: 'site',
  site_id: null,
  site_name: null,
  shipment_id: null,
  to_client: false,
};

const at = (iso: string) => Date.parse(iso);

describe('the list in the address', () => {
  it('comes back as it went in', () => {
    expect(readListState(writeListState(full))).toEqual(full);
  });

  it('is empty for a bare address', () => {
    expect(readListState(new URLSearchParams())).toEqual(EMPTY_LIST_STATE);
    expect(writeListState(EMPTY_LIST_STATE).toString()).toBe('');
  });

  it('takes malformed values for absent ones', () => {
    const state = readListState(
      new URLSearchParams(
        'bucket=nonsense&status=99&from=yesterday&warranty=maybe&rma=-4&store_id=x&sort=1;drop&hold=forever&waived_fee=5&pictures=maybe&hide=number',
      ),
    );
    expect(state).toEqual(EMPTY_LIST_STATE);
  });

  it('keeps parameters that are not its own', () => {
    const params = writeListState(EMPTY_LIST_STATE, new URLSearchParams('kiosk=1&q=old'));
    expect(params.toString()).toBe('kiosk=1');
  });

  it('asks the server for everything but the open panel', () => {
    expect(filtersOf(full)).toEqual({
      q: 'laurent',
      bucket: 'waiting_for_customer_over_week',
      status: 15,
      from: '2026-11-01',
      to: '2026-11-20',
      warranty: 'out',
      store_id: 3,
      site_id: 31,
      pictures: 'yes',
      waived_fee: '11',
      hold: 'missing',
      loan: 'overdue',
      expected: 'late',
      past_target: 'yes',
      sort: 'entered',
    });
  });

  it('counts neither order, columns nor open panel as a filter', () => {
    expect(
      isFiltered({ ...EMPTY_LIST_STATE, sort: 'age', hide: ['fee'], open: { rmaId: 1, itemId: null } }),
    ).toBe(false);
    expect(isFiltered({ ...EMPTY_LIST_STATE, q: 'a' })).toBe(true);
    expect(readListState(new URLSearchParams()).sort).toBe(DEFAULT_SORT);
  });
});

describe('a changed row', () => {
  const list = (over: Partial<ListState>): ListState => ({ ...EMPTY_LIST_STATE, ...over });
  const now = at('2026-11-12T00:00:00.000Z');

  it('leaves a bucket when its status leaves it', () => {
    expect(belongs(list({ bucket: 'ready_to_ship' }), row({}), true, now)).toBe(true);
    expect(belongs(list({ bucket: 'ready_to_ship' }), row({ rma_status_id: 2 }), true, now)).toBe(false);
  });

  it('counts what a shop sent to its client as in transit, and as waiting once it is back', () => {
    const sent = row({ rma_status_id: 15, due_at: null, custody: { ...NOWHERE, to_client: true } });
    const back = row({ rma_status_id: 15, custody: { ...NOWHERE, kind: 'site', site_id: 1 } });
    expect(belongs(list({ bucket: 'in_transit' }), sent, false, now)).toBe(true);
    expect(belongs(list({ bucket: 'waiting_for_customer' }), sent, true, now)).toBe(false);
    expect(belongs(list({ bucket: 'waiting_for_customer' }), back, true, now)).toBe(true);
    expect(belongs(list({ bucket: 'waiting_for_customer_over_week' }), sent, true, now)).toBe(false);
  });

  it('enters an "over" bucket only once its moment is past', () => {
    const over = list({ bucket: 'ready_to_ship_over_72h' });
    expect(belongs(over, row({}), false, now)).toBe(false);
    expect(belongs(over, row({}), false, at('2026-11-13T10:00:00.000Z'))).toBe(true);
  });

  it('joins a search only when the server had found it', () => {
    expect(belongs(list({ q: 'laurent' }), row({}), false, now)).toBe(false);
    expect(belongs(list({ q: 'laurent' }), row({}), true, now)).toBe(true);
  });

  it('respects day, shop, warranty and status', () => {
    expect(belongs(list({ from: '2026-11-11' }), row({}), true, now)).toBe(false);
    expect(belongs(list({ to: '2026-11-09' }), row({}), true, now)).toBe(false);
    expect(belongs(list({ storeId: 4 }), row({}), true, now)).toBe(false);
    expect(belongs(list({ warranty: 'out' }), row({}), true, now)).toBe(false);
    expect(belongs(list({ status: 15 }), row({}), true, now)).toBe(false);
  });

  it('respects holder, waived fee and hold', () => {
    const held = row({ holds: ['missing'], waived_fee: 11, custody: { ...NOWHERE, site_id: 31 } });
    expect(belongs(list({ siteId: 31, waived: '11', hold: 'any' }), held, false, now)).toBe(true);
    expect(belongs(list({ hold: 'missing' }), held, false, now)).toBe(true);
    expect(belongs(list({ hold: 'dispute' }), held, true, now)).toBe(false);
    expect(belongs(list({ hold: 'any' }), row({ holds: [] }), true, now)).toBe(false);
    expect(belongs(list({ waived: '0' }), held, true, now)).toBe(false);
    expect(belongs(list({ siteId: 30 }), held, true, now)).toBe(false);
  });

  it('joins a list by pictures only when the server had named it, since a row does not say', () => {
    expect(belongs(list({ pictures: 'yes' }), row({}), false, now)).toBe(false);
    expect(belongs(list({ pictures: 'yes' }), row({}), true, now)).toBe(true);
  });
});
