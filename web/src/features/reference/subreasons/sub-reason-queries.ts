import type { SubReasonView, SystemReasonView } from '@atelier/domain/reference/schema.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { read } from '../../../lib/api/client.ts';
import { useLiveRefresh } from '../../../live/use-live.ts';

export type { SubReasonView, SystemReasonView };

const REASONS = ['reference', 'system-reasons'] as const;

export const systemReasonsQuery = () =>
  queryOptions({
    queryKey: [...REASONS, 'all'],
    queryFn: ({ signal }) => read<SystemReasonView[]>('/system/reason/list', {}, { signal }),
  });

export const subReasonsQuery = (reasonId: number) =>
  queryOptions({
    queryKey: [...REASONS, 'of', reasonId],
    queryFn: ({ signal }) =>
      read<SubReasonView[]>('/system/subreason/list', { rma_reason_id: reasonId }, { signal }),
  });

export const subReasonQuery = (id: number) =>
  queryOptions({
    queryKey: [...REASONS, 'one', id],
    queryFn: ({ signal }) => read<SubReasonView>('/system/subreason/get', { id }, { signal }),
    staleTime: 0,
    // Opened again, it is read again: what an earlier look left would be an old version to save upon.
    gcTime: 0,
    // While somebody types, nothing may change beneath them.
    refetchOnReconnect: false,
  });

/** Every reason, read again when somebody switches or saves one. */
export function useSystemReasons() {
  useLiveRefresh(systemReasonsQuery().queryKey, ['system']);
  return useQuery(systemReasonsQuery());
}

export function useSubReasons(reasonId: number) {
  useLiveRefresh(subReasonsQuery(reasonId).queryKey, ['system']);
  return useQuery(subReasonsQuery(reasonId));
}

/** After a change: the lists here, and what this window offers at its forms. */
export function useReadReasonsAgain(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: systemReasonsQuery().queryKey });
    void client.invalidateQueries({ queryKey: [...REASONS, 'of'] });
    void client.invalidateQueries({ queryKey: ['reference', 'reasons'] });
  }, [client]);
}
