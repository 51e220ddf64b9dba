import { unreachable } from '../decider.ts';
import type {
  TransferFlagged,
  TransferNeeded,
  TransferNeedWithdrawn,
  TransferUnflagged,
} from './item/events.ts';
import { NO_TRANSFER } from './item/item.ts';
import type { TransferMarks } from './item/parts.ts';
import { Status, type StatusId } from '../shared/status.ts';

export type TransferMarkEvent = TransferNeeded | TransferNeedWithdrawn | TransferFlagged | TransferUnflagged;

/** An item's transfer to another factory: that it was requested, and the basket it lies in. */
export function evolveTransfer(marks: TransferMarks, event: TransferMarkEvent): TransferMarks {
  switch (event.type) {
    case 'TransferNeeded':
      return { ...marks, need: { reason: event.data.reason, at: event.data.at } };
    case 'TransferNeedWithdrawn':
      return { ...marks, need: null };
    case 'TransferFlagged':
      return { ...marks, to: event.data.toSiteId };
    case 'TransferUnflagged':
      return { ...marks, to: null };
    default:
      return unreachable(event);
  }
}

const IN_TRANSFER: readonly StatusId[] = [Status.ReceiveFromShop, Status.SAVCheckResult, Status.MCToCN];

/** What moves on to a bench, is cancelled, or arrives, no longer waits for another factory. */
export function transferAfterMove(marks: TransferMarks, to: StatusId): TransferMarks {
  return IN_TRANSFER.includes(to) ? marks : NO_TRANSFER;
}
