import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bindLive, live } from './live.ts';

/** Listens to topics while the component stands. */
export function useTopics(topics: readonly string[]): void {
  const key = topics.join(' ');
  useEffect(() => (key === '' ? undefined : live.subscribe(key.split(' '))), [key]);
}

/**
 * Reads a query again when one of its topics has a change, at most every half second: for answers that cannot
 * be patched.
 */
export function useLiveRefresh(queryKey: QueryKey, topics: readonly string[], everyMs?: number): void {
  useTopics(topics);
  const key = JSON.stringify([queryKey, topics]);
  useEffect(() => {
    const [boundKey, boundTopics] = JSON.parse(key) as [QueryKey, string[]];
    return bindLive({ queryKey: boundKey, topics: boundTopics, ...(everyMs !== undefined && { everyMs }) });
  }, [key, everyMs]);
}

export type FreshTone = 'live' | 'amber' | 'stale';
export interface ScreenFreshness {
  tone: FreshTone;
  state: 'idle' | 'live' | 'catching-up' | 'offline' | 'refused';
  /** Seconds since anything arrived. */
  seconds: number;
}

const AMBER_AFTER_S = 10;
const STALE_AFTER_S = 30;

/** Amber after 10 s without contact and wherever the connection is known to be lost, stale after 30 s. */
export function toneOf(state: ScreenFreshness['state'], seconds: number): FreshTone {
  if (state === 'refused' || seconds > STALE_AFTER_S) return 'stale';
  return state === 'offline' || seconds > AMBER_AFTER_S ? 'amber' : 'live';
}

/** What the freshness dot shows, each second. */
export function useFreshness(): ScreenFreshness {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    const stop = live.onFreshness(() => setNow(Date.now()));
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  const { state, contactAt } = live.freshness;
  const seconds = contactAt === 0 ? 0 : Math.max(0, Math.round((now - contactAt) / 1000));
  return { state, seconds, tone: toneOf(state, seconds) };
}
