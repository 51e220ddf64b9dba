import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Pager } from '../../../shared/paged-table/pager.tsx';
import { PagedTable } from '../../../shared/paged-table/paged-table.tsx';
import type { DrawnQuery } from '../../../shared/paged-table/query-view.tsx';
import { UserRow } from './user-row.tsx';
import { PAGE_SIZE, type UserFiltersState, type UserView } from '../queries.ts';

interface UserListProps {
  query: DrawnQuery<{ data: UserView[]; total?: number | undefined }>;
  filters: UserFiltersState;
  onOpen: (id: number) => void;
}

/** One line per account, by name. */
export function UserList({ query, filters: { page, turnTo, clear }, onOpen }: UserListProps) {
  const { t } = useTranslation('users');
  return (
    <PagedTable
      query={query}
      skeleton={{ rows: 8, height: 44, gap: 14 }}
      failed={t('failed')}
      empty={
        <EmptyState
          title={t('none')}
          icon={<Users aria-hidden />}
          action={<Button onClick={clear}>{t('showAll')}</Button>}
          testId="users-none"
        >
          {t('noneBody')}
        </EmptyState>
      }
      foot={<Pager id="users" total={query.data?.total} pageSize={PAGE_SIZE} page={page} onPage={turnTo} />}
    >
      {(user) => <UserRow key={user.id} user={user} onOpen={onOpen} />}
    </PagedTable>
  );
}
