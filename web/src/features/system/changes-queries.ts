import { CHANGE_KINDS } from '@atelier/domain/audit/administered.ts';
import type { ChangeKind } from '@atelier/domain/audit/administered.ts';
import type { ChangeView } from '@atelier/domain/audit/schema.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { ApiResponse } from '../../lib/api/client.ts';
import { read } from '../../lib/api/client.ts';
import { useLiveRefresh } from '../../live/use-live.ts';

export type { ChangeKind, ChangeView };
export { CHANGE_KINDS };
export type ChangeLine = ChangeView['lines'][number];

export interface ChangesAsked {
  readonly kind: ChangeKind | '';
  readonly person: string;
}

interface ChangesPage extends ApiResponse<ChangeView[]> {
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly next: number | null;
}

const PAGE_SIZE = 50;
/** A net beneath the live connection. */
const AGAIN_MS = 60_000;

/** Changes from the newest on, live; older ones page by page. */
export function useChanges({ kind, person }: ChangesAsked) {
  const queryKey = ['system', 'changes', kind, person];
  useLiveRefresh(queryKey, ['changes'], 1_000);
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      read<ChangeView[]>(
        '/system/changes',
        { kind, person, before: pageParam, page_size: PAGE_SIZE },
        { signal },
      ) as Promise<ChangesPage>,
    getNextPageParam: (last) => last.next,
    placeholderData: (previous) => previous,
    refetchInterval: AGAIN_MS,
  });
  const pages = query.data?.pages ?? [];
  return { ...query, changes: pages.flatMap(({ data }) => data), people: pages[0]?.people ?? [] };
}

/** What is shown stands in the address, so that it can be sent to a colleague. */
export function useChangesAsked(): readonly [ChangesAsked, (part: Partial<ChangesAsked>) => void] {
  const [params, setParams] = useSearchParams();
  const person = params.get('person') ?? '';
  const asked: ChangesAsked = {
    kind: CHANGE_KINDS.find((kind) => kind === params.get('kind')) ?? '',
    person: /^[1-9]\d{0,14}$/.test(person) ? person : '',
  };
  const change = (part: Partial<ChangesAsked>): void => {
    const next = Object.entries({ ...asked, ...part }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true });
  };
  return [asked, change];
}
