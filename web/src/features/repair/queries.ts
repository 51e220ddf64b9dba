import { readQuery } from '../../lib/api/read-query.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/** Every SAV check of a package; nothing is asked without a number. */
export const savChecksQuery = (tracking: string) =>
  readQuery(
    ['shipping', 'sav-checks', tracking],
    '/savcheck',
    { tracking_no: tracking },
    {
      enabled: tracking !== '',
      // A wrong number stays wrong.
      retry: (times, error) => !(error instanceof ApiError && error.status === 400) && times < 2,
    },
  );

/** The packages here whose SAV check is due, and how many were checked today. */
export const savWaitingQuery = () => readQuery(['shipping', 'sav-waiting'], '/savcheck/waiting');
