import { accept, reject, unreachable, type Decision } from '../decider.ts';
import type { Instant } from '../kernel.ts';
import { PERMISSIONS, type PermissionName } from '../shared/permissions.ts';
import type { RoleEvent } from './events.ts';
import { ADMINISTRATORS_ONLY } from './administrators-only.ts';
import { mayHandOn, type AccountManager } from './reach.ts';

/** A role of accounts: a unique, immutable name and the permissions it groups. */
export type RoleState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'defined';
      readonly roleId: number;
      readonly name: string;
      readonly permissions: readonly PermissionName[];
    };

export const initialRole: RoleState = { kind: 'none' };

export function evolveRole(state: RoleState, event: RoleEvent): RoleState {
  switch (event.type) {
    case 'RoleDefined': {
      const { roleId, name, permissions } = event.data;
      return { kind: 'defined', roleId, name, permissions };
    }
    case 'RolePermissionsChanged':
      return state.kind === 'none' ? state : { ...state, permissions: event.data.permissions };
    default:
      return unreachable(event);
  }
}

export type RoleCommand =
  | {
      readonly type: 'DefineRole';
      readonly roleId: number;
      readonly name: string;
      readonly permissions: readonly PermissionName[];
    }
  | { readonly type: 'ChangeRole'; readonly permissions: readonly PermissionName[] };

/**
 * A role made or changed by an account that manages others (product/identity.md §8). The manager holds every permission that the role has
 * before and after; what only administrators' roles hold is neither added nor taken away, since either would be a way around four eyes.
 */
export function decideRole(
  command: RoleCommand,
  state: RoleState,
  { manager, now: at }: { readonly manager: AccountManager; readonly now: Instant },
): Decision<RoleEvent> {
  if (command.type === 'DefineRole' && state.kind !== 'none') return reject('already_exists');
  if (command.type === 'ChangeRole' && state.kind === 'none') return reject('not_found');
  const before = state.kind === 'none' ? [] : state.permissions;
  const permissions = PERMISSIONS.filter((name) => command.permissions.includes(name));
  const concerned = [...before, ...permissions];
  if (concerned.some((name) => ADMINISTRATORS_ONLY.includes(name))) return reject('role_fixed');
  if (!concerned.every((name) => mayHandOn(manager, name))) return reject('role_beyond_own');
  if (command.type === 'DefineRole') {
    const { roleId, name } = command;
    return accept({ type: 'RoleDefined', data: { roleId, name, permissions, at } });
  }
  const isSame = permissions.length === before.length && permissions.every((name) => before.includes(name));
  return isSame ? accept() : accept({ type: 'RolePermissionsChanged', data: { permissions, at } });
}

/** The inline row of `roles`. */
export function toRoleRow(state: RoleState): Record<string, unknown> {
  if (state.kind === 'none') throw new TypeError('a role without history has no row');
  return { id: state.roleId, name: state.name, permissions: state.permissions };
}
