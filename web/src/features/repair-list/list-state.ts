import {
  EXPECTED_FILTERS,
  type ExpectedFilter,
  HOLD_FILTERS,
  LOAN_FILTERS,
  type LoanFilter,
  LIST_BUCKETS,
  WAIVED_FEE_FILTERS,
  type ListBucket,
} from '@atelier/domain/repair-list/contract.ts';
import { type BucketName, isStatusId, Status, statusOf } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { wishOf } from '../../shared/collection/collection-words.ts';
import { nearnessOf } from '../../shared/expected/nearness.ts';
import { isPastDue } from '../../shared/item/urgency.ts';
import type { OpenPiece } from '../../shared/item/open-piece.ts';

export type WaivedFee = (typeof WAIVED_FEE_FILTERS)[number];
export type HoldFilter = (typeof HOLD_FILTERS)[number];
/** Columns one may leave out; the piece and where it stands always show. */
export const COLUMNS = ['store', 'client', 'age', 'expected', 'received', 'fee'] as const;
export type Column = (typeof COLUMNS)[number];

/** What the list's address says: filters, order, and the piece that is open beside it. */
export interface ListState {
  readonly q: string;
  readonly bucket: ListBucket | null;
  readonly status: number | null;
  readonly from: string;
  readonly to: string;
  readonly warranty: 'in' | 'out' | null;
  readonly storeId: number | null;
  /** The place that holds it now. */
  readonly siteId: number | null;
  readonly pictures: 'yes' | 'no' | null;
  /** A waived-fee status (product/repair.md §13). */
  readonly waived: WaivedFee | null;
  readonly hold: HoldFilter | null;
  readonly loan: LoanFilter | null;
  readonly expected: ExpectedFilter | null;
  /** Past the target of its stage. */
  readonly pastTarget: 'yes' | null;
  readonly sort: string;
  /** Columns left out. */
  readonly hide: readonly Column[];
  readonly open: OpenPiece | null;
}

export const DEFAULT_SORT = '-received';
export const EMPTY_LIST_STATE: ListState = {
  q: '',
  bucket: null,
  status: null,
  from: '',
  to: '',
  warranty: null,
  storeId: null,
  siteId: null,
  pictures: null,
  waived: null,
  hold: null,
  loan: null,
  expected: null,
  pastTarget: null,
  hide: [],
  sort: DEFAULT_SORT,
  open: null,
};

const positive = (text: string | null): number | null => {
  const number = Number(text);
  return text !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
};
/** One of a few words; anything else counts as not given. */
const oneOf = <T extends string>(words: readonly T[], text: string | null): T | null =>
  words.find((word) => word === text) ?? null;
const day = (text: string | null): string => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');

/** Orders of the columns, and what the server calls them. */
const SORTS: Readonly<Record<string, string>> = {
  '-received': 'newest',
  received: 'oldest',
  age: '-entered',
  '-age': 'entered',
  number: 'number',
  '-number': '-number',
  // The latest first would begin with what has no date: the column has one order.
  expected: 'expected',
};

function readOpen(params: URLSearchParams): OpenPiece | null {
  const rmaId = positive(params.get('rma'));
  return rmaId === null ? null : { rmaId, itemId: positive(params.get('item')) };
}

/** Reads an address; what is malformed counts as not given. */
export function readListState(params: URLSearchParams): ListState {
  const status = positive(params.get('status'));
  const sort = params.get('sort') ?? '';
  return {
    q: (params.get('q') ?? '').slice(0, 120),
    bucket: oneOf(LIST_BUCKETS, params.get('bucket')),
    status: isStatusId(status) ? status : null,
    from: day(params.get('from')),
    to: day(params.get('to')),
    warranty: oneOf(['in', 'out'], params.get('warranty')),
    storeId: positive(params.get('store_id')),
    siteId: positive(params.get('site_id')),
    pictures: oneOf(['yes', 'no'], params.get('pictures')),
    waived: oneOf(WAIVED_FEE_FILTERS, params.get('waived_fee')),
    hold: oneOf(HOLD_FILTERS, params.get('hold')),
    loan: oneOf(LOAN_FILTERS, params.get('loan')),
    expected: oneOf(EXPECTED_FILTERS, params.get('expected')),
    pastTarget: oneOf(['yes'], params.get('past_target')),
    hide: COLUMNS.filter((column) => (params.get('hide') ?? '').split(',').includes(column)),
    sort: sort in SORTS ? sort : DEFAULT_SORT,
    open: readOpen(params),
  };
}

