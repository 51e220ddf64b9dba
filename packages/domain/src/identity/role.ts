import { unreachable } from '../decider.ts';
import type { RoleEvent } from './events.ts';
import type { PermissionName } from '../shared/permissions.ts';

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

/** The inline row of `roles`. */
export function toRoleRow(state: RoleState): Record<string, unknown> {
  if (state.kind === 'none') throw new TypeError('a role without history has no row');
  return { id: state.roleId, name: state.name, permissions: state.permissions };
}
