import { keepPreviousData } from '@tanstack/react-query';
import type { DataOf } from '../../../lib/api/calls.ts';
import { readQuery } from '../../../lib/api/read-query.ts';
import type { WhatIfQuery } from './what-if-state.ts';

export const WHAT_IF_PAGE = 50;

/** A period is decided again at the server: the answer before stays in view until it comes. */
export const whatIfQuery = (query: WhatIfQuery, page: number) =>
  readQuery(
    ['insight', 'what-if', query, page],
    '/insight/what-if',
    { ...query, page, page_size: WHAT_IF_PAGE },
    { placeholderData: keepPreviousData, staleTime: 60_000, timeout: 'general' },
  );

export const feesQuery = () =>
  readQuery(['reference', 'repair-fees', ''], '/repairfees', {}, { staleTime: 3_600_000 });

export type WhatIf = DataOf<'GET', '/insight/what-if'>;
export type Sums = WhatIf['sums'];
export type WhatIfRow = WhatIf['rows'][number];