/** The parameters of a state, defaults left out; parameters that are not the list's own (`kiosk`, `language`) stay. */
export function writeListState(
  state: ListState,
  before: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const params = new URLSearchParams(before);
  const values: Record<string, string | number | null> = {
    q: state.q,
    bucket: state.bucket,
    status: state.status,
    from: state.from,
    to: state.to,
    warranty: state.warranty,
    store_id: state.storeId,
    site_id: state.siteId,
    pictures: state.pictures,
    waived_fee: state.waived,
    hold: state.hold,
    loan: state.loan,
    expected: state.expected,
    past_target: state.pastTarget,
    hide: state.hide.join(','),
    sort: state.sort === DEFAULT_SORT ? '' : state.sort,
    rma: state.open?.rmaId ?? null,
    item: state.open?.itemId ?? null,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') params.delete(name);
    else params.set(name, String(value));
  }
  return params;
}

/** The query of the paged reading: the state without the open panel. */
export function filtersOf(state: ListState): Record<string, string | number | undefined> {
  return {
    q: state.q || undefined,
    bucket: state.bucket ?? undefined,
    status: state.status ?? undefined,
    from: state.from || undefined,
    to: state.to || undefined,
    warranty: state.warranty ?? undefined,
    store_id: state.storeId ?? undefined,
    site_id: state.siteId ?? undefined,
    pictures: state.pictures ?? undefined,
    waived_fee: state.waived ?? undefined,
    hold: state.hold ?? undefined,
    loan: state.loan ?? undefined,
    expected: state.expected ?? undefined,
    past_target: state.pastTarget ?? undefined,
    sort: SORTS[state.sort],
  };
}

export const isFiltered = (state: ListState): boolean =>
  writeListState({ ...state, sort: DEFAULT_SORT, hide: [], open: null }).size > 0;

const OVER: Partial<Record<ListBucket, BucketName>> = {
  ready_to_ship_over_72h: 'ready_to_ship',
  waiting_for_customer_over_week: 'waiting_for_customer',
};

/**
 * Whether a changed row still stands in this list. A free search is left to the server: only known rows stay in it. `shop`: whose
 * list it is, null for everybody's.
 */
export function belongs(
  state: ListState,
  row: ItemView,
  isKnown: boolean,
  now: number,
  shop: number | null = null,
): boolean {
  if (shop !== null && !isOfShop(state.bucket, row, shop)) return false;
  // What a row does not carry is left to the server as well: only rows that it named stay.
  if ((state.q !== '' || state.pictures !== null) && !isKnown) return false;
  if (state.status !== null && row.rma_status_id !== state.status) return false;
  if (state.storeId !== null && row.store_id !== state.storeId) return false;
  if (state.warranty !== null && row.is_under_warranty !== (state.warranty === 'in')) return false;
  if (state.siteId !== null && row.custody.site_id !== state.siteId) return false;
  if (state.waived !== null && row.waived_fee !== Number(state.waived)) return false;
  if (state.hold !== null && !isHeld(state.hold, row)) return false;
  if (state.loan !== null && !isLent(state.loan, row, isKnown, now)) return false;
  if (state.expected !== null && nearnessOf(row.expected, now) !== state.expected) return false;
  if (state.pastTarget !== null && !(row.stage_clock !== null && isPastDue(row, now))) return false;
  if (state.from !== '' && row.received_date < state.from) return false;
  if (state.to !== '' && row.received_date > state.to) return false;
  return state.bucket === null || isInBucket(state.bucket, row, now);
}

const isHeld = (hold: HoldFilter, { holds }: ItemView): boolean =>
  hold === 'any' ? holds.length > 0 : holds.includes(hold);

/** The server knows the calendar of the piece's shop: a row that it named stays while its loan is out. */
const isLent = (filter: LoanFilter, { loan }: ItemView, isKnown: boolean, now: number): boolean =>
  loan !== null && (filter === 'out' || isKnown || loan.due_on < new Date(now).toISOString().slice(0, 10));

/** What a shop hands over and whom it calls is in its hands; every other list is of pieces that it took in. */
const isOfShop = (bucket: ListBucket | null, row: ItemView, shop: number): boolean =>
  bucket === 'to_call' || bucket === 'call_escalated' || bucket === 'here_for_others'
    ? row.custody.site_id === shop
    : row.store_id === shop;

function isInBucket(bucket: ListBucket, row: ItemView, now: number): boolean {
  if (bucket === 'to_call') return row.to_call !== null;
  if (bucket === 'call_escalated') return row.to_call?.escalated === true;
  if (bucket === 'here_for_others') return wishOf(row) === 'other_shop.here';
  if (!isStatusId(row.rma_status_id)) return false;
  // With the carrier it waits in no shop (decisions/0245).
  const isSent = row.rma_status_id === Status.ShopReceived && row.custody.to_client;
  const own = isSent ? 'in_transit' : statusOf(row.rma_status_id).bucket;
  const base = OVER[bucket];
  if (base === undefined) return own === bucket;
  return own === base && row.due_at !== null && Date.parse(row.due_at) <= now;
}
