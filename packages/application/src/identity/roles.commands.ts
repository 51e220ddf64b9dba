import { fold, reject } from '@atelier/domain/decider.ts';
import { roleStream, type RoleEvent } from '@atelier/domain/identity/events.ts';
import { holdsBothOfPair } from '@atelier/domain/identity/house.ts';
import type { AccountManager } from '@atelier/domain/identity/reach.ts';
import {
  decideRole,
  evolveRole,
  initialRole,
  toRoleRow,
  type RoleCommand,
  type RoleState,
} from '@atelier/domain/identity/role.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { CommandRequest, CommandResult, Histories } from '@atelier/event-store/command.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { EventMetadata, EventStore } from '@atelier/event-store/types.ts';

export interface RoleFacts {
  readonly roleId: number;
  /** Immutable: of an existing role only the permissions change. */
  readonly name: string;
  readonly permissions: readonly PermissionName[];
}

/**
 * Defines a role, or gives an existing one other permissions; appends nothing when nothing changes. Rejects a role that unites
 * asking and deciding.
 */
export function defineRole(
  store: EventStore,
  role: RoleFacts,
  metadata: EventMetadata,
): Promise<CommandResult<Rejection>> {
  const streamId = roleStream(role.roleId);
  return handleCommand<Rejection, RoleEvent>(store, {
    streams: [streamId],
    metadata,
    decide: (histories) => {
      const before = roleIn(histories, streamId);
      if (holdsBothOfPair(role.permissions)) return reject('roles_of_two_persons');
      const event = roleEvent(before, role, metadata.occurredAt);
      if (event === undefined) return { ok: true, streams: [] };
      const row = { table: 'roles', values: toRoleRow(evolveRole(before, event)) };
      return { ok: true, streams: [{ streamId, events: [event], row }] };
    },
  });
}

/** Defines a role, or gives it other permissions; undefined when it holds the same. */
export function roleEvent(before: RoleState, role: RoleFacts, at: string): RoleEvent | undefined {
  if (before.kind === 'none')
    return {
      type: 'RoleDefined',
      data: { roleId: role.roleId, name: role.name, permissions: role.permissions, at },
    };
  const same = JSON.stringify(before.permissions) === JSON.stringify(role.permissions);
  if (same) return undefined;
  return { type: 'RolePermissionsChanged', data: { permissions: role.permissions, at } };
}

interface RoleChange {
  readonly roleId: number;
  readonly command: RoleCommand;
  readonly manager: AccountManager;
}

/**
 * Runs a manager's command on one role and writes its row. `expectedVersion` is the version the caller saw.
 * Throws `WrongExpectedVersion`, `IdempotencyConflict`; a name that is used breaks the unique index (23505).
 */
export function changeRole(
  store: EventStore,
  { roleId, command, manager }: RoleChange,
  extras: Pick<CommandRequest<Rejection>, 'metadata' | 'idempotency'> & {
    readonly expectedVersion?: number | undefined;
  },
): Promise<CommandResult<Rejection>> {
  const streamId = roleStream(roleId);
  const { expectedVersion, metadata, idempotency } = extras;
  return handleCommand<Rejection, RoleEvent>(store, {
    streams: [streamId],
    metadata,
    idempotency,
    expected: expectedVersion === undefined ? undefined : { [streamId]: expectedVersion },
    decide: (histories) => {
      const before = roleIn(histories, streamId);
      const decision = decideRole(command, before, { manager, now: metadata.occurredAt });
      if (!decision.ok) return decision;
      const answer = { role_id: roleId };
      if (decision.events.length === 0) return { ok: true, streams: [], answer };
      const after = fold<RoleState, RoleEvent>(evolveRole, before, decision.events);
      const row = { table: 'roles', values: toRoleRow(after) };
      return { ok: true, streams: [{ streamId, events: decision.events, row }], answer };
    },
  });
}

function roleIn(histories: Histories<RoleEvent>, streamId: string): RoleState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's name says which events stand in it
  const events = (histories.get(streamId)?.events ?? []) as readonly unknown[] as readonly RoleEvent[];
  return fold<RoleState, RoleEvent>(evolveRole, initialRole, events);
}
