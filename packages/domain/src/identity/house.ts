import { ASKS, DECIDES, type PermissionName } from '../shared/permissions.ts';
import type { UserType } from './contract.ts';

/**
 * Permissions over data of the whole house: accounts, log, configuration, clearing, privacy. They have no effect on an account,
 * key or worker that is bound to a site (decisions/0183).
 */
export const HOUSE_PERMISSIONS: ReadonlySet<PermissionName> = new Set<PermissionName>([
  'manage user',
  'audit replay',
  'view system config',
  'engine system config',
  'view (system) subreasons',
  'order clear',
  ASKS,
  DECIDES,
]);

/** Where an account or key stands. */
export interface Standing {
  readonly userType: UserType;
  /** Null or undefined for those without a site. */
  readonly siteId: number | null | undefined;
}

/** Whether an account or key belongs to the house as a whole: administrators, auditors, and keys for every site. */
export const isOfHouse = ({ userType, siteId }: Standing): boolean =>
  userType === 'admin' && (siteId === null || siteId === undefined);

/** Asking for an erasure and deciding on one: no account holds both (product/identity.md §5). */
export const holdsBothOfPair = (permissions: Iterable<PermissionName>): boolean => {
  const held = new Set(permissions);
  return held.has(ASKS) && held.has(DECIDES);
};

/**
 * The permissions that have effect on an account or key: at a site none of the house's, and of asking and deciding only asking.
 */
export function permissionsInForce(
  permissions: readonly PermissionName[],
  standing: Standing,
): readonly PermissionName[] {
  const reached = isOfHouse(standing)
    ? permissions
    : permissions.filter((permission) => !HOUSE_PERMISSIONS.has(permission));
  return holdsBothOfPair(reached) ? reached.filter((permission) => permission !== DECIDES) : reached;
}
