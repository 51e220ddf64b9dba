import type { DataSet } from './data-set.ts';
import { CERTIFICATES, PRICES, PRODUCTS } from './sets-catalogue.ts';
import { CARRIERS, CITIES, COUNTRIES, LANGUAGES, PROVINCES, STORES } from './sets-places.ts';
import { REASONS, REJECT_REASONS, REPAIR_FEES, SHIPPING_FEES, SUB_REASONS } from './sets-repair.ts';
import { CUSTOMERS, INVOICE_LINES, INVOICES, ORDERS } from './sets-sales.ts';

/** Every set that can be imported (product/reference.md §1), in the order in which a new house brings them. */
export const REFERENCE_SETS: readonly DataSet[] = [
  COUNTRIES,
  PROVINCES,
  CITIES,
  LANGUAGES,
  CARRIERS,
  STORES,
  PRODUCTS,
  PRICES,
  CERTIFICATES,
  REASONS,
  SUB_REASONS,
  REPAIR_FEES,
  SHIPPING_FEES,
  REJECT_REASONS,
  CUSTOMERS,
  ORDERS,
  INVOICES,
  INVOICE_LINES,
];

export const findReferenceSet = (name: string): DataSet | undefined =>
  REFERENCE_SETS.find((set) => set.name === name);
