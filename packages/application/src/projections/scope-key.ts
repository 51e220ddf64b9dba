import { unreachable } from '@atelier/domain/decider.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';

/** Marks the counters of what a site holds, beside those of what it sees. */
const HELD_AT = 1_000_000_000;

/** Matches no counter: the key of those who see nothing. */
const NOBODY = -2_000_000_000;

/** The counters' key of everything a person in this scope sees; `app_scope_key()` of migrations/0008_scopes.sql says the same. */
export function scopeKey(scope: DataScope): number {
  switch (scope.kind) {
    case 'all':
      return 0;
    case 'store':
      return -scope.siteId;
    case 'site':
      return scope.siteId;
    case 'none':
      return NOBODY;
    default:
      return unreachable(scope);
  }
}

/** The counters' key of what a site holds right now. */
export const heldAtKey = (siteId: number): number => HELD_AT + siteId;

/** Statuses whose age is not shown: handed over, cancelled, closed. Their counters keep one bin. */
export const FINAL_STATUSES: readonly number[] = [16, 20, 21];
