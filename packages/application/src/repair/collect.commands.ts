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
import { visibleItem } from '../commands/visible-item.ts';

/** `POST /rma/pickup`: payments and handover of several pieces, all of it or nothing (product/repair.md §15). */
export function collect(
  services: CommandServices,
  caller: Caller,
  collection: Collection,
): Promise<CommandOutcome> {
  const { itemIds } = collection;
  return runCommand(services, caller, {
    streams: itemIds.map(itemStream),
    decide: (states, context) => {
      const unseen = itemIds.find((id) => visibleItem(states.of(itemAggregate, id), caller.scope) === null);
      if (unseen !== undefined) return reject('not_found', { item_id: unseen });
      return collectPieces(collection, processStateOf(states), context);
    },
  });
}
