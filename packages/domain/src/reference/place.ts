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
