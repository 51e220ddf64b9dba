import { DAY_MS, toMs } from '@atelier/domain/kernel.ts';
import type { ItemEventType } from '@atelier/domain/repair/item/events.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Reaction } from '../jobs/reaction.ts';

export const PROMISE_QUEUE = 'promise';

/** What changes a piece as the model sees it (docs/product/promise.md §3). The deposit gives its date in its own transaction. */
const MOVES = [
  'ItemStatusChanged',
  'CustodyTransferred',
  'ItemDepositEdited',
  'ItemReplaced',
  'ItemFound',
  'FeeQuoted',
  'FeeAccepted',
  'FeeApproved',
  'FeeDeclined',
  'WaiverRequested',
  'WaiverDecided',
] as const satisfies readonly ItemEventType[];

/** Whenever a piece changed, its date is computed again. Older events ask for nothing: a whole log may be read or imported. */
export const promiseReaction: Reaction = {
  name: 'promise',
  types: MOVES,
  workFor: (event, { clock }) => {
    const [, id] = /^item-(\d+)$/.exec(event.streamId) ?? [];
    if (id === undefined || isOld(event, clock.now().getTime())) return [];
    const { position, type } = event;
    return [{ name: 'expect', data: { item_id: Number(id), position, type }, key: `expect-e${position}` }];
  },
};

/** Imported events were recorded now, and happened long ago. */
function isOld({ data, recordedAt }: StoredEvent, now: number): boolean {
  const at = 'at' in data && typeof data.at === 'string' ? data.at : recordedAt;
  return Math.min(toMs(at), toMs(recordedAt)) < now - DAY_MS;
}
