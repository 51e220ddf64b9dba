import { useLiveQuery } from '../../../shared/queries/live-query.ts';
import { readQuery } from '../../../lib/api/read-query.ts';
import type {
  RetainedView,
  RetentionCounts,
  RetentionPreview,
  RetentionView,
} from '@atelier/contracts/privacy/retention-schema.ts';

export type { RetainedView, RetentionCounts, RetentionPreview, RetentionView };
export type ProposalView = NonNullable<RetentionView['proposal']>;
export type RetentionRunView = RetentionView['runs'][number];

/** A net beneath the live connection. */
const AGAIN_MS = 60_000;

/** The schedule, its proposal and its runs, live. */
export const useRetention = () =>
  useLiveQuery(readQuery(['privacy', 'retention'], '/privacy/retention', {}, { refetchInterval: AGAIN_MS }), [
    'privacy',
  ]);
