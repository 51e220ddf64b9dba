import type { FeedEntry, UnusualEntry } from '@atelier/contracts/audit/feed-schema.ts';
import { parseSubject } from '@atelier/domain/audit/replay-subject.ts';
import { FEED_KINDS, type FeedKind } from '@atelier/domain/audit/subjects.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { read, type ApiResponse } from '../../lib/api/client.ts';
import { oneOf, readId, useFilters } from '../../shared/filter-bar/use-filters.ts';
import { past } from '../../lib/time/past.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import type { DataOf } from '../../lib/api/calls.ts';

export type { FeedEntry, UnusualEntry };
export { FEED_KINDS };

export interface Page<Row> extends ApiResponse<Row[]> {
  readonly next: number | null;
}

const PAGE_SIZE = 50;
const READ_AGAIN_MS = 1_000;
const COUNT_AGAIN_MS = 30_000;

/** A day of the address, `2026-11-20`. */
const readDay = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');
const readSubject = (text: string): string => (parseSubject(text) === undefined ? '' : text);

export const useFeedFilters = () =>
  useFilters({
    kind: oneOf(FEED_KINDS),
    site: readId,
    person: readId,
    subject: readSubject,
    from: readDay,
    to: readDay,
  });

export type FeedFilters = ReturnType<typeof useFeedFilters>['values'];

/** Days as the instants they begin and end at, where the reader is. */
export function spanOf({ from, to }: Pick<FeedFilters, 'from' | 'to'>) {
  const end = to === '' ? null : new Date(`${to}T00:00:00`);
  end?.setDate(end.getDate() + 1);
  return {
    from: from === '' ? null : new Date(`${from}T00:00:00`).toISOString(),
    to: end === null ? null : end.toISOString(),
  };
}

/** What happened at every site from the newest on, live; older events page by page. */
export function useFeed(filters: FeedFilters) {
  const { kind, site, person, subject } = filters;
  const query = { kind, site, person, subject, ...spanOf(filters), page_size: PAGE_SIZE };
  return useOlderPages('feed', query, (before, signal) =>
    read('/audit/feed', { ...query, ...past, before }, { signal }),
  );
}

/** How many events there are of each kind and day, of what the feed shows; read again every half minute. */
export function useCounts({ site, from, to }: Pick<FeedFilters, 'site' | 'from' | 'to'>, zone: string) {
  const asked = { zone, site, ...spanOf({ from, to }), ...past };
  return useQuery(
    readQuery(['audit', 'counts', asked], '/audit/counts', asked, {
      refetchInterval: COUNT_AGAIN_MS,
      placeholderData: (previous) => previous,
    }),
  ).data?.data;
}

/** The newest events of one kind, for a glance. */
export const useNewest = (kind: FeedKind, limit: number) =>
  useQuery(
    readQuery(
      ['audit', 'newest', kind, limit],
      '/audit/feed',
      { kind, page_size: limit, ...past },
      { refetchInterval: COUNT_AGAIN_MS },
    ),
  );

export const useUnusualFilters = () => useFilters({ site: readId, from: readDay, to: readDay });

const UNUSUAL_PAGE = 200;
/** The rules read every event: thousands for each page. */
const CHECK_AGAIN_MS = 60_000;

/** What rules name as out of the ordinary, from the newest on. */
export function useUnusual(filters: ReturnType<typeof useUnusualFilters>['values']) {
  const { site } = filters;
  const query = { site, ...spanOf(filters), page_size: UNUSUAL_PAGE };
  return useOlderPages(
    'unusual',
    query,
    (before, signal) => read('/audit/unusual', { ...query, ...past, before }, { signal }),
    CHECK_AGAIN_MS,
  );
}

/** Every export of everybody, from the newest on: always of today. */
export const useEveryExport = () =>
  useOlderPages('exports', {}, (before, signal) =>
    read('/audit/exports', { page_size: PAGE_SIZE, before }, { signal }),
  );

type ReplayView = DataOf<'GET', '/audit/replay'>;
export type ReplayEvent = ReplayView['events'][number];

export interface Replay {
  readonly name: string | null;
  readonly events: readonly ReplayEvent[];
  readonly files: Files;
  /** Of a site: what stood there before the first event. */
  readonly standing: Files;
}
export type Files = ReplayView['files'];

const REPLAY_PAGE = 200;

/** The history of a subject from the oldest event of the span on, page by page. */
export function useReplay(subject: string, span: Pick<FeedFilters, 'from' | 'to'>) {
  const asked = { subject, ...spanOf(span), page_size: REPLAY_PAGE };
  const query = useInfiniteQuery({
    queryKey: ['audit', 'replay', asked],
    enabled: subject !== '',
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => read('/audit/replay', { ...asked, beyond: pageParam }, { signal }),
    getNextPageParam: (last) => last.next,
    staleTime: Infinity,
  });
  const { fetchNextPage, hasNextPage } = query;
  /** Reads on until an event is reached that is asked for, or the end; answers all events read. */
  const readUntil = async (isReached: (last: ReplayEvent) => boolean): Promise<readonly ReplayEvent[]> => {
    let events = query.data === undefined ? [] : joined(query.data.pages).events;
    for (let hasMore = hasNextPage; hasMore;) {
      const last = events.at(-1);
      if (last !== undefined && isReached(last)) break;
      const read = await fetchNextPage({ cancelRefetch: false });
      if (read.data === undefined || read.isError) break;
      ({ events } = joined(read.data.pages));
      hasMore = read.hasNextPage;
    }
    return events;
  };
  return { ...query, readUntil, replay: query.data && joined(query.data.pages) };
}

/** Pages as one: a file is known from the first page that touches it. */
function joined(pages: readonly { readonly data: ReplayView }[]): Replay {
  const files: Files = {};
  for (const { data } of pages)
    for (const [stream, file] of Object.entries(data.files)) files[stream] ??= file;
  const { name = null, standing = {} } = pages[0]?.data ?? {};
  return { name, standing, files, events: pages.flatMap(({ data }) => data.events) };
}

/** What was written with an event, or because of it. */
export const useRelated = (position: number) =>
  useQuery(readQuery(['audit', 'related', position], '/audit/related', { position }));

export const useSubjects = (words: string) =>
  useQuery(readQuery(['audit', 'subject', words], '/audit/subject', { q: words }, { enabled: words !== '' }));

export type FoundSubject = DataOf<'GET', '/audit/subject'>[number];

/** A list by the log, the newest first, live; older entries page by page. */
function useOlderPages<Row>(
  name: string,
  asked: object,
  readBefore: (before: number | null, signal: AbortSignal) => Promise<Page<Row>>,
  everyMs = READ_AGAIN_MS,
) {
  const queryKey = ['audit', name, asked];
  useLiveRefresh(queryKey, ['log'], everyMs);
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => readBefore(pageParam, signal),
    getNextPageParam: (last) => last.next,
    placeholderData: (previous) => previous,
  });
  const pages = query.data?.pages;
  return {
    ...query,
    pageCount: pages?.length ?? 0,
    data: pages && { data: pages.flatMap(({ data }) => data) },
  };
}
