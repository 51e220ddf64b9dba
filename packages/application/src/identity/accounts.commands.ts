import { decideUser, type UserCommand } from '@atelier/domain/identity/commands.ts';
import {
  signInStream,
  userStream,
  type SignInFailed,
  type UserEvent,
} from '@atelier/domain/identity/events.ts';
import { evolveUser, initialUser, toUserRow, type UserState } from '@atelier/domain/identity/user.ts';
import { fold } from '@atelier/domain/decider.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import type { CommandRequest, CommandResult, Histories } from '@atelier/event-store/command.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
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

/** Logs a failed sign-in, in a separate stream. */
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
