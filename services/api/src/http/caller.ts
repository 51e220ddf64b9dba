import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Caller, CommandOutcome, CommandServices } from '@atelier/application/commands/run-command.ts';
import type { RequestContext } from './request-context.ts';
import type { ApiDeps } from './deps.ts';
import { rejected } from './rejections.ts';

/** What every command handler is given by `defineRoute`. */
export interface CommandInput {
  readonly principal: Principal;
  readonly scope: DataScope;
  readonly command: () => RequestContext;
}

/** The person behind a request, as commands know them. `part` distinguishes the rows of a bulk command. */
export function callerOf({ principal, scope, command }: CommandInput, part?: number | string): Caller {
  const { metadata, idempotency, expectedVersion } = command();
  const { user, worker, siteId } = principal;
  return {
    actor: { userId: user.id, workerId: worker?.id ?? null, siteId: siteId ?? null },
    scope,
    metadata,
    idempotency:
      idempotency === undefined || part === undefined
        ? idempotency
        : { ...idempotency, key: `${idempotency.key}#${part}` },
    expectedVersion,
  };
}

/** What commands work with, out of what the API was started with. */
export function commandServices(deps: ApiDeps): CommandServices {
  const { store, db, blobs, clock, policy } = deps;
  return { store, db, blobs, clock, policy };
}

/** The result of an accepted command; a refusal is thrown as the envelope's error. */
export function accepted(outcome: CommandOutcome): Extract<CommandOutcome, { ok: true }> {
  if (!outcome.ok) throw rejected(outcome.rejection);
  return outcome;
}
