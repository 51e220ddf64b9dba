import type { ItemEvent } from './events.ts';
import type { Item } from './item.ts';
import { Status } from './status.ts';
import type { StatusId } from './status.ts';

type Marked = Extract<
  ItemEvent,
  { type: 'TransferNeeded' | 'TransferNeedWithdrawn' | 'TransferFlagged' | 'TransferUnflagged' }
>;

/** What an item says about going to another factory: that somebody asked for it, and the basket it lies in. */
export function transferMarked(item: Item, event: Marked): Item {
  switch (event.type) {
    case 'TransferNeeded':
      return { ...item, transferNeed: { reason: event.data.reason, at: event.data.at } };
    case 'TransferNeedWithdrawn':
      return { ...item, transferNeed: null };
    case 'TransferFlagged':
      return { ...item, transferTo: event.data.toSiteId };
    case 'TransferUnflagged':
      return { ...item, transferTo: null };
  }
}

const IN_TRANSFER: readonly StatusId[] = [Status.ReceiveFromShop, Status.SAVCheckResult, Status.MCToCN];

/** What moves on to a bench, is cancelled, or arrives, no longer waits for another factory. */
export function transferAfter(item: Item, to: StatusId): Pick<Item, 'transferNeed' | 'transferTo'> {
  const { transferNeed, transferTo } = item;
  return IN_TRANSFER.includes(to) ? { transferNeed, transferTo } : { transferNeed: null, transferTo: null };
}
