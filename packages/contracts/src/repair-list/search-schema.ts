import { z } from 'zod';
import { envelope, text } from '../contract/schema.ts';
import { itemView } from '../repair-detail/schema.ts';
import { SEARCH_FIELDS, SEARCH_LENGTH } from '@atelier/domain/repair-list/contract.ts';

/** `GET /rma/search?q=`: a separate page for everything a piece may be known by (product/rma.md §4). */
export const rmaSearchQuery = z.object({
  q: text(SEARCH_LENGTH.most).min(SEARCH_LENGTH.least),
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

/** `more`: so many match that only the newest were read. */
export const rmaSearchView = z.object({ groups: z.array(searchGroup), more: z.boolean() });
export type RmaSearchView = z.infer<typeof rmaSearchView>;
export const rmaSearchResponse = envelope(rmaSearchView);
