import type { ItemView } from '@atelier/domain/rma/schema.ts';
import type { InfiniteData } from '@tanstack/react-query';
import type { ApiResponse } from '../../../lib/api/client.ts';
import type { LiveChange } from '../../../live/keyed-store.ts';

type Page = ApiResponse<ItemView[]>;
type Belongs = (row: ItemView, isKnown: boolean) => boolean;

/** Rows of all pages in order, each once, in its newest version. */
export function uniqueRows(pages: readonly Page[]): ItemView[] {
  const rows = new Map<number, ItemView>();
  for (const row of pages.flatMap((page) => page.data)) {
    const held = rows.get(row.id);
    if (held === undefined || held.version < row.version) rows.set(row.id, row);
  }
  return [...rows.values()];
}

const itemsOf = (change: LiveChange): ItemView[] =>
  change.rows.filter((row) => row.kind === 'item') as unknown as ItemView[];

/**
 * Pages with one change taken in: newer rows replace older ones where they stand, rows that no longer belong leave, new
 * ones come first. The very same value comes back when nothing changed. Versions decide, never arrival.
 */
export function patchPages(
  cached: InfiniteData<Page>,
  change: LiveChange,
  belongs: Belongs,
): InfiniteData<Page> {
  const held = new Map(uniqueRows(cached.pages).map((row) => [row.id, row]));
  const gone = new Set<number>();
  const newer = new Map<number, ItemView>();
  const fresh: ItemView[] = [];
  for (const row of itemsOf(change)) {
    const old = held.get(row.id);
    if (old !== undefined && old.version >= row.version) continue;
    const stays = belongs(row, old !== undefined);
    if (!stays && old !== undefined) gone.add(row.id);
    else if (stays && old !== undefined) newer.set(row.id, row);
    else if (stays) fresh.push(row);
  }
  for (const removed of change.removed) {
    const old = held.get(removed.id);
    if (removed.kind === 'item' && old !== undefined && old.version <= removed.version) gone.add(removed.id);
  }
  if (gone.size + newer.size + fresh.length === 0) return cached;
  const shift = fresh.length - gone.size;
  return {
    ...cached,
    pages: cached.pages.map((page, index) => patchPage(page, index, { gone, newer, fresh, shift })),
  };
}

interface PagePatch {
  readonly gone: ReadonlySet<number>;
  readonly newer: ReadonlyMap<number, ItemView>;
  readonly fresh: readonly ItemView[];
  readonly shift: number;
}

function patchPage(page: Page, index: number, { gone, newer, fresh, shift }: PagePatch): Page {
  const kept = page.data.filter((row) => !gone.has(row.id)).map((row) => newer.get(row.id) ?? row);
  return {
    ...page,
    data: index === 0 ? [...fresh, ...kept] : kept,
    ...(page.total !== undefined && { total: Math.max(0, page.total + shift) }),
  };
}
