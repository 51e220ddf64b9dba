import type { BlobRef, ItemId } from '@atelier/domain/kernel.ts';
import { runItemCommand } from '../commands/item-command.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';

type SignatureKind = 'deposit' | 'pickup';

/** `POST /saveSign` for an item: a new version, answered as `{version}`; older ones stay (product/shipping.md §11). */
export function signItem(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  kind: SignatureKind,
  signature: BlobRef,
): Promise<CommandOutcome> {
  return runItemCommand(
    services,
    caller,
    itemId,
    () => ({ type: 'RecordSignature', kind, signature }),
    (events) => {
      const signed = events.find((event) => event.type === 'SignatureRecorded');
      return signed === undefined ? undefined : { version: signed.data.version };
    },
  );
}
