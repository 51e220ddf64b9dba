/** The field of view of a request, the same for SQL row policies, live topics and domain checks. */
export type DataScope =
  | { readonly kind: 'none' }
  | { readonly kind: 'store'; readonly siteId: number }
  | { readonly kind: 'site'; readonly siteId: number }
  | { readonly kind: 'all' };
