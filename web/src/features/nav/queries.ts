import { useLiveQuery } from '../../shared/queries/live-query.ts';
import type { NavDocumentView } from '@atelier/contracts/nav/schema.ts';
import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import { NAV_STATES } from '@atelier/domain/nav/document.ts';
import { keepPreviousData } from '@tanstack/react-query';
import type { Answer } from '../../lib/api/client.ts';
import { oneOf, textUpTo, useFilters } from '../../shared/filter-bar/use-filters.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { readQuery } from '../../lib/api/read-query.ts';

type NavFilter = NavDocumentView['state'] | 'attention';

const FILTERS: readonly NavFilter[] = [...NAV_STATES, 'attention'];

/** Which documents the list shows. */
export const useNavFilters = () =>
  useFilters({ state: oneOf(FILTERS), search: textUpTo(TRACKING_NUMBER.most) }, 'nav');

export type NavFiltersState = ReturnType<typeof useNavFilters>;
type NavAsked = Pick<NavFiltersState, 'values' | 'page'>;

export type NavListAnswer = Answer<'GET', '/nav/documents'>;

export const PAGE_SIZE = 25;
const ROOT = ['nav'] as const;

export const navListQuery = (asked: NavAsked) =>
  readQuery([...ROOT, 'list', asked.values, asked.page], '/nav/documents', queryOf(asked), {
    placeholderData: keepPreviousData,
  });

function queryOf({ values: { state, search }, page }: NavAsked) {
  return {
    page,
    page_size: PAGE_SIZE,
    ...(state === 'attention' ? { attention: '1' as const } : state !== '' && { state }),
    ...(search !== '' && { tracking_no: search }),
  };
}

const navDetailQuery = (id: number) =>
  readQuery([...ROOT, 'detail', id], '/nav/document', { id }, { enabled: id > 0 });

/** The documents of one's site; everywhere for who stands nowhere. Read again whenever one of them, or the way, changes. */
export const useNavList = (asked: NavAsked) => useLiveQuery(navListQuery(asked), [useNavTopic()]);
export const useNavDetail = (id: number) => useLiveQuery(navDetailQuery(id), [useNavTopic()]);

const useNavTopic = (): string => `nav:${useSession().view.site?.id ?? 0}`;
