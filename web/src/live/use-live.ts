import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LiveChange, RowKind, Versioned } from './keyed-store.ts';
import { bindLive, live } from './live.ts';
import type { MergeRules } from './merge-rows.ts';
import { mergeRows } from './merge-rows.ts';

/** Listens to topics while the component stands. */
export function useTopics(topics: readonly string[]): void {
  const key = topics.join(' ');
  useEffect(() => (key === '' ? undefined : live.subscribe(key.split(' '))), [key]);
}

/** A cached list answer: an envelope-like object with the rows in `data`, or pages of them. */
export interface ListAnswer<Row> {
  data: readonly Row[];
  total?: number | undefined;
}

export interface LiveListOptions<Row extends Versioned> extends MergeRules<Row> {
  queryKey: QueryKey;
  topics: readonly string[];
  kind: RowKind;
}

/**
 * Keeps a cached list (`ListAnswer` under `queryKey`) in step with its topics: newer rows replace, rows that no longer
 * belong leave, new ones come in, `total` moves along; after `resync` the list is read again.
 */
export function useLiveList<Row extends Versioned>(options: LiveListOptions<Row>): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useTopics(options.topics);
  const key = JSON.stringify([options.queryKey, options.topics, options.kind]);
  useEffect(() => {
    const [queryKey, topics, kind] = JSON.parse(key) as [QueryKey, string[], RowKind];
    return bindLive({
      queryKey,
      topics,
      patch: (cached, change) => patchList(cached as ListAnswer<Row>, change, kind, latest.current),
    });
  }, [key]);
}

function patchList<Row extends Versioned>(
  answer: ListAnswer<Row>,
  change: LiveChange,
  kind: RowKind,
  rules: MergeRules<Row>,
): ListAnswer<Row> {
  const rows = change.rows.filter((row) => row.kind === kind) as unknown as Row[];
  const removed = change.removed.filter((row) => row.kind === kind);
  const data = mergeRows(answer.data, rows, removed, rules);
  if (data === answer.data) return answer;
  const moved = data.length - answer.data.length;
  return { ...answer, data, ...(answer.total !== undefined && { total: Math.max(0, answer.total + moved) }) };
}

/** Reads a query again when one of its topics has news, at most every half second: for answers that cannot be patched. */
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
