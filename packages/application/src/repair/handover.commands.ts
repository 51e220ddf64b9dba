import type { BlobRef, ItemId } from '@atelier/domain/kernel.ts';
import { alone, runOnEachItem, type ItemOutcome } from '../commands/each-item.ts';
import { saidLoan, type SaidLoans } from './loan.commands.ts';
import type { Caller, CommandServices } from '../commands/run-command.ts';

/** `POST /rma/handover`: signature saved, fee paid or waived; then each jewel is its owner's again (product/repair.md §15). */
export function handOver(
  services: CommandServices,
  caller: Caller,
  itemIds: readonly ItemId[],
  {
    said,
    ...given
  }: { readonly signature: BlobRef; readonly notReturned?: string | undefined; readonly said?: SaidLoans },
): Promise<readonly ItemOutcome[]> {
  return runOnEachItem(services, caller, {
    itemIds,
    prepare: async (item) =>
      alone(item, { type: 'HandOver', ...given, loan: await saidLoan(services, item, said ?? new Map()) }),
  });
}
