import type { LiveRow } from '@atelier/domain/live/contract.ts';
import type { QueryKey } from '@tanstack/react-query';
import { command } from '../api/client.ts';
import { queryClient } from '../query/query-client.ts';
import { currentSession } from '../session/session-store.ts';
import { sessionEnded } from '../session/end-of-session.ts';
import { refreshSession } from '../session/refresh-session.ts';
import type { LiveChange } from './keyed-store.ts';
import { LiveClient } from './live-client.ts';

/** A cache that lives from topics: how it takes in a change, and that it is read again after `resync`. */
export interface LiveBinding {
  queryKey: QueryKey;
  topics: readonly string[];
  /** The cached value with the news in it; the same value back means no drawing. */
  patch?: (cached: unknown, change: LiveChange) => unknown;
  /** Without `patch`: read again at most this often, in ms. */
  everyMs?: number;
}

const bindings = new Set<LiveBinding>();

/** Ties a query's cache to topics; answers how to untie it. */
export function bindLive(binding: LiveBinding): () => void {
  bindings.add(binding);
  return () => bindings.delete(binding);
}

function patchCaches(changes: readonly LiveChange[]): void {
  for (const binding of bindings) {
    const concerned = changes.filter((change) => binding.topics.includes(change.topic));
    if (concerned.length === 0) continue;
    if (!binding.patch) {
      readSoon(binding);
      continue;
    }
    const { patch } = binding;
    queryClient.setQueryData(binding.queryKey, (cached: unknown) =>
      cached === undefined ? undefined : concerned.reduce(patch, cached),
    );
  }
}

const REFRESH_MS = 500;
const due = new Map<LiveBinding, ReturnType<typeof setTimeout>>();

/** Many changes in a row are one reading. */
function readSoon(binding: LiveBinding): void {
  if (due.has(binding)) return;
  const read = () => {
    due.delete(binding);
    if (bindings.has(binding))
      void queryClient.invalidateQueries({ queryKey: binding.queryKey, exact: true });
  };
  due.set(binding, setTimeout(read, binding.everyMs ?? REFRESH_MS));
}

function readAgain(topics: readonly string[]): void {
  for (const binding of bindings) {
    if (!binding.topics.some((topic) => topics.includes(topic))) continue;
    void queryClient.invalidateQueries({ queryKey: binding.queryKey, exact: true });
  }
}

function openSocket(): WebSocket {
  const url = new URL('/api/live', location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url);
}

/** The one live connection of this screen. */
export const live = new LiveClient({
  ticket: async () => {
    if (!currentSession()?.token) throw new Error('no session');
    return (await command<{ ticket: string }>({ path: '/live/ticket', timeout: 10_000 })).data.ticket;
  },
  socket: openSocket,
  now: () => Date.now(),
  random: Math.random,
  onRevoked: () => sessionEnded(''),
  onSetAside: () => void refreshSession(),
  onChanges: patchCaches,
  onResync: readAgain,
});

/** Runs the connection while somebody is signed in; answers how to end it. */
export function runLive(): () => void {
  const hurry = () => {
    if (!document.hidden) live.hurry();
  };
  // What was decided while nobody could be told: rights are read again when the connection is back.
  let wasCut = false;
  const unhear = live.onFreshness(() => {
    const { state } = live.freshness;
    if (state === 'live' && wasCut) void refreshSession();
    wasCut = state === 'offline' || (wasCut && state !== 'live');
  });
  live.start();
  globalThis.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  return () => {
    globalThis.removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', hurry);
    unhear();
    live.stop();
  };
}

export type { LiveRow };
