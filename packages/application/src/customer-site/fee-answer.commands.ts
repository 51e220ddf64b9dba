import type { ItemId } from '@atelier/domain/kernel.ts';
import type { AnswerFee } from '@atelier/domain/repair/item/commands.ts';
import { runItemCommand } from '../commands/item-command.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';

/** The customer's one answer to a link. */
export function answerFee(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  answer: Omit<AnswerFee, 'type'>,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'AnswerFee', ...answer }));
}
