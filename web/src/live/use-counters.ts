import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ApiResponse } from '../lib/api/client.ts';
import type { Counters } from '@atelier/browser-sync/live/keyed-store.ts';
import { bindLive, live } from './live.ts';
import { useTopics } from './use-live.ts';

/** Reads the counters of a topic into the live store, if it has one. Throws what the reading throws. */
export async function readCounters<Values extends { position: number }>(
  topic: string | undefined,
  reading: () => Promise<ApiResponse<Values>>,
): Promise<ApiResponse<Values>> {
  const keep = topic === undefined ? undefined : live.store.readingCounters(topic);
  const answer = await reading();
  keep?.({ ...answer.data });
  return answer;
}

const unchanged = (cached: unknown): unknown => cached;

/** The counters of a topic as a change or a reading gave them last; the query of this key is read again after `resync`. */
export function useCounters(topic: string | undefined, queryKey: QueryKey): Counters | undefined {
  useTopics(topic === undefined ? [] : [topic]);
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (topic === undefined) return undefined;
    return bindLive({ queryKey: JSON.parse(key) as QueryKey, topics: [topic], patch: unchanged });
  }, [topic, key]);
  const subscribe = useCallback(
    (listener: () => void) => live.store.subscribeCounters(topic ?? '', listener),
    [topic],
  );
  return useSyncExternalStore(subscribe, () => live.store.counters(topic ?? ''));
}
