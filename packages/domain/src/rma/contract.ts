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

/** The most that can be configured for one deposit (`max_items_per_rma`). */
export const MOST_ITEMS = 200;

/** Why a piece cannot go there; null when it can. */
export const DELIVERY_REFUSALS = [
  'country_unknown',
  'country_not_served',
  'country_closed_to_clients',
  'invoice_without_shipping_fee',
  'item_ended',
] as const;
export type DeliveryRefusal = (typeof DELIVERY_REFUSALS)[number];

/** The dashboard's tiles, as lists can be narrowed to them. */
export const LIST_BUCKETS = [
  'ready_to_ship',
  'ready_to_ship_over_72h',
  'waiting_for_customer',
  'waiting_for_customer_over_week',
  'to_call',
  'call_escalated',
  'sent_to_warehouse',
  'in_transit',
  'in_factory',
] as const;
export type ListBucket = (typeof LIST_BUCKETS)[number];

/** 0 No, 1 Review, 10 Reject, 11 Approve (product/repair.md §13). */
export const WAIVED_FEE_FILTERS = ['0', '1', '10', '11'] as const;
/** Under any hold, or under this one. */
export const HOLD_FILTERS = ['any', 'approval', 'missing', 'dispute'] as const;
export const WARRANTY_FILTERS = ['in', 'out'] as const;
export const PICTURE_FILTERS = ['yes', 'no'] as const;

/** Characters of a search among pieces. */
export const SEARCH_LENGTH = { least: 2, most: 120 } as const;

/** Characters of the reference by which a customer asks for a status. */
export const CUSTOMER_REFERENCE_LENGTH = 64;

/** Why the exchange was not taken (product/deposit.md §2). */
export const SURVEY_REASONS = ['customer_wants_repair', 'no_stock', 'other'] as const;

/** What a deposit may say: characters of its texts. */
export const DEPOSIT_LENGTH = {
  phone: 30,
  province: 100,
  city: 100,
  address: 300,
  receiverName: 200,
  platformType: 40,
  orderId: 60,
  sku: 40,
  size: 20,
  serialNumber: 60,
  invoiceNumber: 60,
  certificateNumber: 60,
  storeRemark: 4000,
  renewReason: 200,
  overrideReason: 2000,
  surveyComment: 2000,
  fakeRemark: 4000,
} as const;

/** What a deposit may hold of one piece: entries of its lists, minor units, grams. */
export const DEPOSIT_LIMITS = {
  reasons: 20,
  subReasons: 40,
  renewReasons: 10,
  images: 12,
  amount: 100_000_000,
  grams: 100_000,
} as const;

/** A country's calling code, with or without its plus. */
export const PHONE_CODE = /^\+?\d{1,4}$/;
