import { HOLDS } from '../shared/item-facts.ts';

/** By what a piece is found, in the order in which an answer lists them: papers first, the person last. */
export const SEARCH_FIELDS = [
  'number',
  'tracking',
  'invoice',
  'order',
  'serial',
  'certificate',
  'phone',
  'email',
  'name',
  'sku',
] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** The dashboard's tiles, as lists can be narrowed to them. */
export const LIST_BUCKETS = [
  'ready_to_ship',
  'ready_to_ship_over_72h',
  'waiting_for_customer',
  'waiting_for_customer_over_week',
  'to_call',
  'call_escalated',
  'here_for_others',
  'sent_to_warehouse',
  'in_transit',
  'in_factory',
] as const;
export type ListBucket = (typeof LIST_BUCKETS)[number];

/** 0 No, 1 Review, 10 Reject, 11 Approve (product/repair.md §13). */
export const WAIVED_FEE_FILTERS = ['0', '1', '10', '11'] as const;
/** Under any hold, or under this one. */
export const HOLD_FILTERS = ['any', ...HOLDS] as const;
/** A loan piece is out, or was due back before today. */
export const LOAN_FILTERS = ['out', 'overdue'] as const;
export type LoanFilter = (typeof LOAN_FILTERS)[number];
/** Past the latest day that is expected, or within three days of it. */
export const EXPECTED_FILTERS = ['late', 'near'] as const;
export type ExpectedFilter = (typeof EXPECTED_FILTERS)[number];
export const WARRANTY_FILTERS = ['in', 'out'] as const;
export const PICTURE_FILTERS = ['yes', 'no'] as const;

/** Characters of a search among pieces. */
export const SEARCH_LENGTH = { least: 2, most: 120 } as const;
