import { z } from 'zod';
import { envelope, text } from '../contract/envelope.ts';
import { itemView } from './contract.ts';

/** By what a piece is found, in the order in which an answer lists them: papers first, the person last. */
export const SEARCH_FIELDS = [
  'number',
  'tracking',
  'invoice',
  'order',
  'serial',
  'certificate',
  'phone',
  'email',
  'name',
  'sku',
] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** `GET /rma/search?q=`: a page of its own for everything a piece may be known by (product/rma.md §4). */
export const rmaSearchQuery = z.object({
  q: text(120).min(2),
  min_position: z.coerce.number().int().min(0).optional(),
});

/** A piece and the word that found it, as it stands in the index: lower case, and '' for a phone number. */
export const searchHit = z.object({ item: itemView, matched: z.string(), exact: z.boolean() });
export type SearchHit = z.infer<typeof searchHit>;

/** What one field found: the pieces where the whole word stands first, then the newest; `total` counts those left out. */
export const searchGroup = z.object({
  field: z.enum(SEARCH_FIELDS),
  total: z.number().int(),
  hits: z.array(searchHit),
});
export type SearchGroup = z.infer<typeof searchGroup>;

/** `more`: so many match that only the newest were looked at. */
export const rmaSearchView = z.object({ groups: z.array(searchGroup), more: z.boolean() });
export type RmaSearchView = z.infer<typeof rmaSearchView>;
export const rmaSearchAnswer = envelope(rmaSearchView);
