import type { SealingView } from '@atelier/contracts/system/sealing/schema.ts';
import type { LogVerificationView } from '@atelier/contracts/audit/verification/schema.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { read } from '../../lib/api/client.ts';
import { useCommand } from '../../lib/api/use-command.ts';

export type { LogVerificationView };

const RUNNING_MS = 1_000;
const IDLE_MS = 30_000;

const verificationsQuery = () =>
  queryOptions({
    queryKey: ['audit', 'verifications'],
    queryFn: ({ signal }) => read<LogVerificationView[]>('/audit/verifications', {}, { signal }),
  });

/** Verifications of the log, the newest first; asked for each second while one is under way. */
export const useVerifications = () =>
  useQuery({
    ...verificationsQuery(),
    refetchInterval: ({ state }) => (state.data?.data[0]?.state === 'running' ? RUNNING_MS : IDLE_MS),
  });

const SEALING_MS = 5_000;

/** How far the log is sealed, read again every few seconds. */
export const useSealing = () =>
  useQuery({
    queryKey: ['audit', 'sealing'],
    queryFn: ({ signal }) => read<SealingView>('/audit/sealing', {}, { signal }),
    refetchInterval: SEALING_MS,
  });

/** Has the whole log verified. */
export function useVerify() {
  const client = useQueryClient();
  return useCommand<undefined, LogVerificationView>(() => ({ path: '/audit/verify' }), {
    onSettled: () => void client.invalidateQueries(verificationsQuery()),
  });
}
