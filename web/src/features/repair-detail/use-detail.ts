import { rejectReasonsQuery } from '../../shared/item/reasons.ts';
import type { ItemView, RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error.ts';
import type { ApiResponse } from '../../lib/api/client.ts';
import type { LiveChange } from '@atelier/browser-sync/live/keyed-store.ts';
import { bindLive } from '../../live/live.ts';
import { useLiveRefresh, useTopics } from '../../live/use-live.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { purchaseRecordQuery } from './queries.ts';
import {
  commentsQuery,
  earlierRepairsQuery,
  historyQuery,
  itemFileQuery,
  rmaQuery,
} from '../../shared/queries/item.ts';

type RmaAnswer = ApiResponse<RmaView>;

/** A deposit with the changes of its items applied; an older version changes nothing. */
export function patchRma(cached: RmaAnswer, change: Pick<LiveChange, 'rows'>): RmaAnswer {
  let isTouched = false;
  const items = cached.data.items.map((item) => {
    const news = change.rows.find((row) => row.kind === 'item' && row.id === item.id);
    if (news === undefined || news.version <= item.version) return item;
    isTouched = true;
    return { ...item, ...(news as unknown as ItemView) };
  });
  return isTouched ? { ...cached, data: { ...cached.data, items } } : cached;
}

/** The deposit with its items, patched live. */
export function useRma(rmaId: number) {
  const query = useQuery(rmaQuery(rmaId));
  const topic = `rma:${rmaId}`;
  const items = query.data?.data.items.map((item) => `item:${item.id}`) ?? [];
  const topics = [topic, ...items];
  const key = topics.join(' ');
  useTopics(topics);
  useEffect(
    () =>
      bindLive({
        queryKey: rmaQuery(rmaId).queryKey,
        topics: key.split(' '),
        patch: (cached, change) => patchRma(cached as RmaAnswer, change),
      }),
    [rmaId, key],
  );
  return query;
}

/**
 * Everything that opening a piece loads beside its deposit (product/rma.md §6). Each is its own part, with
 * its own wait and its own error; what changes with the piece is read again when the piece changes.
 */
export function useItemParts(itemId: number) {
  const isShop = useSession().view.user.user_type === 'shop';
  const history = useQuery(historyQuery(itemId));
  const comments = useQuery(commentsQuery(itemId));
  const file = useQuery(itemFileQuery(itemId));
  const purchase = useQuery(purchaseRecordQuery(itemId));
  const earlier = useQuery(earlierRepairsQuery(itemId));
  const rejectReasons = useQuery(rejectReasonsQuery(isShop ? 'store' : 'operation'));
  const topics = [`item:${itemId}`];
  useLiveRefresh(historyQuery(itemId).queryKey, topics);
  useLiveRefresh(commentsQuery(itemId).queryKey, topics);
  useLiveRefresh(itemFileQuery(itemId).queryKey, topics);
  return { history, comments, file, purchase, earlier, rejectReasons };
}

const isTimeout = (part: Pick<UseQueryResult, 'error'>): boolean =>
  part.error instanceof ApiError && part.error.kind === 'timeout';

/**
 * The 60-second guard (product/rma.md §6): parts that did not arrive are given up with one notice "Timeout"; what
 * arrived stays. Answers how to ask again for the missing ones, or null.
 */
export function useTimeoutGuard(
  parts: readonly Pick<UseQueryResult, 'error' | 'refetch'>[],
): (() => void) | null {
  const { t } = useTranslation('rma');
  const late = parts.filter(isTimeout);
  const isLate = late.length > 0;
  useEffect(() => {
    if (!isLate) return;
    notify({
      tone: 'error',
      title: t('detail.timeout'),
      detail: t('detail.timeoutBody'),
      id: 'detail-timeout',
    });
  }, [isLate, t]);
  return isLate ? () => late.forEach((part) => void part.refetch()) : null;
}
