import { acceptStreams, type Decision } from '@atelier/domain/decider.ts';
import type {
  FoundFault,
  LogVerificationEvent,
  VerifiedParts,
} from '@atelier/domain/audit/verification/events.ts';
import {
  failLogVerification,
  finishLogVerification,
  requestLogVerification,
  type LogVerificationState,
} from '@atelier/domain/audit/verification/verification.ts';
import { logVerificationAggregate } from '../../aggregates.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../../commands/run-command.ts';
import type { AppDb } from '../../platform/database.ts';
import { newestVerificationId } from './verification.queries.ts';

export const logVerificationStream = (id: number): string => `log-verification-${id}`;

/** `POST /audit/verify`: asks for a walk over the whole log, which a worker makes. Answers `{verification_id}`. */
export async function askForVerification(services: CommandServices, caller: Caller): Promise<CommandOutcome> {
  const newest = await newestVerificationId(services.db);
  const id = newest + 1;
  const streamId = logVerificationStream(id);
  return runCommand(services, caller, {
    streams: [logVerificationStream(newest), streamId],
    decide: (states, { now, actor: { userId, workerId } }) => {
      const known = {
        before: states.of(logVerificationAggregate, newest),
        own: states.of(logVerificationAggregate, id),
      };
      const decision = requestLogVerification(id, known, { now, by: { userId, workerId } });
      if (!decision.ok) return decision;
      return { ...acceptStreams([{ streamId, events: decision.events }]), answer: { verification_id: id } };
    },
  });
}

export interface Finding {
  readonly verified: VerifiedParts;
  readonly faults: readonly FoundFault[];
  readonly faultCount: number;
}

/** A worker has walked the log. */
export const finishVerification = (
  services: CommandServices,
  caller: Caller,
  id: number,
  { verified, ...found }: Finding,
): Promise<CommandOutcome> =>
  onVerification(services, caller, id, (state, context) =>
    finishLogVerification(verified, found, state, context),
  );

/** Every attempt failed. */
export const giveUpVerification = (
  services: CommandServices,
  caller: Caller,
  id: number,
): Promise<CommandOutcome> => onVerification(services, caller, id, failLogVerification);

function onVerification(
  services: CommandServices,
  caller: Caller,
  id: number,
  decide: (state: LogVerificationState, context: { readonly now: string }) => Decision<LogVerificationEvent>,
): Promise<CommandOutcome> {
  const streamId = logVerificationStream(id);
  return runCommand(services, caller, {
    streams: [streamId],
    decide: (states, context) => {
      const decision = decide(states.of(logVerificationAggregate, id), context);
      return decision.ok ? acceptStreams([{ streamId, events: decision.events }]) : decision;
    },
  });
}

/** A figure for the screen; nothing is decided by it. */
export async function notePercent(db: AppDb, id: number, percent: number): Promise<void> {
  const values = { verification_id: id, percent };
  await db
    .insertInto('log_verification_progress')
    .values({ only_row: true, ...values })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute();
}
