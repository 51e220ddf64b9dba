import { z } from 'zod';
import { capitalCode } from '@atelier/domain/contract/codes.ts';
import { calendarDate, envelope, requiredText, wireId } from '../contract/schema.ts';
import {
  DELIVERY_TARGETS,
  REJECT_AUDIENCES,
  SALES_CHANNELS,
  SITE_KINDS,
  CUSTOMER_SEARCH_LENGTH,
  PAPER_NUMBER_LENGTH,
} from '@atelier/domain/reference/contract.ts';
import { PRODUCT_KINDS } from '@atelier/domain/shared/product.ts';
import { translatedText } from './translated-text-schema.ts';

/**
 * Wire shapes of the look-ups (product/reference.md §3).
 * Money is an integer in minor units beside its ISO 4217 currency; days are YYYY-MM-DD, times ISO in UTC.
 */

const id = z.number().int().positive();
const money = z.number().int().nonnegative();
const currency = z.string().length(3);
const countryCode = z.string().length(2);

export const subReasonView = z.object({
  id,
  rma_reason_id: id,
  Name: z.string(),
  names: translatedText,
  description: z.string(),
  descriptions: translatedText,
  sort: z.number().int(),
  IsActive: z.boolean(),
  is_under_warranty: z.boolean(),
  /** For `If-Match`; 0 while it was only ever imported. */
  version: z.number().int(),
});
export type SubReasonView = z.infer<typeof subReasonView>;
export const subReasonsResponse = envelope(z.array(subReasonView));
export const subReasonResponse = envelope(subReasonView);

const reasonFields = {
  id,
  Name: z.string(),
  names: translatedText,
  sort: z.number().int(),
  IsActive: z.boolean(),
  version: z.number().int(),
};

/** A reason as the create form and the quality screens offer it; `checked` is the form's own flag, false at first. */
export const rmaReasonView = z.object({
  ...reasonFields,
  checked: z.boolean(),
  sub_reasons: z.array(subReasonView),
});
export type RmaReasonView = z.infer<typeof rmaReasonView>;
export const rmaReasonsResponse = envelope(z.array(rmaReasonView));

/** A reason as the administrator sees it: inactive ones too. */
export const systemReasonView = z.object({
  ...reasonFields,
  sub_reason_count: z.number().int().nonnegative(),
});
export type SystemReasonView = z.infer<typeof systemReasonView>;
export const systemReasonsResponse = envelope(z.array(systemReasonView));

export const repairFeesQuery = z.strictObject({
  country: countryCode.toUpperCase().optional(),
  rma_sub_reason_id: wireId.optional(),
});
export const repairFeeView = z.object({
  rma_reason_id: id,
  rma_sub_reason_id: id,
  country: countryCode,
  currency,
  fee: money,
});
export type RepairFeeView = z.infer<typeof repairFeeView>;
export const repairFeesResponse = envelope(z.array(repairFeeView));

export const carrierView = z.object({
  id,
  code: z.string(),
  name: z.string(),
  tracking_url: z.string().nullable(),
  countries: z.array(countryCode),
});
export type CarrierView = z.infer<typeof carrierView>;
export const carriersResponse = envelope(z.array(carrierView));

/** `name` is English: screens translate by `code` (Intl.DisplayNames). `has_provinces` makes the field mandatory. */
export const countryView = z.object({
  id,
  code: countryCode,
  name: z.string(),
  dial_code: z.string(),
  has_provinces: z.boolean(),
});
export type CountryView = z.infer<typeof countryView>;
export const countriesResponse = envelope(z.array(countryView));

export const languageView = z.object({
  id,
  code: z.string(),
  name: z.string(),
  native_name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
});
export type LanguageView = z.infer<typeof languageView>;
export const languagesResponse = envelope(z.array(languageView));

export const rejectReasonsQuery = z.strictObject({ user_type: z.enum(REJECT_AUDIENCES) });
export const rejectReasonView = z.object({
  id,
  Name: z.string(),
  names: translatedText,
  user_type: z.enum(REJECT_AUDIENCES),
});
export type RejectReasonView = z.infer<typeof rejectReasonView>;
export const rejectReasonsResponse = envelope(z.array(rejectReasonView));

export const internationalCountryView = z.object({
  countries_id: id,
  code: countryCode,
  name: z.string(),
  client_delivery_allowed: z.boolean(),
});
export type InternationalCountryView = z.infer<typeof internationalCountryView>;
export const internationalCountriesResponse = envelope(z.array(internationalCountryView));

export const shippingFeeView = z.object({
  countries_id: id,
  code: countryCode,
  destination: z.enum(DELIVERY_TARGETS),
  allowed: z.boolean(),
  fee: money,
  currency,
});
export type ShippingFeeView = z.infer<typeof shippingFeeView>;
export const shippingFeesResponse = envelope(z.array(shippingFeeView));

export const cityListQuery = z.strictObject({ countries_id: wireId });
const placeFields = { id, name: z.string(), local_name: z.string().nullable() };
export const provinceView = z.object({ ...placeFields, cities: z.array(z.object(placeFields)) });
export type ProvinceView = z.infer<typeof provinceView>;
export const cityListResponse = envelope(z.array(provinceView));

