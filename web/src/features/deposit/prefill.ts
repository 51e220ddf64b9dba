import type {
  ContactView,
  CustomerView,
  InvoiceLineView,
  InvoiceView,
  OrderView,
  SiteView,
} from '@atelier/contracts/reference/schema.ts';
import { fullName } from '@atelier/domain/deposit/names.ts';
import { emptyPiece, type PieceValues, type RmaValues } from './form-values.ts';

/** A client of the register, or one who was typed in before. */
type Known = CustomerView | ContactView;

export const customerName = ({ firstname, lastname }: Known): string => fullName(firstname, lastname);

/** The record's own words for the form's fields (product/deposit.md §5). */
export const fromCustomer = (customer: Known): Partial<RmaValues> => ({
  customer_id: customer.id,
  customer_name: customerName(customer),
  firstname: customer.firstname,
  lastname: customer.lastname,
  phone_code: customer.phone_code,
  phone: customer.phone,
  phone_locked: customer.phone_is_from_crm,
  email: customer.email ?? '',
  language: customer.language,
  country: customer.country,
  province: customer.province ?? '',
  city: customer.city ?? '',
  address: [customer.address, customer.postal_code].filter(Boolean).join(', '),
  receiver_name: customerName(customer),
  receiver_phone: customer.fullphone,
});

/** Another customer after all: the values from the record are cleared, the pieces stay. */
export const withoutCustomer = (): Partial<RmaValues> => ({
  customer_id: null,
  customer_name: '',
  firstname: '',
  lastname: '',
  phone: '',
  phone_locked: false,
  email: '',
  province: '',
  city: '',
  address: '',
  receiver_name: '',
  receiver_phone: '',
});

/** The shop as the receiver of a piece that is collected there. Its province stands in no record: its city finds it. */
export const fromShop = (shop: SiteView): Partial<RmaValues> => ({
  country: shop.country_code,
  address: [shop.address, shop.postal_code].filter(Boolean).join(', '),
  receiver_name: shop.name,
  receiver_phone: shop.phone,
});

export const fromLine = (line: InvoiceLineView, invoice: InvoiceView): Partial<PieceValues> => ({
  invoice_number: invoice.invoice_no,
  invoice_checked: invoice.invoice_no,
  product_sku: line.sku,
  product_name: line.product_name,
  product_kind: line.kind,
  product_size: line.size,
  is_gold: line.is_gold,
  serial_number: line.serial,
  sequence_number: line.cert_no ?? '',
  sequence_checked: false,
  certificate_no: '',
  certified_sequence: '',
  purchase_date: invoice.purchase_date,
});

export const fromOrder = (invoice: InvoiceView): Partial<RmaValues> => ({
  platform_type: invoice.type,
  fulfilled_date: invoice.fulfilled_date ?? invoice.purchase_date,
  original_order_id: String(invoice.order_id),
  original_order_number: invoice.order_number,
});

/** A deposit names one order: that of its first piece. A second piece from elsewhere leaves it alone. */
const orderFor = (values: RmaValues, invoice: InvoiceView): Partial<RmaValues> =>
  values.items.length === 1 || values.original_order_number === '' ? fromOrder(invoice) : {};

/** The form with a line of an invoice in the place of one of its pieces. */
export const withLineAt = (
  values: RmaValues,
  index: number,
  line: InvoiceLineView,
  invoice: InvoiceView,
): RmaValues => ({
  ...values,
  ...orderFor(values, invoice),
  items: values.items.map((piece, at) => (at === index ? { ...piece, ...fromLine(line, invoice) } : piece)),
});

/** Nothing says yet which piece it is. */
export const isBlankPiece = ({ product_sku, invoice_number, serial_number }: PieceValues): boolean =>
  [product_sku, invoice_number, serial_number].every((text) => text.trim() === '');

/** The form with a line that the order search found: into the first piece that is still blank, or one more. */
export function withFoundLine(values: RmaValues, line: InvoiceLineView, order: OrderView): RmaValues {
  const blank = values.items.findIndex(isBlankPiece);
  const items = blank === -1 ? [...values.items, emptyPiece()] : values.items;
  const index = blank === -1 ? values.items.length : blank;
  const isNobodyYet = values.customer_id === null && values.firstname === '' && values.lastname === '';
  const buyer = isNobodyYet && order.customer !== null ? fromCustomer(order.customer) : {};
  return withLineAt({ ...values, items, ...buyer }, index, line, order);
}
