/** Kinds of jewel the catalogue knows; the drawn placeholder picture and the size rules follow the kind. */
export const PRODUCT_KINDS = [
  'ring',
  'necklace',
  'earrings',
  'bracelet',
  'pendant',
  'brooch',
  'anklet',
] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];

/** Capitals, digits and inner hyphens, 3 to 32 long: safe in a path, a label and a picture's address. */
export const SKU_PATTERN = /^[A-Z0-9](?:[A-Z0-9-]{1,30})[A-Z0-9]$/;

/** Tells whether a text may be a SKU at all; says nothing about whether the product exists. */
export const isSku = (text: string): boolean => SKU_PATTERN.test(text);

/** Path of a product's picture on our own API, which keeps the CDN's pictures where one is configured. */
export const productImagePath = (sku: string): string => `/api/product-image/${encodeURIComponent(sku)}`;
