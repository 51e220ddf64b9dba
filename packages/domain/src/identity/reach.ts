import { ASKS, DECIDES, type PermissionName } from '../shared/permissions.ts';
import { holdsBothOfPair } from './house.ts';

/** An account that manages others, with the permissions in force. */
export interface AccountManager {
  readonly userId: number;
  readonly permissions: ReadonlySet<PermissionName>;
}

/** Another account, with what its roles allow on paper. */
export interface ManagedAccount {
  readonly userId: number;
  readonly permissions: readonly PermissionName[];
}

const COUNTERPART: Partial<Record<PermissionName, PermissionName>> = { [ASKS]: DECIDES, [DECIDES]: ASKS };

/**
 * Whether a manager may hand on a permission: one that they hold. Asking and deciding stand for each other, since no account
 * holds both; deciding that was handed on has no effect against the manager's requests for thirty days (`two-persons.ts`).
 */
export function mayHandOn({ permissions }: AccountManager, permission: PermissionName): boolean {
  const counterpart = COUNTERPART[permission];
  return permissions.has(permission) || (counterpart !== undefined && permissions.has(counterpart));
}

/** Whether a manager may change this account: it may do nothing that the manager could not hand on. */
export const reachesAccount = (manager: AccountManager, account: ManagedAccount): boolean =>
  account.userId === manager.userId ||
  account.permissions.every((permission) => mayHandOn(manager, permission));

export type RolesIssue = 'role_beyond_own' | 'roles_of_two_persons';

/** Why a manager may not give these permissions to an account; undefined when they may. What it holds already is no gift. */
export function rolesIssue(
  manager: AccountManager,
  account: ManagedAccount,
  wanted: readonly PermissionName[],
): RolesIssue | undefined {
  const isOwn = account.userId === manager.userId;
  const added = wanted.filter((permission) => !account.permissions.includes(permission));
  const mayGive = (permission: PermissionName): boolean =>
    isOwn ? manager.permissions.has(permission) : mayHandOn(manager, permission);
  if (!added.every(mayGive)) return 'role_beyond_own';
  return holdsBothOfPair(wanted) ? 'roles_of_two_persons' : undefined;
}
