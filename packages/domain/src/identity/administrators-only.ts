import type { PermissionName } from '../shared/permissions.ts';

/** What no file and no screen adds to a role or takes from one: it stays with the roles that the product defines (product/identity.md §11). */
export const ADMINISTRATORS_ONLY: readonly PermissionName[] = [
  'manage user',
  'request erasure',
  'decide erasure',
];
