import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Item, ItemState } from '@atelier/domain/repair/item/item.ts';
import { visibleSites } from '@atelier/domain/repair/row.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';

/** Whether a person may see this jewel at all: what they may not see does not exist for them (product/calls.md §2). */
export function isInScope(item: Item, scope: DataScope): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'store':
      return item.storeId === scope.siteId || visibleSites(item).includes(scope.siteId);
    case 'site':
      return visibleSites(item).includes(scope.siteId);
  }
}

export function visibleItem(state: ItemState, scope: DataScope): Item | null {
  return state.kind === 'item' && isInScope(state, scope) ? state : null;
}

/**
 * A jewel that no shop has sent yet, for an operation account at a site that receives it without its package
 * (product/repair.md §2); null otherwise. Nothing of it is shown before it is received.
 */
export function unsentItem(state: ItemState, scope: DataScope, target: StatusId): Item | null {
  return state.kind === 'item' &&
    scope.kind === 'site' &&
    target === Status.ReceiveFromShop &&
    state.status === Status.Created
    ? state
    : null;
}
