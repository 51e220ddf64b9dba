/** Lifecycle of product/shipping.md §1. */
export const SHIPMENT_STATES = [
  'Draft',
  'Sealed',
  'Sent',
  'PartlyReceived',
  'Received',
  'Closed',
  'Cancelled',
  'Discrepancy',
] as const;

export const LINE_STATES = ['packed', 'missing', 'received', 'written-off'] as const;
export const EXTRA_STATES = ['apart', 'adopted', 'handed-back'] as const;

/** What was noted at this package's arrival, in the words of its log. */
export const RECEIPT_EVENTS = [
  'arrival_checked',
  'missing',
  'found',
  'lost',
  'extra',
  'adopted',
  'handed_back',
  'closed',
] as const;

/** What is said of a package as a parcel: characters of its texts, its weight in grams. */
export const PARCEL_LIMITS = { carrier: 60, sealNumber: 60, grams: 1_000_000, proof: 200 } as const;

/** What a signature is under. */
export const SIGNATURE_KINDS = ['deposit', 'pickup', 'courier'] as const;
/** What is read: `fee` is signed by link alone (product/repair.md §12.1). */
export const READ_SIGNATURE_KINDS = [...SIGNATURE_KINDS, 'fee'] as const;

/** Minor units of one piece's declared price. */
export const MOST_DECLARED_PRICE = 1_000_000_000_000;

/** Settling a lost piece: minor units, and characters of the reference. */
export const SETTLEMENT_LIMITS = { amount: 100_000_000_000, reference: 200 } as const;
