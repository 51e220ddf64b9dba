import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { viewsQuery } from '../../features/repair-list/queries.ts';
import { stateOfView } from '../../features/repair-list/view-filters.ts';
import { writeListState } from '../../features/repair-list/list-state.ts';
import { usePermission, useSession } from '../../lib/session/use-session.ts';
import { openableBy, visibleNav } from '../layout/nav.ts';
import { holds, type Entry } from './entry.ts';

/** The screens of the account that are called so. */
export function useScreens(words: string): readonly Entry[] {
  const { t } = useTranslation(['shell', 'status']);
  const { view } = useSession();
  return visibleNav(openableBy(view))
    .flatMap((group) => group.items)
    .map((item): Entry => ({
      key: item.to,
      group: 'screens',
      title: t(item.label),
      icon: <item.icon aria-hidden />,
      to: item.to,
    }))
    .filter(({ title }) => holds(title, words));
}

/** The views of the list that this account has kept. */
export function useSavedViews(words: string): readonly Entry[] {
  const { t } = useTranslation('palette');
  const isShop = useSession().view.user.user_type === 'shop';
  const mayShop = usePermission('view list all rma page');
  const mayOperation = usePermission('view list all rma page for operation');
  const enabled = isShop ? mayShop : mayOperation;
  const { data } = useQuery({ ...viewsQuery(isShop ? 'shop' : 'operation'), enabled });
  const path = isShop ? '/listRma' : '/operation/listRma';
  return (data?.data ?? [])
    .filter(({ name }) => holds(name, words))
    .map((view) => ({
      key: `view-${view.id}`,
      group: 'screens',
      title: view.name,
      note: t('view'),
      icon: <Bookmark aria-hidden />,
      to: `${path}?${writeListState(stateOfView(view)).toString()}`,
    }));
}
