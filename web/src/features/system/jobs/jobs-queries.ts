import type { JobsRow } from '@atelier/domain/system/jobs/schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/api/client.ts';
import { readRows, useLiveRows, useRows } from '../../../live/rows.ts';

export type RowOf<What extends JobsRow['what']> = Extract<JobsRow, { what: What }>;

export const jobsQuery = () =>
  queryOptions({
    queryKey: ['jobs', 'all'],
    queryFn: ({ signal }) => readRows('job', () => read<JobsRow[]>('/jobs', {}, { signal })),
  });

/** A net beneath the live connection. */
const AGAIN_MS = 30_000;

/** Everything about jobs, each row newer as soon as the server has looked. */
export function useJobs() {
  useLiveRows({ kind: 'job', queryKey: jobsQuery().queryKey, topics: ['jobs'], accepts: () => true });
  const query = useQuery({ ...jobsQuery(), refetchInterval: AGAIN_MS });
  return { query, rows: useRows('job', query.data?.ids) };
}

export function rowsOf<What extends JobsRow['what']>(
  rows: readonly JobsRow[],
  what: What,
): readonly RowOf<What>[] {
  return rows.filter((row): row is RowOf<What> => row.what === what);
}

/** Failed before retrying before under way, then by queue: what asks for somebody stands first. */
const URGENCY = { failed: 0, retrying: 1, active: 2 } as const;

export const byUrgency = (a: RowOf<'job'>, b: RowOf<'job'>): number =>
  URGENCY[a.state] - URGENCY[b.state] || a.queue.localeCompare(b.queue) || a.job_id.localeCompare(b.job_id);
