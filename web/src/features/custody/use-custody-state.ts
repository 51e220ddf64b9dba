import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CustodySubject } from '../../shared/custody/queries.ts';

export const WAYS = ['site', 'item', 'package'] as const;
export type Way = (typeof WAYS)[number];

/** What stands in the address: a reload, a link and "back" ask the same question. */
export interface CustodyState {
  readonly by: Way;
  readonly site: number | null;
  /** Number of a piece or of a package, as typed. */
  readonly q: string;
  readonly kept: boolean;
  /** An instant; null = now. */
  readonly at: string | null;
  readonly page: number;
  readonly rma: number | null;
  readonly item: number | null;
}

const positive = (text: string | null): number | null => {
  const number = Number(text);
  return text !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/;

export function readCustodyState(params: URLSearchParams): CustodyState {
  const at = params.get('at') ?? '';
  return {
    by: WAYS.find((way) => way === params.get('by')) ?? 'site',
    site: positive(params.get('site')),
    q: (params.get('q') ?? '').trim().slice(0, 64),
    kept: params.get('kept') === '1',
    at: INSTANT.test(at) ? at : null,
    page: positive(params.get('page')) ?? 1,
    rma: positive(params.get('rma')),
    item: positive(params.get('item')),
  };
}

export function writeCustodyState(state: CustodyState): URLSearchParams {
  const params = new URLSearchParams();
  const { kept, page, ...rest } = state;
  const values = { ...rest, kept: kept ? '1' : null, page: page > 1 ? page : null };
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== '') params.set(name, String(value));
  }
  return params;
}

export function useCustodyState(): [CustodyState, (part: Partial<CustodyState>) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (part: Partial<CustodyState>) => {
      const before = readCustodyState(new URLSearchParams(location.search));
      // Another question begins at its first page.
      const page = part.page ?? (part.rma === undefined ? 1 : before.page);
      setParams(writeCustodyState({ ...before, ...part, page }));
    },
    [setParams],
  );
  return [readCustodyState(params), change];
}

/** The question a state asks; null while there is none, `'unreadable'` when the typed number cannot be a piece's. */
export function subjectOf(state: CustodyState, ownSite: number | null): CustodySubject | 'unreadable' | null {
  switch (state.by) {
    case 'site': {
      const siteId = ownSite ?? state.site;
      return siteId === null ? null : { by: 'site', siteId, kept: state.kept };
    }
    case 'package':
      return state.q.length < 3 ? null : { by: 'package', tracking: state.q };
    case 'item': {
      if (state.q === '') return null;
      const code = parseScannedCode(state.q);
      return code === null ? 'unreadable' : { by: 'item', itemId: code.id };
    }
  }
}
