import type { CreateViewBody, SavedView } from '@atelier/contracts/repair-list/views/schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiResponse } from '../../lib/api/client.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { keepFilters, lastFilters } from '../../lib/session/last-filters.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { type ListAudience, viewsQuery } from './queries.ts';
import { type ListState, readListState, writeListState } from './list-state.ts';
import type { ChangeList } from './use-list-state.ts';
import { stateOfView } from './view-filters.ts';

/** A list is not held up for longer by views that do not come. */
const WAITED_FOR_MS = 1_500;

export const useViews = (list: ListAudience) => useQuery(viewsQuery(list));

/** Keeping, changing and forgetting views; the list of them is read again after each. */
export function useViewCommands(list: ListAudience) {
  const { t } = useTranslation('search');
  const client = useQueryClient();
  const again = () => void client.invalidateQueries(viewsQuery(list));
  const create = useCommand(
    (body: Omit<CreateViewBody, 'list'>) => ({ path: '/views', body: { list, ...body } }),
    { quiet: ['view_name_taken'], onSuccess: ({ data }) => (again(), told(data)) },
  );
  const change = useCommand(
    ({ id, ...body }: Partial<SavedView> & { id: number }) => ({ method: 'PUT', path: `/views/${id}`, body }),
    { quiet: ['view_name_taken'], onSuccess: ({ data }) => (again(), told(data)) },
  );
  const forget = useCommand(({ id }: SavedView) => ({ method: 'DELETE', path: `/views/${id}` }), {
    done: (_answer, { name }) => t('views.deleted', { name }),
    onSuccess: () => again(),
  });
  const told = ({ name }: SavedView) => notify({ tone: 'good', title: t('views.saved', { name }) });
  return { create, change, forget };
}

interface Views {
  readonly data: ApiResponse<SavedView[]> | undefined;
  readonly isPending: boolean;
}

/**
 * Opens a list whose address names no filter with the filters it was left with in this session, or else with the person's default view.
 * Returns whether that is still open: until then nothing is read, so that the list does not change under the reader.
 */
export function useFirstFilters(
  list: ListAudience,
  views: Views,
  state: ListState,
  change: ChangeList,
): boolean {
  const [isOpen, setOpen] = useState(() => writeListState(state).size === 0);
  const [last] = useState(() => lastFilters(list));
  const isReady = last !== null || !views.isPending;
  const isWaiting = isOpen && !isReady;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setOpen(false), WAITED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  useEffect(() => {
    if (!isOpen || !isReady) return;
    // Together with the address, so that no list is asked for in between.
    startTransition(() => setOpen(false));
    const first = last === null ? stateOfDefault(views) : readListState(new URLSearchParams(last));
    if (first === undefined) return;
    // An opened piece would be a step that the back button undoes.
    const { open: _, ...filters } = first;
    change(filters);
  }, [isOpen, isReady, last, views, change]);
  const kept = writeListState({ ...state, q: '', open: null }).toString();
  useEffect(() => {
    if (!isOpen) keepFilters(list, kept);
  }, [isOpen, list, kept]);
  return isWaiting;
}

function stateOfDefault({ data }: Views): ListState | undefined {
  const first = data?.data.find((view) => view.is_default);
  return first && stateOfView(first);
}
