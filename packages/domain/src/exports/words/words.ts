import type { ProductKind } from '../../shared/product.ts';
import type { Outcome, QualityCause } from '../../shared/item-facts.ts';
import type { StatusId } from '../../shared/status.ts';
import type { ExcelType } from '../contract.ts';

/** Every column an export may have. */
export const COLUMN_NAMES = [
  'number',
  'rma',
  'status',
  'since',
  'store',
  'client',
  'email',
  'phone',
  'sku',
  'product',
  'kind',
  'size',
  'serial',
  'metal',
  'reasons',
  'received',
  'purchased',
  'invoice',
  'warranty',
  'warrantyUntil',
  'fee',
  'currency',
  'settled',
  'holder',
  'tracking',
  'quantity',
  'weight',
  'value',
  'country',
  'certificate',
  'factoryReasons',
  'factorySubReasons',
  'cause',
  'qualityIssue',
  'factory',
  'repairs',
  'outcome',
] as const;
export type ColumnName = (typeof COLUMN_NAMES)[number];

/** What the head and the cells of a file say, in one language. */
export interface ExportWords {
  readonly columns: Readonly<Record<ColumnName, string>>;
  readonly yes: string;
  readonly no: string;
  readonly inWarranty: string;
  readonly outOfWarranty: string;
  readonly types: Readonly<Record<ExcelType, string>>;
  readonly kinds: Readonly<Record<ProductKind, string>>;
  /** As on the screens. */
  readonly statuses: Readonly<Record<StatusId, string>>;
  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly causes: Readonly<Record<QualityCause, string>>;
  /** Who holds a piece that stands at no site; `{{name}}` and `{{tracking}}` are filled in. */
  readonly holders: Readonly<
    Record<'shipment' | 'customer' | 'factory-kept' | 'passed-on' | 'settled', string>
  >;
}
