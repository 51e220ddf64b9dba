import type { Generated, GeneratedAlways } from 'kysely';
import type { SalesChannel } from '@atelier/domain/reference/contract.ts';

/** Rows of migrations/0011_customers_and_sales.sql: personal data, guarded by row-level security. */
export interface CustomerRow {
  id: number;
  firstname: string;
  lastname: string;
  email: string | null;
  phone_code: string;
  phone: string;
  phone_is_from_crm: boolean;
  language: string;
  country: string;
  province_id: number | null;
  city_id: number | null;
  /** The same numbers as text, of records that are sealed. */
  province_ref: string | null;
  city_ref: string | null;
  postal_code: string;
  address: string;
  home_site_id: number;
  name_key: string;
  family_key: string;
  /** `NAME_KEY_FORM` where the keys of the name are written as this release writes them. */
  words_form: Generated<number>;
  email_key: Generated<string | null>;
  phone_reversed: Generated<string>;
  name_blind: string | null;
  family_blind: string | null;
  email_blind: string | null;
  phone_blind: string | null;
}

/** A shop that knows a customer: their home shop, and wherever they have bought. */
export interface CustomerSiteRow {
  customer_id: number;
  site_id: number;
}

export interface SalesOrderRow {
  id: number;
  order_number: string;
  customer_id: number;
  site_id: number;
  channel: SalesChannel;
  ordered_on: string;
  fulfilled_on: string | null;
}

export interface InvoiceRow {
  id: number;
  invoice_no: string;
  order_id: number;
  site_id: number;
  state: 'issued' | 'void';
  issued_on: string;
  country: string;
  currency: string;
  total: number;
  shipping_fee: number | null;
}

export interface InvoiceLineRow {
  invoice_id: number;
  site_id: number;
  line_no: number;
  sku: string;
  size: string;
  serial: string;
  cert_no: string | null;
  amount: number;
}

export interface CustomersTables {
  customers: CustomerRow;
  customer_sites: CustomerSiteRow;
  sales_orders: SalesOrderRow;
  invoices: InvoiceRow;
  /** `serial_key` is filled in by the database (migrations/0056_code_keys.sql). */
  invoice_lines: InvoiceLineRow & { serial_key: GeneratedAlways<string> };
}
