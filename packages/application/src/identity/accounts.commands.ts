import { decideUser } from '@atelier/domain/identity/commands.ts';
import type { UserCommand } from '@atelier/domain/identity/commands.ts';
import { roleStream, signInStream, userStream } from '@atelier/domain/identity/events.ts';
import type { RoleEvent, SignInFailed, UserEvent } from '@atelier/domain/identity/events.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { evolveRole, initialRole, toRoleRow } from '@atelier/domain/identity/role.ts';
import type { RoleState } from '@atelier/domain/identity/role.ts';
import { evolveUser, initialUser, toUserRow } from '@atelier/domain/identity/user.ts';
import type { UserState } from '@atelier/domain/identity/user.ts';
import { fold, reject } from '@atelier/domain/decider.ts';
import { holdsBothOfPair } from '@atelier/domain/identity/house.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { CommandRequest, CommandResult, Histories } from '@atelier/event-store/handle-command.ts';
import type { AppendResult, DomainEvent, EventMetadata, EventStore } from '@atelier/event-store/types.ts';

type CommandExtras = Pick<CommandRequest<Rejection>, 'metadata' | 'idempotency'>;

/**
 * Runs a command on one account and writes its row. `expectedVersion` is the version the caller saw.
 * Throws `WrongExpectedVersion`, `IdempotencyConflict`; a second account with the same address breaks the
 * unique index (23505).
 */
export function changeUser(
  store: EventStore,
  userId: number,
  command: UserCommand,
  extras: CommandExtras & { readonly expectedVersion?: number | undefined },
): Promise<CommandResult<Rejection>> {
  const streamId = userStream(userId);
  const { expectedVersion, metadata, idempotency } = extras;
  return handleCommand<Rejection, UserEvent>(store, {
    streams: [streamId],
    metadata,
    idempotency,
    expected: expectedVersion === undefined ? undefined : { [streamId]: expectedVersion },
    decide: (histories) => {
      const before = fold<UserState, UserEvent>(evolveUser, initialUser, eventsOf(histories, streamId));
      const decision = decideUser(command, before, { now: metadata.occurredAt });
      if (!decision.ok) return decision;
      const answer = { user_id: userId };
      if (decision.events.length === 0) return { ok: true, streams: [], answer };
      const after = fold<UserState, UserEvent>(evolveUser, before, decision.events);
      const row = { table: 'users', values: toUserRow(after) };
      return { ok: true, streams: [{ streamId, events: decision.events, row }], answer };
    },
  });
}

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
      const before = fold<RoleState, RoleEvent>(evolveRole, initialRole, eventsOf(histories, streamId));
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

/** Logs a failed sign-in, in a stream of its own. */
export function recordSignInFailure(
  store: EventStore,
  uuid: string,
  data: SignInFailed['data'],
  metadata: EventMetadata,
): Promise<AppendResult> {
  return store.append({
    streams: [{ streamId: signInStream(uuid), expectedVersion: 0, events: [{ type: 'SignInFailed', data }] }],
    metadata,
  });
}

/** The stream's name says which events stand in it; type and data belong together as they were written. */
function eventsOf<E extends DomainEvent>(histories: Histories<E>, streamId: string): readonly E[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (histories.get(streamId)?.events ?? []) as readonly unknown[] as readonly E[];
}
