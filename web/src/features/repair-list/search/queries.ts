import { readQuery } from '../../../lib/api/read-query.ts';
import { SEARCH_LENGTH } from '@atelier/domain/repair-list/contract.ts';

const GENERAL = { timeout: 'general' } as const;

/** `GET /rma/search`: pieces by what matched. */
export const rmaSearchQuery = (q: string) =>
  readQuery(
    ['rma', 'search', q],
    '/rma/search',
    { q },
    {
      ...GENERAL,
      enabled: q.length >= SEARCH_LENGTH.least,
      placeholderData: (previous) => (q.length >= SEARCH_LENGTH.least ? previous : undefined),
    },
  );
