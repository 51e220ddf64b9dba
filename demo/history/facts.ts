import type { Money, SiteId } from '@atelier/domain/kernel.ts';
import type { CertificateRow, ProductRow } from '@atelier/application/reference/catalogue.table.ts';
import type {
  InvoiceLineRow,
  InvoiceRow,
  SalesOrderRow,
} from '@atelier/application/reference/customers.table.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import type { NewCustomer } from '../reference/customers.ts';
import type { ReferenceSet } from '../reference/generate.ts';

/** One sold jewel, with its papers. */
export interface Piece {
  readonly product: ProductRow;
  readonly line: InvoiceLineRow;
  readonly invoice: InvoiceRow;
  readonly order: SalesOrderRow;
  readonly customer: NewCustomer;
  readonly certificate: CertificateRow | undefined;
}

/** The reference set by its keys: what the API would look up in the database. */
export class Facts {
  readonly sites: readonly SiteRow[];
  readonly pieces: readonly Piece[];
  readonly #siteByCode: ReadonlyMap<string, SiteRow>;
  readonly #siteById: ReadonlyMap<number, SiteRow>;
  readonly #prices: ReadonlyMap<string, number>;
  readonly #fees: ReadonlyMap<string, number>;
  readonly #provinces: ReadonlyMap<number, string>;
  readonly #cities: ReadonlyMap<number, string>;
  readonly #refusals: ReferenceSet['reject_reasons'];
  readonly #delivered: ReadonlySet<string>;

  constructor(set: ReferenceSet) {
    this.sites = set.sites;
    this.pieces = piecesOf(set);
    this.#siteByCode = by(set.sites, (site) => site.code);
    this.#siteById = by(set.sites, (site) => site.id);
    this.#prices = new Map(set.prices.map(({ sku, currency, amount }) => [`${sku} ${currency}`, amount]));
    this.#fees = new Map(set.repair_fees.map((fee) => [`${fee.sub_reason_id} ${fee.country}`, fee.amount]));
    this.#provinces = new Map(set.provinces.map(({ id, name, local_name }) => [id, local_name ?? name]));
    this.#cities = new Map(set.cities.map(({ id, name, local_name }) => [id, local_name ?? name]));
    this.#refusals = set.reject_reasons;
    this.#delivered = new Set(
      set.countries.filter((each) => each.client_delivery_allowed).map(({ code }) => code),
    );
  }

  site(code: string): SiteRow {
    return found(this.#siteByCode.get(code), code);
  }

  siteAt(id: SiteId): SiteRow {
    return found(this.#siteById.get(id), id);
  }

  get shops(): readonly SiteRow[] {
    return this.sites.filter((site) => site.kind === 'shop');
  }

  /** Whether repaired pieces may go to the client's door there. */
  deliversIn(country: string): boolean {
    return this.#delivered.has(country);
  }

  /** Declared price of a piece where it is packed. */
  price(sku: string, currency: string): Money {
    return { amount: found(this.#prices.get(`${sku} ${currency}`), sku), currency };
  }

  /** Listed fee of some sub-reasons in a shop's country. */
  fee(subReasonIds: readonly number[], shop: SiteRow): Money {
    const amounts = subReasonIds.map((id) => found(this.#fees.get(`${id} ${shop.country}`), id));
    return { amount: amounts.reduce((sum, amount) => sum + amount, 0), currency: shop.currency };
  }

  /** Province and city as their own people write them; null where a customer gave none. */
  home(customer: NewCustomer): { readonly province: string | null; readonly city: string | null } {
    return {
      province: this.#provinces.get(customer.province_id ?? 0) ?? null,
      city: this.#cities.get(customer.city_id ?? 0) ?? null,
    };
  }

  /** Why a shop or the operation refuses a piece, in a language. */
  refusals(audience: 'store' | 'operation', language: keyof ReferenceSet['reject_reasons'][number]['names']) {
    return this.#refusals.filter((each) => each.audience === audience).map((each) => each.names[language]);
  }
}

const by = <Row, Key>(rows: readonly Row[], key: (row: Row) => Key): ReadonlyMap<Key, Row> =>
  new Map(rows.map((row) => [key(row), row]));

function found<T>(value: T | undefined, key: string | number): T {
  if (value === undefined) throw new Error(`the reference set has no ${key}`);
  return value;
}

function piecesOf(set: ReferenceSet): readonly Piece[] {
  const [orders, customers] = [by(set.sales_orders, (row) => row.id), by(set.customers, (row) => row.id)];
  const [invoices, products] = [by(set.invoices, (row) => row.id), by(set.products, (row) => row.sku)];
  const certificates = by(set.certificates, (row) => row.serial);
  return set.invoice_lines.flatMap((line) => {
    const invoice = found(invoices.get(line.invoice_id), line.invoice_id);
    if (invoice.state === 'void') return [];
    const order = found(orders.get(invoice.order_id), invoice.order_id);
    const customer = found(customers.get(order.customer_id), order.customer_id);
    const product = found(products.get(line.sku), line.sku);
    return [{ line, invoice, order, customer, product, certificate: certificates.get(line.serial) }];
  });
}
