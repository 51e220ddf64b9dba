import { Outbox } from '@atelier/browser-sync/outbox/outbox.ts';
import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { erasuresTaken } from '../../lib/erased/erased.ts';
import { isErased, onErased } from '../../lib/erased/holders.ts';
import { newKey } from '../../lib/api/new-key.ts';
import { queryClient } from '../../lib/query/query-client.ts';
import { currentSession } from '../../lib/session/session-store.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { KEPT, readSealed, writeSealed } from '@atelier/browser-sync/storage/vault.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import { commentsQuery } from '../../shared/queries/item.ts';
import { refusalOf, sendRemark, withoutWords, type PendingRemark } from './remark-outbox.ts';

/** At a station the worker is the person. */
function ownerOf(view: Pick<SessionView, 'user' | 'worker'> | undefined): string {
  if (view === undefined) return '';
  return view.worker === null ? String(view.user.id) : `worker-${view.worker.id}`;
}

export type RemarkDraft = Pick<PendingRemark, 'itemId' | 'audience' | 'comment' | 'email'>;
export type RemarkOutbox = Outbox<PendingRemark>;

/** Another person works here now: the remark waits until its writer is back. */
const notNow = () => Promise.reject(new ApiError('network', { status: 0, code: 'network' }));

const outboxes = new Map<string, RemarkOutbox>();

/**
 * One outbox per person and page, encrypted on the device, so that what could not be sent survives a reload. A station's
 * next worker neither sees nor signs what the one before has written.
 */
function outboxOf(owner: string): RemarkOutbox {
  const known = outboxes.get(owner);
  if (known !== undefined) return known;
  const name = `${KEPT.remarks}.${owner}`;
  const outbox = new Outbox<PendingRemark>({
    load: () =>
      erasuresTaken()
        .then(() => readSealed<PendingRemark[]>(localStorage, name))
        .catch(() => null),
    save: (remarks) => writeSealed(localStorage, name, remarks),
    send: (remark) => (ownerOf(currentSession()?.view) === owner ? sendRemark(remark) : notNow()),
    refusalOf,
    onSent: ({ itemId }) => void queryClient.invalidateQueries(commentsQuery(itemId)),
  });
  outboxes.set(owner, outbox);
  onErased((erased) =>
    outbox.update((remark) => (isErased(erased, 'items', remark.itemId) ? withoutWords(remark) : remark)),
  );
  void outbox.resume();
  return outbox;
}

/** Keeps a remark and sends it. */
export function addRemark(outbox: RemarkOutbox, draft: RemarkDraft): void {
  outbox.add({ ...draft, key: newKey(), at: new Date(serverNow()).toISOString(), refusal: null });
}

/** The person's outbox, and what of it belongs to one item. */
export function useRemarkOutbox(itemId: number): { outbox: RemarkOutbox; pending: readonly PendingRemark[] } {
  const outbox = outboxOf(ownerOf(useSession().view));
  const all = useSyncExternalStore(outbox.subscribe, outbox.all);
  useEffect(() => {
    const onOnline = () => outbox.nudge();
    globalThis.addEventListener('online', onOnline);
    return () => globalThis.removeEventListener('online', onOnline);
  }, [outbox]);
  return { outbox, pending: all.filter((remark) => remark.itemId === itemId) };
}
