import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { RmaSearchView, SearchHit } from '@atelier/contracts/repair-list/search-schema.ts';
import type { SearchField } from '@atelier/domain/repair-list/contract.ts';

/** One line of the answer: a piece under the field that found it. */
export interface FoundRow {
  readonly key: string;
  readonly field: SearchField;
  readonly hit: SearchHit;
}

/** Every line in the order in which it is drawn: arrows walk this list, from one group into the next. */
export const rowsOf = (view: RmaSearchView, only: SearchField | null): FoundRow[] =>
  view.groups
    .filter(({ field }) => only === null || field === only)
    .flatMap(({ field, hits }) => hits.map((hit) => ({ key: `${field}-${hit.item.id}`, field, hit })));

/** What was found, as a person writes it: the piece's own spelling where its row carries the value. */
export function matchedText(field: SearchField, { item, matched }: SearchHit): string {
  const own = SPELT[field]?.(item) ?? '';
  if (own !== '' && (matched === '' || own.toLowerCase().includes(matched))) return own;
  return matched.includes('@') ? matched : matched.toUpperCase();
}

const SPELT: Partial<Record<SearchField, (item: ItemView) => string>> = {
  number: (item) => item.number,
  tracking: (item) => item.tracking_number,
  invoice: (item) => item.invoice_number,
  serial: (item) => item.serial_number,
  sku: (item) => item.product_sku,
  phone: (item) => item.fullphone,
  email: (item) => item.email,
  name: (item) => item.fullname,
};

/** The one piece that a scanned code means: whole, and of a single piece. Otherwise the person chooses. */
export function onlyExact(view: RmaSearchView): ItemView | undefined {
  const items = new Map<number, ItemView>();
  for (const { hits } of view.groups) for (const { item, exact } of hits) if (exact) items.set(item.id, item);
  return items.size === 1 ? [...items.values()][0] : undefined;
}
