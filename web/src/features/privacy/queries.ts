import { useLiveQuery } from '../../shared/queries/live-query.ts';
import type {
  ErasureView,
  LegalHoldView,
  PersonExportView,
  PersonView,
} from '@atelier/contracts/privacy/schema.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { oneOf, useFilters } from '../../shared/filter-bar/use-filters.ts';
import { readQuery } from '../../lib/api/read-query.ts';

export type { ErasureView, LegalHoldView, PersonExportView, PersonView };

const ROOT = ['privacy'] as const;
/** Every list of this screen, for a command: read again whatever came of it, without waiting for the live connection. */
export const PRIVACY = [ROOT];
export const PAGE_SIZE = 25;
/** A net beneath the live connection. */
const AGAIN_MS = 60_000;

/** Each list is read again as soon as anything of this slice changed. */
const TOPICS = ['privacy'] as const;

export const useRequestFilters = () => useFilters({ show: oneOf(['all']) }, 'privacy');

const requestsQuery = (show: 'waiting' | 'all', page: number) =>
  readQuery(
    [...ROOT, 'requests', show, page],
    '/privacy/requests',
    { show, page, page_size: PAGE_SIZE },
    { placeholderData: keepPreviousData, refetchInterval: AGAIN_MS },
  );

export const useRequests = (show: 'waiting' | 'all', page: number) =>
  useLiveQuery(requestsQuery(show, page), TOPICS);

export const useHolds = () =>
  useLiveQuery(readQuery([...ROOT, 'holds'], '/privacy/holds', {}, { refetchInterval: AGAIN_MS }), TOPICS);

export const useExports = () =>
  useLiveQuery(
    readQuery([...ROOT, 'exports'], '/privacy/exports', {}, { refetchInterval: AGAIN_MS }),
    TOPICS,
  );
