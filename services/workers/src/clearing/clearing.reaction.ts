import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Reaction, Work } from '../jobs/reaction.ts';

export const CLEARING_QUEUE = 'clearing';

/** The job of one run; the same run is the same job, for every caller. */
export function clearingWork(runId: number): Work {
  return { name: 'clear', data: { run_id: runId }, key: `clearing-run-${runId}` };
}

/** Whenever a run was asked for, a worker clears it (product/clearing.md §1). */
export const clearingReaction: Reaction = {
  name: 'clearing',
  types: ['ClearingRunStarted'],
  workFor: ({ data }: StoredEvent) =>
    'runId' in data && typeof data.runId === 'number' ? [clearingWork(data.runId)] : [],
};
