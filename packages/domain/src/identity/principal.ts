import { FACTORY_WORKER_ROLE } from '../shared/factory-worker-role.ts';
import type { UserType } from './contract.ts';
import { isOfHouse, permissionsInForce, type Standing } from './house.ts';
import type { PermissionName } from '../shared/permissions.ts';
import type { DataScope } from '../shared/scope.ts';

/** The factory hand signed in on top of a station's account (product/workforce.md §1). */
export interface PrincipalWorker {
  readonly id: number;
  readonly workId: string;
  readonly name: string;
  readonly permissions: readonly PermissionName[];
}

/** Who is asking: the account, where it stands, and what it may do right now. */
export interface Principal {
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  readonly userType: UserType;
  /** Undefined for administrators and auditors, who stand nowhere. */
  readonly siteId: number | undefined;
  /** The site again, for shop users only. */
  readonly storeId: number | undefined;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<PermissionName>;
  readonly worker: PrincipalWorker | undefined;
  /** The key of another system, no person: what it reads of persons is recorded. */
  readonly apiKey?: true;
  /** Signed in with a password that another person set: may only change it. */
  readonly mustChangePassword?: true;
  /** An account of the house that signed in with a password alone. */
  readonly lacksSecondFactor?: true;
  /** A screen on a wall: it reads the calls that are declared for walls. */
  readonly wall?: true;
  /** Public id of the session, never its token. */
  readonly sessionId: string;
}

/** An account's or key's place, roles, and what these allow on paper. */
export interface Holder extends Standing {
  readonly roles: readonly string[];
  readonly permissions: readonly PermissionName[];
}

/**
 * What a person may do now. The station role holds nothing until a worker signs in; the worker's list then
 * replaces the account's (product/workforce.md §1). What has no effect at a site is left out (`house.ts`).
 */
export function effectivePermissions(
  holder: Holder,
  worker: PrincipalWorker | undefined,
): ReadonlySet<PermissionName> {
  return new Set(permissionsInForce(heldNow(holder, worker), holder));
}

function heldNow(
  { roles, permissions }: Holder,
  worker: PrincipalWorker | undefined,
): readonly PermissionName[] {
  if (worker !== undefined) return worker.permissions;
  return roles.includes(FACTORY_WORKER_ROLE) ? [] : permissions;
}

/** Holding any one of the named permissions is enough. */
export function holdsAny(
  permissions: ReadonlySet<PermissionName>,
  wanted: PermissionName | readonly PermissionName[],
): boolean {
  const names = typeof wanted === 'string' ? [wanted] : wanted;
  return names.some((name) => permissions.has(name));
}

/**
 * Shops see their own store; operation users what is at, inbound to or sent from their site; administrators,
 * who have no site, everything (product/identity.md §6).
 */
export function scopeOf(principal: Pick<Principal, 'userType' | 'siteId'>): DataScope {
  if (isOfHouse(principal)) return { kind: 'all' };
  if (principal.siteId === undefined) return { kind: 'none' };
  return { kind: principal.userType === 'shop' ? 'store' : 'site', siteId: principal.siteId };
}
