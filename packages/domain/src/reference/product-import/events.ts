import type { DomainEvent } from '../../decider.ts';
import type { Actor, Instant } from '../../kernel.ts';

/** What became of one SKU: its master data is in the tables now, was there already, or could not be taken. */
export const IMPORT_RESULTS = ['created', 'updated', 'unchanged', 'not_found', 'invalid', 'failed'] as const;
export type ImportResult = (typeof IMPORT_RESULTS)[number];

export interface ImportedLine {
  readonly sku: string;
  readonly result: ImportResult;
  /** Why not, as a stable code; null where it was taken. */
  readonly code: string | null;
}

/** Events of one product import, stream `product-import-<id>`. SKUs are the house's own: nothing personal. */
export type ProductImportRequested = DomainEvent<
  'ProductImportRequested',
  { readonly importId: number; readonly skus: readonly string[]; readonly at: Instant; readonly by: Actor }
>;
export type ProductImportLinesTaken = DomainEvent<
  'ProductImportLinesTaken',
  { readonly lines: readonly ImportedLine[]; readonly at: Instant }
>;
export type ProductImportFinished = DomainEvent<'ProductImportFinished', { readonly at: Instant }>;

export type ProductImportEvent = ProductImportRequested | ProductImportLinesTaken | ProductImportFinished;

/** Every event has a line; null = nothing personal in it. */
export const PRODUCT_IMPORT_PERSONAL_DATA = {
  ProductImportRequested: null,
  ProductImportLinesTaken: null,
  ProductImportFinished: null,
} as const satisfies Record<ProductImportEvent['type'], null>;
