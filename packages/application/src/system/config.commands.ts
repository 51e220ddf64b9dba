import { type Decision, acceptStreams } from '@atelier/domain/decider.ts';
import type { ConfigState } from '@atelier/domain/system/config.ts';
import {
  decideChangeConfig,
  decideWithdrawChange,
  type ChangeConfig,
  type ConfigContext,
} from '@atelier/domain/system/decide.ts';
import { CONFIG_STREAM, type ConfigEvent } from '@atelier/domain/system/events.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { configOf } from './policy-source.queries.ts';

/** `PUT /system/config`: one value from a moment on (product/system.md §1). */
export function changeConfig(
  services: CommandServices,
  caller: Caller,
  command: ChangeConfig,
): Promise<CommandOutcome> {
  return onConfig(services, caller, (state, context) => decideChangeConfig(command, state, context));
}

/** Takes a planned change back. */
export function withdrawChange(
  services: CommandServices,
  caller: Caller,
  command: { readonly change: number; readonly reason: string },
): Promise<CommandOutcome> {
  return onConfig(services, caller, (state, context) => decideWithdrawChange(command, state, context));
}

function onConfig(
  services: CommandServices,
  caller: Caller,
  decide: (state: ConfigState, context: ConfigContext) => Decision<ConfigEvent>,
): Promise<CommandOutcome> {
  return runCommand(services, caller, {
    streams: [CONFIG_STREAM],
    versioned: CONFIG_STREAM,
    decide: (states, context) => {
      const decision = decide(configOf(states.events(CONFIG_STREAM)), context);
      if (!decision.ok) return decision;
      return acceptStreams([{ streamId: CONFIG_STREAM, events: decision.events }]);
    },
  });
}
