import { codeKey } from '@atelier/domain/contract/codes.ts';
import type {
  InvoiceLineView,
  InvoiceView,
  VerifiedInvoiceView,
} from '@atelier/contracts/reference/schema.ts';
import type { InvoiceRefusal } from '@atelier/domain/reference/contract.ts';
import { productImagePath } from '@atelier/domain/shared/product.ts';
import { inScope, type AppDb, type AppTransaction } from '../platform/database.ts';
import { startsWith } from '../shared/starts-with.ts';

/** By what an order is searched. */
export const ORDER_SEARCHES = ['invoice', 'order', 'piece'] as const;
export type OrderSearch = (typeof ORDER_SEARCHES)[number];

/** Which invoices: what was typed, one customer's, or one by its exact number. */
export type InvoiceChoice =
  | { readonly keyword: string; readonly by: OrderSearch }
  | { readonly customerId: number }
  | { readonly invoiceNo: string };

export interface FoundInvoice {
  readonly view: InvoiceView;
  readonly siteId: number;
  readonly customerId: number;
  readonly state: 'issued' | 'void';
  readonly shippingFee: number | null;
}

const invoiceRows = (trx: AppTransaction) =>
  trx
    .selectFrom('invoices')
    .innerJoin('sales_orders', 'sales_orders.id', 'invoices.order_id')
    .select(['invoices.id', 'invoice_no', 'order_id', 'order_number', 'channel', 'issued_on', 'fulfilled_on'])
    .select(['country', 'currency', 'total', 'state', 'shipping_fee', 'invoices.site_id', 'customer_id']);

type InvoiceFound = Awaited<ReturnType<ReturnType<typeof invoiceRows>['execute']>>[number];

/** Orders whose invoice, or they themselves, begin with the keyword, however it is written, or that sold exactly this piece. */
const ordersMatching = (trx: AppTransaction, keyword: string, by: OrderSearch) => {
  if (by === 'invoice')
    return trx
      .selectFrom('invoices')
      .select('order_id')
      .where(startsWith('invoice_key', codeKey(keyword)));
  if (by === 'order')
    return trx
      .selectFrom('sales_orders')
      .select('id as order_id')
      .where(startsWith('order_key', codeKey(keyword)));
  return trx
    .selectFrom('invoice_lines')
    .innerJoin('invoices', 'invoices.id', 'invoice_lines.invoice_id')
    .select('order_id')
    .where((eb) =>
      eb.or([eb('sku', '=', keyword), eb('serial_key', '=', codeKey(keyword)), eb('cert_no', '=', keyword)]),
    );
};

const chosenInvoices = (trx: AppTransaction, choice: InvoiceChoice) => {
  if ('invoiceNo' in choice) return invoiceRows(trx).where('invoice_no', '=', choice.invoiceNo);
  // A void invoice sold nothing: a deposit that takes a piece of it is refused. Its exact number still finds it.
  const sold = invoiceRows(trx).where('state', '=', 'issued');
  if ('customerId' in choice) return sold.where('customer_id', '=', choice.customerId);
  return sold.where('order_id', 'in', ordersMatching(trx, choice.keyword, choice.by));
};

const linesOf = async (trx: AppTransaction, invoiceIds: readonly number[]) => {
  if (invoiceIds.length === 0) return [];
  return trx
    .selectFrom('invoice_lines')
    .innerJoin('products', 'products.sku', 'invoice_lines.sku')
    .select([
      'invoice_id',
      'line_no',
      'invoice_lines.sku',
      'name',
      'kind',
      'is_gold',
      'size',
      'serial',
      'cert_no',
    ])
    .select('amount')
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('invoice_id')
    .orderBy('line_no')
    .execute();
};

type LineFound = Awaited<ReturnType<typeof linesOf>>[number];

const lineView = (row: LineFound): InvoiceLineView => ({
  line_no: row.line_no,
  sku: row.sku,
  product_name: row.name,
  kind: row.kind,
  is_gold: row.is_gold,
  size: row.size,
  serial: row.serial,
  cert_no: row.cert_no,
  quantity: 1,
  amount: row.amount,
  image: productImagePath(row.sku),
});

const foundInvoice = (row: InvoiceFound, lines: readonly LineFound[]): FoundInvoice => ({
  siteId: row.site_id,
  customerId: row.customer_id,
  state: row.state,
  shippingFee: row.shipping_fee,
  view: {
    invoice_no: row.invoice_no,
    order_id: row.order_id,
    order_number: row.order_number,
    type: row.channel,
    purchase_date: row.issued_on,
    fulfilled_date: row.fulfilled_on,
    country: row.country,
    currency: row.currency,
    total: row.total,
    lines: lines.filter((line) => line.invoice_id === row.id).map(lineView),
  },
});

/** Chosen invoices that the transaction's scope can see, newest first. */
export const listInvoices = async (
  trx: AppTransaction,
  choice: InvoiceChoice,
  limit: number,
): Promise<FoundInvoice[]> => {
  const rows = await chosenInvoices(trx, choice)
    .orderBy('issued_on', 'desc')
    .orderBy('invoices.id', 'desc')
    .limit(limit)
    .execute();
  const lines = await linesOf(
    trx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => foundInvoice(row, lines));
};

const mayDeliverTo = async (trx: AppTransaction, country: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('countries')
    .select('client_delivery_allowed')
    .where('code', '=', country)
    .executeTakeFirst();
  return row?.client_delivery_allowed ?? false;
};

export type InvoiceCheck =
  | { readonly ok: true; readonly invoice: VerifiedInvoiceView }
  | { readonly ok: false; readonly refusal: InvoiceRefusal };

/**
 * Checks an invoice number anywhere in the brand (a piece bought abroad may be repaired here): what was sold,
 * when, and what sending it back costs. Never who bought it.
 */
export const verifyInvoice = (db: AppDb, invoiceNo: string): Promise<InvoiceCheck> =>
  inScope(db, { kind: 'all' }, async (trx) => {
    const [found] = await listInvoices(trx, { invoiceNo }, 1);
    if (found === undefined) return { ok: false, refusal: 'invoice_not_found' };
    if (found.state === 'void') return { ok: false, refusal: 'invoice_check_again' };
    if (found.shippingFee === null) return { ok: false, refusal: 'invoice_without_shipping_fee' };
    const client_delivery_allowed = await mayDeliverTo(trx, found.view.country);
    return { ok: true, invoice: { ...found.view, shipping_fee: found.shippingFee, client_delivery_allowed } };
  });

export interface InvoiceFacts {
  readonly invoiceNo: string;
  readonly isVoid: boolean;
  readonly purchaseDate: string;
  readonly skus: readonly string[];
  readonly hasShippingFee: boolean;
}

/** What deposits must agree with, of invoices anywhere in the brand; unknown numbers are left out. No personal data. */
export const listInvoiceFacts = async (db: AppDb, invoiceNos: readonly string[]): Promise<InvoiceFacts[]> => {
  if (invoiceNos.length === 0) return [];
  return inScope(db, { kind: 'all' }, async (trx) => {
    const rows = await invoiceRows(trx).where('invoice_no', 'in', invoiceNos).execute();
    const lines = await linesOf(
      trx,
      rows.map((row) => row.id),
    );
    return rows.map((row) => ({
      invoiceNo: row.invoice_no,
      isVoid: row.state === 'void',
      purchaseDate: row.issued_on,
      skus: lines.filter((line) => line.invoice_id === row.id).map((line) => line.sku),
      hasShippingFee: row.shipping_fee !== null,
    }));
  });
};
