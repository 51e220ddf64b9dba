import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import type { InfiniteData } from '@tanstack/react-query';
import { type IdList, type IdListRules, patchIds } from '@atelier/browser-sync/live/id-list.ts';
import type { LiveChange } from '@atelier/browser-sync/live/keyed-store.ts';

/** Items of all pages in order, each once. */
export const uniqueIds = (pages: readonly IdList[]): readonly number[] => [
  ...new Set(pages.flatMap(({ ids }) => ids)),
];

/**
 * Pages after one change: items that no longer belong leave the page they stand on, new ones come first. The very same
 * value comes back when nobody left or came.
 */
export function patchPages(
  cached: InfiniteData<IdList>,
  change: Pick<LiveChange, 'rows' | 'removed'>,
  rules: IdListRules<ItemView>,
): InfiniteData<IdList> {
  const before: IdList = { kind: 'item', ids: uniqueIds(cached.pages) };
  const after = patchIds(before, change, rules);
  if (after === before) return cached;
  const known = new Set(before.ids);
  const held = new Set(after.ids);
  const fresh = after.ids.filter((id) => !known.has(id));
  const moved = after.ids.length - before.ids.length;
  const pages = cached.pages.map(({ kind, ids, total }, index) => ({
    kind,
    ids: [...(index === 0 ? fresh : []), ...ids.filter((id) => held.has(id))],
    total: total === undefined ? undefined : Math.max(0, total + moved),
  }));
  return { ...cached, pages };
}
