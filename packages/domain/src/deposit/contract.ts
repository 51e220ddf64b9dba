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
  mark: 120,
} as const;

/** What a deposit may hold of one piece: entries of its lists, minor units, grams. */
export const DEPOSIT_LIMITS = {
  reasons: 20,
  subReasons: 40,
  renewReasons: 10,
  images: 12,
  marks: 12,
  amount: 100_000_000,
  grams: 100_000,
} as const;

/** A country's calling code, with or without its plus. */
export const PHONE_CODE = /^\+?\d{1,4}$/;
