import { accept, reject, unreachable, type Decision } from '../decider.ts';
import { type PermissionName, STATION_PERMISSIONS } from '../shared/permissions.ts';
import type { Instant } from '../kernel.ts';
import type { WorkerRoleDefined, WorkerRoleEvent } from './events.ts';

/**
 * What a worker's role may hold: the stations' work and what is read beside it. A worker's list replaces the account's
 * (product/workforce.md §4), so nothing may stand in it by which an editor of roles could gain rights.
 */
export const WORKER_PERMISSIONS: readonly PermissionName[] = [
  'view home page',
  'view sidebar group rma operation',
  'operation dashboard',
  'view list all rma page for operation',
  'sav check',
  'sav transfer',
  'view batch update rma (logistic ship out)',
  ...STATION_PERMISSIONS,
];

/** A role of workers as its events make it. */
export interface WorkerRole {
  readonly kind: 'defined';
  readonly roleId: number;
  readonly key: string;
  readonly name: string;
  readonly permissions: readonly PermissionName[];
  readonly deleted: boolean;
}
export type WorkerRoleState = { readonly kind: 'none' } | WorkerRole;

export const initialWorkerRole: WorkerRoleState = { kind: 'none' };

export function evolveWorkerRole(state: WorkerRoleState, event: WorkerRoleEvent): WorkerRoleState {
  if (event.type === 'WorkerRoleDefined') return defined(event.data);
  if (state.kind === 'none') return state;
  switch (event.type) {
    case 'WorkerRoleChanged': {
      const { name, permissions } = event.data;
      return { ...state, name, permissions };
    }
    case 'WorkerRoleDeleted':
      return { ...state, deleted: true };
    default:
      return unreachable(event);
  }
}

function defined({ roleId, key, name, permissions }: WorkerRoleDefined['data']): WorkerRole {
  return { kind: 'defined', roleId, key, name, permissions, deleted: false };
}

export type WorkerRoleCommand =
  | {
      readonly type: 'DefineWorkerRole';
      readonly roleId: number;
      readonly key: string;
      readonly name: string;
      readonly permissions?: readonly PermissionName[] | undefined;
    }
  | {
      readonly type: 'ChangeWorkerRole';
      readonly name?: string | undefined;
      readonly permissions?: readonly PermissionName[] | undefined;
    }
  /** `holders` = active workers who hold it now. */
  | { readonly type: 'DeleteWorkerRole'; readonly holders: number };

/** Decides about one role: the key never changes, and deleting is refused while workers hold it (product/workforce.md §4). */
export function decideWorkerRole(
  command: WorkerRoleCommand,
  state: WorkerRoleState,
  { now: at }: { readonly now: Instant },
): Decision<WorkerRoleEvent> {
  if (command.type === 'DefineWorkerRole') {
    if (state.kind !== 'none') return reject('already_exists');
    const { roleId, key, name, permissions = [] } = command;
    return accept({ type: 'WorkerRoleDefined', data: { roleId, key, name, permissions, at } });
  }
  if (state.kind === 'none' || state.deleted) return reject('not_found');
  switch (command.type) {
    case 'ChangeWorkerRole':
      return changeRole(command, state, at);
    case 'DeleteWorkerRole':
      if (command.holders > 0) return reject('role_in_use', { workers: command.holders });
      return accept({ type: 'WorkerRoleDeleted', data: { at } });
    default:
      return unreachable(command);
  }
}

type ChangeRole = Extract<WorkerRoleCommand, { type: 'ChangeWorkerRole' }>;

function changeRole(command: ChangeRole, state: WorkerRole, at: Instant): Decision<WorkerRoleEvent> {
  const strange = command.permissions?.find((name) => !WORKER_PERMISSIONS.includes(name));
  if (strange !== undefined) return reject('invalid_input', { field: 'Permission', value: strange });
  const name = command.name ?? state.name;
  const chosen = new Set(command.permissions ?? state.permissions);
  const permissions = WORKER_PERMISSIONS.filter((each) => chosen.has(each));
  const same = name === state.name && sameNames(permissions, state.permissions);
  return same ? accept() : accept({ type: 'WorkerRoleChanged', data: { name, permissions, at } });
}

function sameNames(one: readonly PermissionName[], other: readonly PermissionName[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

/** The inline row of `worker_role_row`. A deleted role allows nothing, even where it is still named. */
export function toWorkerRoleRow(state: WorkerRole): Record<string, unknown> {
  const { roleId: id, key, name, deleted } = state;
  return { id, key, name, deleted, permissions: deleted ? [] : state.permissions };
}
