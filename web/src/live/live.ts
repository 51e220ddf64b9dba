import { isUndecided } from '../lib/api/api-error.ts';
import { queryClient } from '../lib/query/query-client.ts';
import { currentSession, onSessionChange } from '../lib/session/session-store.ts';
import { sessionEnded } from '../lib/session/end-of-session.ts';
import { refreshSession } from '../lib/session/refresh-session.ts';
import { CachedAnswers, type LiveBinding } from '@atelier/browser-sync/live/cached-answers.ts';
import { LiveClient } from '@atelier/browser-sync/live/live-client.ts';
import { idListsIn } from '@atelier/browser-sync/live/id-list.ts';
import { keyOf } from '@atelier/browser-sync/live/keyed-store.ts';
import { send } from '../lib/api/client.ts';
import { newKey } from '../lib/api/new-key.ts';

export type { LiveBinding } from '@atelier/browser-sync/live/cached-answers.ts';

const answers = new CachedAnswers(queryClient, isUndecided);

/** Ties a query's cache to topics; answers how to untie it. */
export const bindLive = (binding: LiveBinding): (() => void) => answers.bind(binding);

function openSocket(): WebSocket {
  const url = new URL('/api/live', location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url);
}

/** The one live connection of this screen. */
export const live = new LiveClient({
  ticket: async () => {
    if (!currentSession()?.token) throw new Error('no session');
    const asked = {
      method: 'POST',
      path: '/live/ticket',
      idempotencyKey: newKey(),
      timeout: 10_000,
    } as const;
    return (await send<{ ticket: string }>(asked)).data.ticket;
  },
  socket: openSocket,
  now: () => Date.now(),
  random: Math.random,
  // The 499 of this call says why the session ended; without an answer it ends all the same.
  onRevoked: () => void refreshSession().then(() => sessionEnded('')),
  onSetAside: () => void refreshSession(),
  onChanges: (changes) => answers.takeIn(changes),
  onResync: (topics) => answers.readAgain(topics),
});

/** Who reads: another sign-in, or another worker at the same station. */
const reader = (): string => `${currentSession()?.token ?? ''}|${currentSession()?.view.worker?.id ?? ''}`;

let lastReader = reader();
onSessionChange(() => {
  if (reader() === lastReader) return;
  lastReader = reader();
  live.store.clear();
});

/** Drops the rows that no subscriber and no cached list names any more. */
export function sweepRows(): void {
  const cached = queryClient.getQueryCache().getAll();
  const lists = cached.flatMap(({ state }) => idListsIn(state.data));
  live.store.sweep(new Set(lists.flatMap(({ kind, ids }) => ids.map((id) => keyOf(kind, id)))));
}

/** How often rows that nothing shows any more are dropped. */
const SWEEP_MS = 60_000;

/** Runs the connection while an account is signed in; returns how to end it. */
export function runLive(): () => void {
  const hurry = () => {
    if (!document.hidden) live.hurry();
  };
  // Rights may have changed while the connection was away: they are read again when the connection is back.
  let wasCut = false;
  const stopFreshness = live.onFreshness(() => {
    const { state } = live.freshness;
    if (state === 'live' && wasCut) void refreshSession();
    wasCut = state === 'offline' || (wasCut && state !== 'live');
  });
  live.start();
  const sweeping = setInterval(sweepRows, SWEEP_MS);
  const cut = () => live.cut();
  globalThis.addEventListener('online', hurry);
  globalThis.addEventListener('offline', cut);
  document.addEventListener('visibilitychange', hurry);
  return () => {
    globalThis.removeEventListener('online', hurry);
    globalThis.removeEventListener('offline', cut);
    document.removeEventListener('visibilitychange', hurry);
    clearInterval(sweeping);
    stopFreshness();
    live.stop();
  };
}
