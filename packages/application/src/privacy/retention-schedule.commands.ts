import type { RetentionSchedule } from '@atelier/domain/shared/retention.ts';
import { retentionScheduleStream, SCHEDULE_ID } from '@atelier/domain/privacy/retention-events.ts';
import type { ProposalState } from '@atelier/domain/privacy/retention-schedule.ts';
import {
  approveSchedule,
  proposeSchedule,
  refuseSchedule,
  withdrawSchedule,
} from '@atelier/domain/processes/retention-schedule.ts';
import type { Tie } from '@atelier/domain/shared/two-persons.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import type { ConfigState } from '@atelier/domain/system/config.ts';
import { CONFIG_STREAM } from '@atelier/domain/system/events.ts';
import { proposalAggregate } from '../aggregates.ts';
import {
  runCommand,
  type AnsweredDecision,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { readTies } from '../identity/account-acts.queries.ts';
import { configOf } from '../system/policy-source.queries.ts';

/** Proposes another retention schedule, which another account decides (product/privacy.md §6). */
export const proposeRetention = (
  services: CommandServices,
  caller: Caller,
  asked: { readonly schedule: RetentionSchedule; readonly reason: string },
): Promise<CommandOutcome> =>
  onSchedule(services, caller, ({ state, config, context }) =>
    proposeSchedule(asked, state, config, context),
  );

interface Word {
  readonly proposal: number;
  readonly note: string | null;
}

/** Another account agrees: it holds from now on. */
export const approveRetention = (
  services: CommandServices,
  caller: Caller,
  { proposal }: Word,
): Promise<CommandOutcome> =>
  onSchedule(services, caller, async ({ state, config, context }) => {
    const ties = await tiesOf(services, state, context);
    return approveSchedule({ proposal, ties }, state, config, context);
  });

/** Another account says no, and why. */
export const refuseRetention = (
  services: CommandServices,
  caller: Caller,
  { proposal, note }: Word,
): Promise<CommandOutcome> =>
  onSchedule(services, caller, async ({ state, context }) => {
    const ties = await tiesOf(services, state, context);
    return refuseSchedule({ proposal, note: note ?? '', ties }, state, context);
  });

/** Withdrawn before a decision. */
export const withdrawRetention = (
  services: CommandServices,
  caller: Caller,
  proposal: number,
): Promise<CommandOutcome> =>
  onSchedule(services, caller, ({ state, context }) => withdrawSchedule(proposal, state, context));

/** What ties the account that decides to the one that proposed. */
const tiesOf = (
  { store, clock }: CommandServices,
  state: ProposalState,
  { actor }: CommandContext,
): Promise<readonly Tie[]> =>
  readTies(store, [state.kind === 'none' ? null : state.proposedBy.userId, actor.userId], clock.now());

interface Given {
  readonly state: ProposalState;
  readonly config: ConfigState;
  readonly context: CommandContext;
}

function onSchedule(
  services: CommandServices,
  caller: Caller,
  decide: (given: Given) => AnsweredDecision | Promise<AnsweredDecision>,
): Promise<CommandOutcome> {
  return runCommand(services, caller, {
    streams: [retentionScheduleStream, CONFIG_STREAM],
    decide: (states, context) =>
      decide({
        state: states.of(proposalAggregate, SCHEDULE_ID),
        config: configOf(states.events(CONFIG_STREAM)),
        context,
      }),
  });
}
