import type { BlobRef, ItemId } from '@atelier/domain/kernel.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { runItemCommand } from './item-command.ts';

export type SignatureKind = 'deposit' | 'pickup';

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

/** `POST /rma/handover`: signature saved, fee paid or waived; then the jewel is its owner's again (product/repair.md §15). */
export function handOver(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  signature: BlobRef,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'HandOver', signature }));
}
