import { createCatalogue } from './catalogue.ts';
import { createCases } from './cases.ts';
import { COUNTRIES } from './countries.ts';
import { createCustomers, knownAt } from './customers.ts';
import { CARRIERS, LANGUAGES, SITES } from './places.ts';
import { CITIES, PROVINCES } from './regions.ts';
import {
  REJECT_REASONS,
  REPAIR_FEES,
  RMA_REASONS,
  RMA_SUB_REASONS,
  SHIPPING_FEES,
  STAGE_SETTINGS,
} from './repair.ts';
import { createSales } from './sales.ts';

const CUSTOMERS = 900;
const ORDERS = 1500;

/** Seed of the demo that ships; another seed gives another town. */
export const DEMO_SEED = 20_261_120;

/**
 * The whole reference set, table by table in the order in which they may be inserted. The same `now` (to the
 * day) and seed give the same bytes; nothing else is read.
 */
export const generateReference = (now: Date, seed: number = DEMO_SEED) => {
  const catalogue = createCatalogue(seed);
  const ordinary = createCustomers(seed, CUSTOMERS);
  const sales = createSales(seed, ORDERS, now, ordinary, catalogue);
  const cases = createCases(now, catalogue);
  const customers = [...ordinary, ...cases.customers];
  const orders = [...sales.orders, ...cases.orders];
  return {
    countries: COUNTRIES,
    provinces: PROVINCES,
    cities: CITIES,
    languages: LANGUAGES,
    carriers: CARRIERS,
    sites: SITES,
    products: catalogue.products,
    prices: catalogue.prices,
    certificates: [...sales.certificates, ...cases.certificates],
    rma_reasons: RMA_REASONS,
    rma_sub_reasons: RMA_SUB_REASONS,
    repair_fees: REPAIR_FEES,
    shipping_fees: SHIPPING_FEES,
    reject_reasons: REJECT_REASONS,
    stage_settings: STAGE_SETTINGS,
    customers,
    customer_sites: knownAt(customers, orders),
    sales_orders: orders,
    invoices: [...sales.invoices, ...cases.invoices],
    invoice_lines: [...sales.lines, ...cases.lines],
  };
};

export type ReferenceSet = ReturnType<typeof generateReference>;