export const siteView = z.object({
  id,
  code: z.string(),
  kind: z.enum(SITE_KINDS),
  name: z.string(),
  country_code: countryCode,
  time_zone: z.string(),
  currency,
  nav_code: z.string(),
  address: z.string(),
  city: z.string(),
  postal_code: z.string(),
  phone: z.string(),
  /** `Mo-Sa 10:00-19:00; …`, '' = not known. */
  opening_hours: z.string(),
  map_url: z.string().nullable(),
  /** Clients who may book one pickup time; 0 = any number, null = as the setting says for every shop. */
  pickups_per_slot: z.number().int().nullable(),
  in_mainland_china: z.boolean(),
  warehouse_id: id.nullable(),
});
export type SiteView = z.infer<typeof siteView>;
export const sitesResponse = envelope(z.array(siteView));

export const productQuery = z.strictObject({
  sku: z.string().overwrite(capitalCode).min(3).max(32),
  size: z.string().trim().max(16).optional(),
});
/** `price` is in the asker's own currency, null where the piece is not sold; `size_known` answers the asked size. */
export const productView = z.object({
  sku: z.string(),
  name: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  collection: z.string(),
  metal: z.string(),
  is_gold: z.boolean(),
  sizes: z.array(z.string()),
  size: z.string().nullable(),
  size_known: z.boolean(),
  price: money.nullable(),
  currency,
  image: z.string(),
});
export type ProductView = z.infer<typeof productView>;
export const productResponse = envelope(productView);

export const certificateQuery = z.strictObject({
  cert_no: z
    .string()
    .overwrite(capitalCode)
    .min(PAPER_NUMBER_LENGTH.least)
    .max(PAPER_NUMBER_LENGTH.certificate),
});
/** Weights in grams, `carat_weight` in carats, as printed on the paper. */
export const certificateView = z.object({
  cert_no: z.string(),
  sku: z.string(),
  serial: z.string(),
  sequence_number: z.string(),
  gold_weight: z.number().nonnegative(),
  carat_weight: z.number().nonnegative(),
  total_weight: z.number().nonnegative(),
  issued_on: calendarDate,
});
export type CertificateView = z.infer<typeof certificateView>;
export const certificateResponse = envelope(certificateView);

export const invoiceQuery = z.strictObject({
  invoice_no: z
    .string()
    .overwrite(capitalCode)
    .min(PAPER_NUMBER_LENGTH.least)
    .max(PAPER_NUMBER_LENGTH.invoice),
});
export const invoiceLineView = z.object({
  line_no: z.number().int().positive(),
  sku: z.string(),
  product_name: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  is_gold: z.boolean(),
  size: z.string(),
  serial: z.string(),
  cert_no: z.string().nullable(),
  quantity: z.literal(1),
  amount: money,
  image: z.string(),
});
export type InvoiceLineView = z.infer<typeof invoiceLineView>;

export const invoiceView = z.object({
  invoice_no: z.string(),
  order_id: id,
  order_number: z.string(),
  type: z.enum(SALES_CHANNELS),
  purchase_date: calendarDate,
  fulfilled_date: calendarDate.nullable(),
  country: countryCode,
  currency,
  total: money,
  lines: z.array(invoiceLineView),
});
export type InvoiceView = z.infer<typeof invoiceView>;

/** What /verify_invoice says of a good invoice: never who bought, only what, when and what sending back costs. */
export const verifiedInvoiceView = invoiceView.extend({
  shipping_fee: money,
  client_delivery_allowed: z.boolean(),
});
export type VerifiedInvoiceView = z.infer<typeof verifiedInvoiceView>;
export const verifiedInvoiceResponse = envelope(verifiedInvoiceView);

/** `phone_is_from_crm` means read-only on the form, with the fixed message of product/deposit.md §5. */
export const customerView = z.object({
  id,
  firstname: z.string(),
  lastname: z.string(),
  email: z.string().nullable(),
  phone_code: z.string(),
  phone: z.string(),
  fullphone: z.string(),
  phone_is_from_crm: z.boolean(),
  language: z.string(),
  country: countryCode,
  province_id: id.nullable(),
  city_id: id.nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  postal_code: z.string(),
  address: z.string(),
  home_site_id: id,
});
export type CustomerView = z.infer<typeof customerView>;
/** `partial`: the search ran out of time before it had looked everywhere. */
const isPartial = { partial: z.boolean() };
/** A client that a search finds: of the register, or typed in at a deposit, and then without a number of the register. */
export const contactView = customerView.extend({
  id: id.nullable(),
  /** Of a typed client the newest deposit. */
  rma_id: id.nullable(),
  /** Deposits of theirs that the asker may see. */
  deposits: z.number().int(),
});
export type ContactView = z.infer<typeof contactView>;
export const contactsResponse = envelope(z.array(contactView)).extend(isPartial);

export const searchBody = z.strictObject({
  keyword: requiredText(CUSTOMER_SEARCH_LENGTH.most).min(CUSTOMER_SEARCH_LENGTH.least),
});

/** One invoice that the search found, with the buyer when the asker may know them. */
export const orderView = invoiceView.extend({ site_id: id, customer: customerView.nullable() });
export type OrderView = z.infer<typeof orderView>;
export const ordersResponse = envelope(z.array(orderView)).extend(isPartial);

export const customerRecordQuery = z.strictObject({ customer_id: wireId });
export const customerRecordView = z.object({ customer: customerView, orders: z.array(orderView) });
export type CustomerRecordView = z.infer<typeof customerRecordView>;
export const customerRecordResponse = envelope(customerRecordView);

export const subReasonListQuery = z.strictObject({ rma_reason_id: wireId });
export const subReasonQuery = z.strictObject({ id: wireId });

export const productImageParams = z.object({ sku: z.string().max(40) });
