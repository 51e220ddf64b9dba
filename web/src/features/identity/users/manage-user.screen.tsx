import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { sitesQuery } from '../../../shared/queries/sites.ts';
import { NewUserPanel } from './new-user-panel.tsx';
import { UserFilters } from './user-filters.tsx';
import { UserList } from './user-list.tsx';
import { UserPanel } from './user-panel.tsx';
import { useUsersAsked } from './use-users-asked.ts';
import { useUsers } from './users-queries.ts';
import './users.css';

/** `/operation/manage-user`: accounts, where they stand and what they may do (product/identity.md §8). */
export function Screen() {
  const { t } = useTranslation('users');
  const { number } = useStaffFormat();
  const { asked, open, change, show } = useUsersAsked();
  const users = useUsers(asked);
  const sites = useQuery(sitesQuery()).data?.data ?? [];
  return (
    <div className="stack" data-testid="users-page">
      <p className="muted users-lead">{t('lead')}</p>
      <Panel
        title={t('title')}
        aside={users.data && <span data-testid="users-total">{number(users.data.total ?? 0)}</span>}
        action={
          <Button
            variant="primary"
            icon={<UserPlus size={16} aria-hidden />}
            onClick={() => show('new')}
            testId="user-new"
          >
            {t('new')}
          </Button>
        }
        testId="users"
      >
        <UserFilters asked={asked} sites={sites} onChange={change} />
        <UserList query={users} asked={asked} onChange={change} onOpen={show} />
      </Panel>
      {open === 'new' && <NewUserPanel sites={sites} onClose={() => show(null)} />}
      {typeof open === 'number' && (
        <UserPanel key={open} id={open} sites={sites} onClose={() => show(null)} />
      )}
    </div>
  );
}
