import { acceptStreams, reject } from '@atelier/domain/decider.ts';
import { itemStream, type ItemId } from '@atelier/domain/kernel.ts';
import type { ItemCommand } from '@atelier/domain/repair/item/commands.ts';
import { decideItem } from '@atelier/domain/repair/decide.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import { itemAggregate } from '../aggregates.ts';
import {
  runCommand,
  type AnsweredDecision,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from './run-command.ts';
import { visibleItem } from './visible-item.ts';

/** Runs a command that touches one item alone; what is outside the caller's view is `not_found`. */
export function runItemCommand(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  commandFor: (item: Item) => ItemCommand | Promise<ItemCommand>,
  answerOf?: (events: readonly ItemEvent[]) => AnsweredDecision['answer'],
): Promise<CommandOutcome> {
  const streamId = itemStream(itemId);
  return runCommand(services, caller, {
    streams: [streamId],
    versioned: streamId,
    decide: async (states, context): Promise<AnsweredDecision> => {
      const item = visibleItem(states.of(itemAggregate, itemId), caller.scope);
      if (item === null) return reject('not_found');
      const decision = decideItem(await commandFor(item), item, context);
      if (!decision.ok) return decision;
      const answer = answerOf?.(decision.events);
      return { ...acceptStreams([{ streamId, events: decision.events }]), ...(answer && { answer }) };
    },
  });
}
