import type { SavChecksView } from '@atelier/domain/shipping/sav-check-contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { read } from '../../lib/api/client.ts';

/** Every SAV check of a package; nothing is asked without a number. */
export const savChecksQuery = (tracking: string) =>
  queryOptions({
    queryKey: ['shipping', 'sav-checks', tracking],
    queryFn: ({ signal }) => read<SavChecksView>('/savcheck', { tracking_no: tracking }, { signal }),
    enabled: tracking !== '',
    // A wrong number stays wrong.
    retry: (times, error) => !(error instanceof ApiError && error.status === 400) && times < 2,
  });
