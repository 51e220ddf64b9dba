import { readQuery } from '../../lib/api/read-query.ts';
import type { LogVerificationView } from '@atelier/contracts/audit/verification/schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../lib/api/use-command.ts';

export type { LogVerificationView };

const RUNNING_MS = 1_000;
const IDLE_MS = 30_000;

const verificationsQuery = () => readQuery(['audit', 'verifications'], '/audit/verifications');

/** Verifications of the log, the newest first; asked for each second while one is under way. */
export const useVerifications = () =>
  useQuery({
    ...verificationsQuery(),
    refetchInterval: ({ state }) => (state.data?.data[0]?.state === 'running' ? RUNNING_MS : IDLE_MS),
  });

const SEALING_MS = 5_000;

/** How far the log is sealed, read again every few seconds. */
export const useSealing = () =>
  useQuery(readQuery(['audit', 'sealing'], '/audit/sealing', {}, { refetchInterval: SEALING_MS }));

/** Has the whole log verified. */
export function useVerify() {
  const client = useQueryClient();
  return useCommand(() => ({ path: '/audit/verify' }), {
    onSettled: () => void client.invalidateQueries(verificationsQuery()),
  });
}
