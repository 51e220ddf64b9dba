/** Longer than any remark of 120 words may be: the words are counted by the decision (product/repair.md §16). */
export const REMARK_CHARACTERS = 8_000;

/** Pieces that one call moves. */
export const MOST_MOVED = 200;

/** Characters of what a scanner reads, or a hand copies from a label. */
export const SCAN_CODE_LENGTH = 128;

/** What a bench may measure of one piece (product/repair.md §3). */
export const MEASUREMENT_LIMITS = { grams: 100_000, stones: 10_000, note: 400 } as const;

/** Why the weights of an interval differ; `looked_at` says that the reason is still sought. */
export const EXPLANATIONS = [
  'looked_at',
  'mistyped',
  'scale',
  'part_unrecorded',
  'scrap_unrecorded',
  'stone',
  'other',
] as const;

/** What a bench takes from stock for a piece (product/repair.md §9.2). */
export const PART_KINDS = ['stone', 'part', 'metal'] as const;
export type PartKind = (typeof PART_KINDS)[number];
export const PART_LIMITS = { lines: 20, code: 40, pieces: 10_000, grams: 1_000 } as const;
/** A code of stock, such as `D-1.20-VS` or `红宝石 1.2`: no sign by which an address or a sentence is written. */
export const PART_CODE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._/×+#-]*$/u;

/** Characters of what is said of a loan piece (product/repair.md §21). */
export const LOAN_LIMITS = { description: 120, code: 40, condition: 400 } as const;

/** Minor units of one fee or payment. */
export const MOST_FEE = 100_000_000;

/** How a customer pays; a record, not a card terminal. */
export const PAYMENT_MEANS = ['card', 'cash', 'voucher', 'transfer', 'other'] as const;
/** Parts that one client splits a payment into. */
export const MOST_PAYMENTS = 20;
export const PAYMENT_REFERENCE_LENGTH = 100;

/** Characters of each part of a place in a shop: a safe, a tray. */
export const STORAGE_PART_LENGTH = 24;

/** Who writes a remark (`comment_type` on the wire). */
export const COMMENT_TYPE = { store: 1, factory: 2 } as const;

/** A waived fee's status on the wire (product/repair.md §13). */
export const WAIVED_FEE = { no: 0, review: 1, reject: 10, approve: 11 } as const;

/** The piece that takes an item's place: characters of its SKU and serial. */
export const REPLACEMENT_LENGTH = { sku: 40, serialNumber: 60 } as const;

/** Clients at one pickup time of a shop: the most that the setting or the register of shops may say. */
export const MOST_PICKUPS_PER_SLOT = 100;
