import type { Principal } from '@atelier/domain/identity/principal.ts';
import {
  reachesAccount,
  rolesIssue,
  type ManagedAccount,
  type RolesIssue,
} from '@atelier/domain/identity/reach.ts';
import { listRoles, type UserRecord } from '@atelier/application/identity/user-list.queries.ts';
import type { ApiDeps } from '../../http/deps.ts';
import { ApiError, badField } from '../../http/errors.ts';
import { userIn } from './user-view.ts';

type Named = Pick<UserRecord, 'id' | 'roles'>;
type Deps = Pick<ApiDeps, 'db' | 'clock' | 'masterKey'>;

/** Before it is opened an account has no id and no roles. */
export const NEW_ACCOUNT: Named = { id: 0, roles: [] };

/**
 * An account that this manager may change (product/identity.md §8).
 * @throws ApiError 404 without such an account, 403 `account_beyond_own` when it may do what the manager may not
 */
export async function reachedUser(deps: Deps, manager: Principal, id: number): Promise<UserRecord> {
  const user = await userIn(deps, id);
  const account = await managedAccount(deps, user);
  if (!reachesAccount(managerOf(manager), account)) throw beyondOwn();
  return user;
}

/** Refuses roles that allow what the manager may not, or that unite asking for erasures and deciding on them. */
export async function demandGivable(
  deps: Deps,
  manager: Principal,
  user: Named,
  roles: readonly string[],
): Promise<void> {
  const { permissions: wanted } = await managedAccount(deps, { ...user, roles: [...roles] });
  const issue = rolesIssue(managerOf(manager), await managedAccount(deps, user), wanted);
  if (issue !== undefined) throw badField('roles', issue, WORDS[issue]);
}

export const managerOf = ({ user, permissions }: Principal) => ({ userId: user.id, permissions });

async function managedAccount({ db }: Deps, { id, roles }: Named): Promise<ManagedAccount> {
  const held = (await listRoles(db)).filter(({ name }) => roles.includes(name));
  return { userId: id, permissions: [...new Set(held.flatMap(({ permissions }) => permissions))] };
}

const WORDS: Readonly<Record<RolesIssue, string>> = {
  role_beyond_own: 'Give only roles whose permissions you have yourself.',
  roles_of_two_persons: 'One account may not both ask for erasures and decide on them.',
};

const beyondOwn = (): ApiError =>
  new ApiError(
    403,
    'account_beyond_own',
    'This account may do what yours may not. Another administrator must change it.',
  );
