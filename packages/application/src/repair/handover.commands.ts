import type { BlobRef, ItemId } from '@atelier/domain/kernel.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { runItemCommand } from '../commands/item-command.ts';

/** `POST /rma/handover`: signature saved, fee paid or waived; then the jewel is its owner's again (product/repair.md §15). */
export function handOver(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  given: { readonly signature: BlobRef; readonly notReturned?: string | undefined },
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'HandOver', ...given }));
}
