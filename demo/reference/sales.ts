import type { CertificateRow, ProductRow } from '@atelier/application/reference/catalogue.table.ts';
import type {
  InvoiceLineRow,
  InvoiceRow,
  SalesOrderRow,
} from '@atelier/application/reference/customers.table.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import { addDays, dayIn, type Day } from './calendar.ts';
import type { Catalogue } from './catalogue.ts';
import { type NewCustomer, SHOPS } from './customers.ts';
import { boundaryDays } from './boundaries.ts';
import { createRandom, type Random } from './random.ts';
import { SHIPPING_FEES } from './repair.ts';

export interface Sales {
  readonly orders: readonly SalesOrderRow[];
  readonly invoices: readonly InvoiceRow[];
  readonly lines: readonly InvoiceLineRow[];
  readonly certificates: readonly CertificateRow[];
}

interface Purchase {
  readonly id: number;
  readonly shop: SiteRow;
  readonly day: Day;
  readonly customer: NewCustomer;
}

interface Sale {
  readonly order: SalesOrderRow;
  readonly invoice: InvoiceRow;
  readonly lines: readonly InvoiceLineRow[];
  readonly certificates: readonly CertificateRow[];
}

const FIRST_ID = 500_001;
const FOUR_YEARS = 1460;
const five = (value: number) => String(value).padStart(5, '0');

const serialOf = (sku: string, orderId: number, lineNo: number) => `${sku.charAt(0)}${orderId}${lineNo}`;

const lineOf = (
  purchase: Purchase,
  product: ProductRow,
  lineNo: number,
  catalogue: Catalogue,
  random: Random,
): InvoiceLineRow => ({
  invoice_id: purchase.id,
  site_id: purchase.shop.id,
  line_no: lineNo,
  sku: product.sku,
  size: random.pick(product.sizes),
  serial: serialOf(product.sku, purchase.id, lineNo),
  cert_no: product.is_gold ? `C${purchase.id}${lineNo}` : null,
  amount: catalogue.priceOf(product.sku, purchase.shop.currency),
});

/** Every gold piece has a certificate; its sequence number is what the create form checks. */
const certificateOf = (
  line: InvoiceLineRow,
  product: ProductRow,
  day: Day,
  random: Random,
): CertificateRow[] => {
  if (line.cert_no === null) return [];
  const carat_points = random.int(0, 150);
  // A carat is 200 mg, a point two.
  const gold_mg = Math.max(100, product.weight_mg - carat_points * 2);
  return [
    {
      cert_no: line.cert_no,
      sku: line.sku,
      serial: line.serial,
      sequence_number: `SQ${line.serial.slice(1)}`,
      gold_mg,
      carat_points,
      total_mg: gold_mg + carat_points * 2,
      issued_on: day,
    },
  ];
};

const orderOf = ({ id, shop, day, customer }: Purchase, random: Random): SalesOrderRow => {
  const channel = random.weighted([
    ['store', 78],
    ['online', 14],
    ['concession', 5],
    ['phone', 3],
  ] as const);
  return {
    id,
    order_number: `${channel === 'online' ? 'WEB' : shop.code}-${day.slice(2, 4)}${day.slice(5, 7)}-${five(id % 100_000)}`,
    customer_id: customer.id,
    site_id: shop.id,
    channel,
    ordered_on: day,
    fulfilled_on: channel === 'store' ? day : addDays(day, random.int(1, 6)),
  };
};

const invoiceOf = ({ id, shop, day }: Purchase, total: number, random: Random): InvoiceRow => ({
  id,
  invoice_no: `INV-${shop.code}-${day.slice(0, 4)}-${five(id % 100_000)}`,
  order_id: id,
  site_id: shop.id,
  state: random.chance(0.01) ? 'void' : 'issued',
  issued_on: day,
  country: shop.country,
  currency: shop.currency,
  total,
  shipping_fee: random.chance(0.03)
    ? null
    : (SHIPPING_FEES.find((fee) => fee.country === shop.country && fee.destination === 'client')?.amount ??
      0),
});

const sale = (purchase: Purchase, catalogue: Catalogue, random: Random): Sale => {
  const count = random.weighted([
    [1, 80],
    [2, 16],
    [3, 4],
  ] as const);
  const sold = Array.from({ length: count }, (_, at) => {
    const product = random.pick(catalogue.products);
    const line = lineOf(purchase, product, at + 1, catalogue, random);
    return { line, certificates: certificateOf(line, product, purchase.day, random) };
  });
  const lines = sold.map((each) => each.line);
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    order: orderOf(purchase, random),
    invoice: invoiceOf(purchase, total, random),
    lines,
    certificates: sold.flatMap((each) => each.certificates),
  };
};

/** Some people buy where they travel: their invoice is another shop's than their home. */
const shopFor = (customer: NewCustomer, random: Random): SiteRow => {
  const home = SHOPS.find((shop) => shop.id === customer.home_site_id);
  return home === undefined || random.chance(0.07) ? random.pick(SHOPS) : home;
};

const ordinary = (
  customers: readonly NewCustomer[],
  count: number,
  now: Date,
  random: Random,
): Omit<Purchase, 'id'>[] =>
  Array.from({ length: count }, () => {
    const customer = random.pick(customers);
    const shop = shopFor(customer, random);
    return { customer, shop, day: addDays(dayIn(now, shop.time_zone), -random.int(1, FOUR_YEARS)) };
  });

const boundary = (customers: readonly NewCustomer[], now: Date, random: Random): Omit<Purchase, 'id'>[] =>
  SHOPS.flatMap((shop) => {
    const known = customers.filter((each) => each.home_site_id === shop.id);
    return boundaryDays(dayIn(now, shop.time_zone)).map((each) => ({
      shop,
      day: each.day,
      customer: random.pick(known),
    }));
  });

/**
 * Orders and invoices of the last four years before `now`, oldest first, with purchases on and around every
 * warranty and exchange boundary at every shop.
 */
export const createSales = (
  seed: number,
  count: number,
  now: Date,
  customers: readonly NewCustomer[],
  catalogue: Catalogue,
): Sales => {
  const random = createRandom(seed, 'sales');
  const onBoundaries = boundary(customers, now, random);
  const purchases = [...onBoundaries, ...ordinary(customers, count - onBoundaries.length, now, random)];
  const sales = purchases
    .sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1))
    .map((purchase, index) => sale({ ...purchase, id: FIRST_ID + index }, catalogue, random));
  return {
    orders: sales.map((each) => each.order),
    invoices: sales.map((each) => each.invoice),
    lines: sales.flatMap((each) => each.lines),
    certificates: sales.flatMap((each) => each.certificates),
  };
};
