import { useLiveQuery } from '../../shared/queries/live-query.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import type { ClearingRunView } from '@atelier/contracts/clearing/schema.ts';

/** The path of the call that previews and runs; its runs and their undoing stand below it. */
export const CLEARING = '/tools/autoclientreceived';

const RUNNING_MS = 2_000;
const isMoving = ({ state }: ClearingRunView): boolean =>
  state === 'queued' || state === 'running' || state === 'undoing';

export const runsQuery = () => readQuery(['clearing', 'runs'], `${CLEARING}/runs`);

/** The newest runs: notified by the `jobs` topic, and read again while one is moving, for its progress. */
export const useRuns = () =>
  useLiveQuery(
    {
      ...runsQuery(),
      refetchInterval: ({ state }) => (state.data?.data.some(isMoving) === true ? RUNNING_MS : false),
    },
    ['jobs'],
  );
