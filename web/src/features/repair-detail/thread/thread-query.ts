import type { MessageLine } from '@atelier/contracts/messages/schema.ts';
import { MESSAGE_WRITERS } from '@atelier/domain/messages/contract.ts';
import { readQuery } from '../../../lib/api/read-query.ts';
import { holds } from '../../../lib/session/session-store.ts';
import { past } from '../../../lib/time/past.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useReading } from '../../../shared/item/reading.ts';
import { DETAIL } from '../../../shared/queries/item.ts';
import { useLiveQuery } from '../../../shared/queries/live-query.ts';

/** While a message is on its way its state is read again: it moves without the piece. */
const ON_ITS_WAY_MS = 5_000;

export const messagesQuery = (itemId: number) =>
  readQuery(
    ['messages', itemId],
    '/messages',
    { rma_item_id: itemId },
    {
      ...DETAIL,
      refetchInterval: ({ state }) =>
        past === null && state.data?.data.messages.some(isOnItsWay) ? ON_ITS_WAY_MS : false,
    },
  );

const isOnItsWay = ({ state }: MessageLine): boolean => state === 'waiting' || state === 'sending';

/** What was written to and by the customer of a piece, live. */
export const useThread = (itemId: number) => useLiveQuery(messagesQuery(itemId), [`item:${itemId}`]);

/** Texts of the customer, the newest first. */
export const textsIn = (messages: readonly MessageLine[]): readonly MessageLine[] =>
  messages.filter(({ kind }) => kind === 'received');

export const isUnread = ({ kind, seen_at: seenAt }: MessageLine): boolean =>
  kind === 'received' && seenAt === null;

/** Whether this person answers customers here: staff of a shop who work on the piece. */
export function useMayAnswer(): boolean {
  const session = useSession();
  const isReading = useReading() !== null;
  const mayWrite = MESSAGE_WRITERS.some((permission) => holds(session, permission));
  return past === null && mayWrite && session.view.user.user_type === 'shop' && !isReading;
}
