import { z } from 'zod';

/** One item as the catalogue feed gives it: Business Central's own fields, and the house's beside them. */
export const feedItem = z.object({
  number: z.string(),
  displayName: z.string(),
  itemCategoryCode: z.string(),
  collection: z.string().default(''),
  metal: z.string().default(''),
  isGold: z.boolean().default(false),
  sizes: z.array(z.string()).default([]),
  /** Grams. */
  netWeight: z.number(),
  prices: z.array(z.object({ currencyCode: z.string(), unitPrice: z.number() })).default([]),
});
export type FeedItem = z.infer<typeof feedItem>;

/** The page of an OData answer. */
export const feedPage = z.object({ value: z.array(feedItem) });
