import type { ItemId } from '@atelier/domain/kernel.ts';
import type { FeeLinkMessage, FeeLinkWay } from '@atelier/domain/repair/item/fee-link-contract.ts';
import { runItemCommand } from '../commands/item-command.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';

/** A link for the amount that is due now; one made before ends (product/repair.md §12.1). */
export function makeFeeLink(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  link: { readonly linkHash: string; readonly way: FeeLinkWay; readonly message?: FeeLinkMessage },
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'MakeFeeLink', ...link }));
}

/** Makes a link for a message unless an open one exists: the customer's link stays valid. `answer.made` says whether it was made. */
export function makeFeeLinkUnlessOpen(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  linkHash: string,
): Promise<CommandOutcome> {
  const command = { type: 'MakeFeeLink', linkHash, way: 'message', unlessOpen: true } as const;
  return runItemCommand(
    services,
    caller,
    itemId,
    () => command,
    (events) => ({ made: events.length > 0 }),
  );
}

/** Ends the open link, if there is one. */
export function revokeFeeLink(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'RevokeFeeLink' }));
}
