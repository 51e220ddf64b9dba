import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ListScreen } from '../../../shared/paged-table/list-screen.tsx';
import { sitesQuery } from '../../../shared/queries/sites.ts';
import { NewUserPanel } from './new-user-panel.tsx';
import { useOpenUser } from './use-open-user.ts';
import { UserFilters } from './user-filters.tsx';
import { UserList } from './user-list.tsx';
import { UserPanel } from './user-panel.tsx';
import { useUserFilters, useUsers } from '../queries.ts';
import './users.css';

/** `/operation/manage-user`: accounts, where they stand and what they may do (product/identity.md §8). */
export function Screen() {
  const { t } = useTranslation('users');
  const filters = useUserFilters();
  const [open, show] = useOpenUser();
  const users = useUsers(filters);
  const sites = useQuery(sitesQuery()).data?.data ?? [];
  return (
    <ListScreen
      id="users"
      lead={t('lead')}
      title={t('title')}
      total={users.data && (users.data.total ?? 0)}
      add={{
        label: t('new'),
        icon: <UserPlus size={16} aria-hidden />,
        onClick: () => show('new'),
        testId: 'user-new',
      }}
      list={
        <>
          <UserFilters filters={filters} sites={sites} />
          <UserList query={users} filters={filters} onOpen={show} />
        </>
      }
    >
      {open === 'new' && <NewUserPanel sites={sites} onClose={() => show(null)} />}
      {typeof open === 'number' && (
        <UserPanel key={open} id={open} sites={sites} onClose={() => show(null)} />
      )}
    </ListScreen>
  );
}
