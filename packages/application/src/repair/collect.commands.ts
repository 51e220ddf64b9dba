import { reject } from '@atelier/domain/decider.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import { collectPieces, type Collection } from '@atelier/domain/processes/collect.ts';
import { itemAggregate } from '../aggregates.ts';
import { processStateOf } from '../commands/process-streams.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { saidLoans, type SaidLoans } from './loan.commands.ts';
import { visibleItem } from '../commands/visible-item.ts';

/** `POST /rma/pickup`: payments and handover of several pieces, all of it or nothing (product/repair.md §15). */
export function collect(
  services: CommandServices,
  caller: Caller,
  { said, ...collection }: Omit<Collection, 'loans'> & { readonly said: SaidLoans },
): Promise<CommandOutcome> {
  const { itemIds } = collection;
  return runCommand(services, caller, {
    streams: itemIds.map(itemStream),
    decide: async (states, context) => {
      const unseen = itemIds.find((id) => visibleItem(states.of(itemAggregate, id), caller.scope) === null);
      if (unseen !== undefined) return reject('not_found', { item_id: unseen });
      const items = itemIds.map((id) => visibleItem(states.of(itemAggregate, id), caller.scope));
      const loans = await saidLoans(services, items, said);
      return collectPieces({ ...collection, loans }, processStateOf(states), context);
    },
  });
}
