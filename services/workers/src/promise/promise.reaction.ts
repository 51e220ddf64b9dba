import type { ItemEventType } from '@atelier/domain/repair/item/events.ts';
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

/** Whenever a piece changed, its date is computed again. */
export const promiseReaction: Reaction = {
  name: 'promise',
  types: MOVES,
  workFor: ({ streamId, position, type }) => {
    const [, id] = /^item-(\d+)$/.exec(streamId) ?? [];
    if (id === undefined) return [];
    return [{ name: 'expect', data: { item_id: Number(id), position, type }, key: `expect-e${position}` }];
  },
};
