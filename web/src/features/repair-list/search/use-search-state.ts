import { SEARCH_FIELDS, SEARCH_LENGTH, type SearchField } from '@atelier/domain/repair-list/contract.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OpenPiece } from '../../../shared/item/open-piece.ts';

export interface SearchState {
  readonly q: string;
  /** One group alone, or all. */
  readonly by: SearchField | null;
  readonly open: OpenPiece | null;
}

const TYPING_PAUSE_MS = 180;

const positive = (text: string | null): number | null => {
  const number = Number(text);
  return text !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
};

export function readSearchState(params: URLSearchParams): SearchState {
  const by = params.get('by');
  const rmaId = positive(params.get('rma'));
  return {
    q: (params.get('q') ?? '').trim().slice(0, SEARCH_LENGTH.most),
    by: SEARCH_FIELDS.find((field) => field === by) ?? null,
    open: rmaId === null ? null : { rmaId, itemId: positive(params.get('item')) },
  };
}

export function writeSearchState(state: SearchState, before: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(before);
  const values = { q: state.q, by: state.by, rma: state.open?.rmaId, item: state.open?.itemId };
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') params.delete(name);
    else params.set(name, String(value));
  }
  return params;
}

/** What is searched for stands in the address: a reload, a link and "back" find it again. */
export function useSearchState(): [SearchState, (part: Partial<SearchState>) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (part: Partial<SearchState>) => {
      const before = new URLSearchParams(location.search);
      const isStep = part.open !== undefined;
      setParams(writeSearchState({ ...readSearchState(before), ...part }, before), { replace: !isStep });
    },
    [setParams],
  );
  return [readSearchState(params), change];
}

/** The text of the box, passed on after a short pause in typing; what comes from elsewhere (a scan, "back") wins. */
export function useTypedQuery(q: string, tell: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const told = useRef(q);
  useEffect(() => {
    if (q === told.current) return;
    told.current = q;
    setTyped(q);
  }, [q]);
  useEffect(() => {
    if (typed.trim() === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = typed.trim();
      tell(typed.trim());
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, tell]);
  return [typed, setTyped] as const;
}
