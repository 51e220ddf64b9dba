import { BENCH_PERMISSIONS } from '@atelier/domain/shared/bench-permissions.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { Audience } from '@atelier/application/repair-detail/item-view.queries.ts';

/** Any of these lets a shop read its own items. */
export const SHOP_VIEWERS = [
  'view list all rma page',
  'view (shop) get all rma',
  'view prepare package page',
  'view receive package page',
  'view request new rma page',
  'shop handover',
] as const satisfies readonly PermissionName[];

/** Any of these lets operation read what its site sees; a station's hand holds one of the stages. */
export const OPERATION_VIEWERS = [
  'view list all rma page for operation',
  'view batch update rma (logistic ship out)',
  'operation dashboard',
  'audit replay',
  ...BENCH_PERMISSIONS,
] as const satisfies readonly PermissionName[];

/** Accounts that work with items at all; the scope decides which items they see. */
export const ITEM_VIEWERS: readonly PermissionName[] = [...SHOP_VIEWERS, ...OPERATION_VIEWERS];

/** Accounts that pack, send or receive. */
export const PACKAGE_VIEWERS: readonly PermissionName[] = [
  'view prepare package page',
  'view receive package page',
  'view list all rma page for operation',
  '(factory) receive from shop',
  'incoming check',
  'logistic ship out',
  'package forwarding',
  'sav check',
  'sav transfer',
];

/** Workers at a station and screens on a wall read no customer's contact; administrators read what operation reads. */
export function audienceOf(principal: Principal): Audience {
  if (principal.worker !== undefined || principal.wall === true) return 'worker';
  return principal.userType === 'shop' ? 'shop' : 'operation';
}
