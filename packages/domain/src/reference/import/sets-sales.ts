import { SALES_CHANNELS } from '../contract.ts';
import { NAME_KEY_FORM, nameKey } from '../search-key.ts';
import {
  choice,
  column,
  CURRENCY,
  DAY,
  integer,
  KEY,
  money,
  OPTIONAL,
  refTo,
  text,
  YES_NO,
  type CellValue,
} from './column.ts';
import { dataSet } from './data-set.ts';
import { printed, skuColumn } from './sets-catalogue.ts';
import { countryColumn } from './sets-places.ts';

const BLANK = { ...OPTIONAL, blank: '' } as const;
const word = (value: CellValue | undefined): string => (typeof value === 'string' ? value : '');

/** People as the CRM hands them over, under its own numbers. A customer may have no phone and no email. */
export const CUSTOMERS = dataSet(
  'customers',
  'customers',
  [
    column('id', integer(1), '100001', KEY),
    column('firstname', text(100), 'Camille', BLANK),
    column('lastname', text(100), 'Fontaine', BLANK),
    column('email', text(254, /^[^\s@]+@[^\s@]+$/), 'camille@mail.example', OPTIONAL),
    column('phone_code', text(4, /^[0-9]{1,4}$/), '33', BLANK),
    column('phone', text(20, /^[0-9]{4,20}$/), '612345678', BLANK),
    column('phone_is_from_crm', YES_NO, 'true'),
    column('language', text(20), 'fr', refTo('languages', 'code', 'language', 'code')),
    countryColumn(),
    column('province_id', integer(1), '33001', { ...OPTIONAL, ...refTo('provinces', 'id', 'province_id') }),
    column('city_id', integer(1), '3300101', {
      ...OPTIONAL,
      ...refTo('cities', 'id', 'city_id', 'id', { province_id: 'province_id' }),
    }),
    column('postal_code', text(20), '75001', BLANK),
    column('address', text(300), '12 rue du Bac', BLANK),
    column('home_store', text(8), 'PAR', refTo('sites', 'code', 'home_site_id')),
  ],
  {
    isPersonal: true,
    check: ({ firstname, lastname }) =>
      word(firstname) === '' && word(lastname) === '' ? [{ column: 'lastname', code: 'name_missing' }] : [],
    // Kept beside the names, because search compares without case and accents (0011_customers_and_sales.sql).
    derive: ({ firstname, lastname }) => ({
      name_key: nameKey(`${word(firstname)} ${word(lastname)}`),
      family_key: nameKey(`${word(lastname)} ${word(firstname)}`),
      words_form: NAME_KEY_FORM,
    }),
    acquaints: { customer: 'id', site: 'home_site_id' },
  },
);

export const ORDERS = dataSet(
  'orders',
  'sales_orders',
  [
    column('order_number', printed(40), 'PAR-2601-00001', KEY),
    column('customer_id', integer(1), '100001', refTo('customers', 'id', 'customer_id')),
    // Its invoices repeat the shop, and who may see them hangs on it.
    column('store', text(8), 'PAR', { ...refTo('sites', 'code', 'site_id'), isFixed: true }),
    column('channel', choice(...SALES_CHANNELS), 'store'),
    column('ordered_on', DAY, '2026-01-31'),
    column('fulfilled_on', DAY, '2026-01-31', OPTIONAL),
  ],
  {
    numbered: 'id',
    check: ({ ordered_on, fulfilled_on }) =>
      fulfilled_on !== null && word(fulfilled_on) < word(ordered_on)
        ? [{ column: 'fulfilled_on', code: 'fulfilled_before_ordered' }]
        : [],
    acquaints: { customer: 'customer_id', site: 'site_id' },
  },
);

const ITS_ORDER = {
  table: 'sales_orders',
  match: 'order_number',
  take: { order_id: 'id', site_id: 'site_id' },
} as const;

export const INVOICES = dataSet(
  'invoices',
  'invoices',
  [
    column('invoice_no', printed(40), 'INV-PAR-2026-00001', KEY),
    column('order_number', printed(40), 'PAR-2601-00001', { ref: ITS_ORDER, isFixed: true }),
    column('state', choice('issued', 'void'), 'issued'),
    column('issued_on', DAY, '2026-01-31'),
    countryColumn(),
    column('currency', CURRENCY, 'EUR'),
    column('total', money('currency'), '2900.00'),
    column('shipping_fee', money('currency'), '25.00', OPTIONAL),
  ],
  { numbered: 'id' },
);

const ITS_INVOICE = {
  table: 'invoices',
  match: 'invoice_no',
  take: { invoice_id: 'id', site_id: 'site_id' },
  agrees: { currency: 'currency' },
} as const;

export const INVOICE_LINES = dataSet('invoice_lines', 'invoice_lines', [
  column('invoice_no', printed(40), 'INV-PAR-2026-00001', { ...KEY, ref: ITS_INVOICE }),
  column('line_no', integer(1, 10_000), '1', KEY),
  skuColumn(),
  column('size', text(16), '52'),
  column('serial', printed(40), 'R5000011', { isUnique: true }),
  column('cert_no', printed(32), 'C5000011', {
    ...OPTIONAL,
    ...refTo('certificates', 'cert_no', 'cert_no', 'cert_no', { sku: 'sku', serial: 'serial' }),
  }),
  // The invoice's own: without it 1290.00 and 1290 could not be distinguished.
  column('currency', CURRENCY, 'EUR', { isStored: false }),
  column('amount', money('currency'), '2900.00'),
]);
