import type { PermissionName } from '../shared/permissions.ts';

/** Who reads figures: a shop its own, operation its site's, administrators and auditors all. */
export const FIGURE_READERS: readonly PermissionName[] = [
  'view home page',
  'operation dashboard',
  'audit replay',
];

/** Deposit → ready, or ready → collected. */
export const TURNAROUNDS = ['ready', 'collected'] as const;
export type Turnaround = (typeof TURNAROUNDS)[number];

export const REPEATS_BY = ['line', 'sku', 'factory'] as const;
export type RepeatsBy = (typeof REPEATS_BY)[number];

/** What is not known of some pieces: their collection, where the catalogue lacks the SKU; the factory, before a bench. */
export const UNKNOWNS = ['line', 'factory'] as const;
export type Unknown = (typeof UNKNOWNS)[number];

/** What a mark of a figure opens: the pieces that it counts (docs/product/insight.md §1). */
export const FIGURES = [
  'ready',
  'collected',
  'open',
  'fees',
  'free',
  'warranty',
  'warranty_unpriced',
  'repeats',
  'again',
  'deposited',
  'without_warranty',
  'wrong_reason',
  'answers',
  'texts',
  'missing',
  'lost',
  'standing',
  'sent_back',
  'told',
  'kept',
  'moved',
  'entered',
  'stands',
] as const;
export type Figure = (typeof FIGURES)[number];
