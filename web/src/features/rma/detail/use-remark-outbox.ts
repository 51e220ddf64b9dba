import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../../../lib/query/query-client.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { readSealed, writeSealed } from '../../../lib/session/vault.ts';
import { serverNow } from '../../../lib/time/server-clock.ts';
import { commentsQuery } from '../rma-queries.ts';
import { RemarkOutbox, sendRemark } from './remark-outbox.ts';
import type { PendingRemark } from './remark-outbox.ts';

const outboxes = new Map<number, RemarkOutbox>();

/** One outbox per person and page, encrypted on the device, so that what could not be sent survives a reload. */
function outboxOf(userId: number): RemarkOutbox {
  const known = outboxes.get(userId);
  if (known !== undefined) return known;
  const name = `atelier.remarks.${userId}`;
  const outbox = new RemarkOutbox({
    load: () => readSealed<PendingRemark[]>(localStorage, name).catch(() => null),
    save: (remarks) => writeSealed(localStorage, name, remarks),
    send: sendRemark,
    onSent: ({ itemId }) => void queryClient.invalidateQueries(commentsQuery(itemId)),
    now: () => new Date(serverNow()).toISOString(),
  });
  outboxes.set(userId, outbox);
  void outbox.resume();
  return outbox;
}

/** The person's outbox, and what of it belongs to one item. */
export function useRemarkOutbox(itemId: number): { outbox: RemarkOutbox; pending: readonly PendingRemark[] } {
  const outbox = outboxOf(useSession().view.user.id);
  const all = useSyncExternalStore(outbox.subscribe, outbox.all);
  useEffect(() => {
    const onOnline = () => outbox.nudge();
    globalThis.addEventListener('online', onOnline);
    return () => globalThis.removeEventListener('online', onOnline);
  }, [outbox]);
  return { outbox, pending: all.filter((remark) => remark.itemId === itemId) };
}
