import type { ItemId } from '@atelier/domain/kernel.ts';
import { runItemCommand } from '../commands/item-command.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';

/** Shows the customer a picture of the piece, or no longer (product/images.md §4). */
export function releasePicture(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  picture: { readonly imageId: string; readonly isReleased: boolean },
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'ReleasePicture', ...picture }));
}
