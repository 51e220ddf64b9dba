import type { PermissionName } from '../shared/permissions.ts';
import { DAY_MS } from '../kernel.ts';

/** A wall's session outlives nights and holidays; a screen that was taken down loses it after a week (product/identity.md §4). */
export const WALL_IDLE_MS = 7 * DAY_MS;
export const WALL_LIFE_MS = 90 * DAY_MS;

const WALL_PERMISSIONS = [
  'view home page',
  'operation dashboard',
] as const satisfies readonly PermissionName[];

/** What a screen on a wall may do with the rights of the account that put it there: look. */
export const wallPermissions = (held: ReadonlySet<PermissionName>): ReadonlySet<PermissionName> =>
  new Set(WALL_PERMISSIONS.filter((name) => held.has(name)));
