import { readQuery } from '../../../lib/api/read-query.ts';
import type {
  RetainedView,
  RetentionCounts,
  RetentionPreview,
  RetentionView,
} from '@atelier/contracts/privacy/retention-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useLiveRefresh } from '../../../live/use-live.ts';

export type { RetainedView, RetentionCounts, RetentionPreview, RetentionView };
export type ProposalView = NonNullable<RetentionView['proposal']>;
export type RetentionRunView = RetentionView['runs'][number];

/** A net beneath the live connection. */
const AGAIN_MS = 60_000;

/** The schedule, its proposal and its runs, live. */
export function useRetention() {
  const queryKey = ['privacy', 'retention'];
  useLiveRefresh(queryKey, ['privacy']);
  return useQuery(readQuery(queryKey, '/privacy/retention', {}, { refetchInterval: AGAIN_MS }));
}
