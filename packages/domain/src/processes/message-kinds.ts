import { unreachable } from '../decider.ts';
import type { Money } from '../kernel.ts';
import type { MessageKind, SentKind } from '../shared/message-terms.ts';
import type { ItemEvent } from '../repair/item/events.ts';
import { isFeeFrozen, isFeeMissing, isFeeSettled } from '../repair/fees/fees.ts';
import { isToClient } from '../repair/custody.ts';
import type { Item } from '../repair/item/item.ts';
import { rank, Status } from '../shared/status.ts';

/** The events that may ask for a message. A delay has none: it falls due by the clock. */
export const ASKING_EVENTS = [
  'RmaDeposited',
  'ItemStatusChanged',
  'CustodyTransferred',
  'ItemHandedOver',
  'ReminderDue',
  'FeeQuoted',
  'WaiverDecided',
  'FeeLinkMade',
] as const;

const UNDOING: ReadonlySet<string> = new Set(['undo', 'undo-administrative']);

/** The message that an event of a piece requires; null = none. An undo and order clearing require none. */
export function messageKindFor(event: ItemEvent): MessageKind | null {
  if (event.type === 'ReminderDue') return 'reminder';
  if (event.type === 'FeeQuoted') return 'fee';
  if (event.type === 'FeeLinkMade') return event.data.message === undefined ? null : 'fee';
  if (event.type === 'WaiverDecided') return event.data.decision === 11 ? null : 'fee';
  if (event.type === 'CustodyTransferred')
    return isToClient({ custody: event.data.to }) ? 'on_its_way' : null;
  if (event.type === 'ItemHandedOver')
    return event.data.how === 'pickup' || event.data.how === 'delivered' ? 'collected' : null;
  if (event.type !== 'ItemStatusChanged' || UNDOING.has(event.data.move)) return null;
  return event.data.to === Status.ShopReceived ? 'ready' : null;
}

/** Whether a message of a kind is still true for the piece; checked when it is planned and again before it is sent. */
export function isStillRelevant(kind: SentKind, item: Item, fee: Money | null): boolean {
  // An answer is due whatever became of the piece.
  if (kind === 'reply') return true;
  if (item.status === Status.Cancelled || item.linkedTo !== null) return false;
  switch (kind) {
    case 'deposit':
      return true;
    case 'fee':
      return isFeeAsked(item) && (fee === null || isSame(fee, item.fee.due));
    case 'delay':
      return rank(item.status) < rank(Status.ShopReceived);
    case 'ready':
      return waitsAtShop(item) && item.delivery === 'store';
    case 'reminder':
      return waitsAtShop(item) && item.remarks.reminder !== null && !isAnswered(item);
    case 'on_its_way':
      return isToClient(item);
    case 'collected':
      return item.status === Status.TakenByClient || item.status === Status.Closed;
    default:
      return unreachable(kind);
  }
}

const waitsAtShop = (item: Item): boolean => item.status === Status.ShopReceived && !isToClient(item);

/** A named fee waits for its customer's answer, and for nothing else. */
const isFeeAsked = (item: Item): boolean =>
  !isFeeFrozen(item) && !isFeeMissing(item) && item.waiver.code !== 1 && !isFeeSettled(item);

const isSame = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;

function isAnswered({ remarks }: Item): boolean {
  const last = remarks.followUps.at(-1);
  return last !== undefined && remarks.reminder !== null && last.at >= remarks.reminder.remindedAt;
}
