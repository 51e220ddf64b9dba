/** What a site is: customers meet shops, the warehouse forwards, factories repair (product/reference.md §6). */
export const SITE_KINDS = ['shop', 'warehouse', 'factory'] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

/** How the piece was bought; the create form calls it "buying platform type". */
export const SALES_CHANNELS = ['store', 'online', 'concession', 'phone'] as const;
export type SalesChannel = (typeof SALES_CHANNELS)[number];

/** Where a repaired piece goes back to. */
export const DELIVERY_TARGETS = ['store', 'client'] as const;
export type DeliveryTarget = (typeof DELIVERY_TARGETS)[number];

/** Who refuses: the store rejects on receipt, the operation side at the factory. */
export const REJECT_AUDIENCES = ['store', 'operation'] as const;
export type RejectAudience = (typeof REJECT_AUDIENCES)[number];

/** Characters of a reason's name and description, in one language. */
export const NAME_LENGTH = 120;
export const DESCRIPTION_LENGTH = 500;

/** The invoice check's refusals, one per message of product/deposit.md §6. */
export const INVOICE_REFUSALS = [
  'invoice_check_again',
  'invoice_not_found',
  'invoice_without_shipping_fee',
] as const;
export type InvoiceRefusal = (typeof INVOICE_REFUSALS)[number];

/** The place of a sub-reason among others. */
export const LAST_SUB_REASON_PLACE = 9999;

/** Customers or invoices that one search answers. */
export const SEARCH_LIMIT = 50;
/** Characters of a search among customers and invoices. */
export const CUSTOMER_SEARCH_LENGTH = { least: 2, most: 100 } as const;

/** Characters of an invoice's and a certificate's number, as they are looked up. */
export const PAPER_NUMBER_LENGTH = { least: 4, invoice: 40, certificate: 32 } as const;
