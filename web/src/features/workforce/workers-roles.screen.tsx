import { useQuery } from '@tanstack/react-query';
import { UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { NewRolePanel } from './new-role-panel.tsx';
import { RolePanel } from './role-panel.tsx';
import { RoleRow } from './role-row.tsx';
import { rolesQuery } from './queries.ts';
import './workforce.css';

/** `/workers-roles`: which benches a role opens; a site reads them, the house changes them (product/workforce.md §4). */
export function Screen() {
  const { t } = useTranslation('workers');
  const roles = useQuery(rolesQuery());
  const isOfHouse = useSession().view.site === null;
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const rows = roles.data?.data;
  const chosen = rows?.find(({ ID }) => ID === open);
  return (
    <ListScreen
      id="roles"
      lead={t('rolesLead')}
      title={t('roles')}
      total={rows?.length}
      {...(isOfHouse && {
        add: { label: t('newRole'), onClick: () => setOpen('new'), testId: 'role-new' },
      })}
      list={
        <PagedTable
          query={roles}
          skeleton={{ rows: 4, height: 52, gap: 16 }}
          failed={t('rolesFailed')}
          empty={
            <EmptyState title={t('rolesEmpty')} icon={<UserRoundCog aria-hidden />}>
              {t('rolesEmptyBody')}
            </EmptyState>
          }
        >
          {(role) => <RoleRow key={role.ID} role={role} onOpen={isOfHouse ? setOpen : undefined} />}
        </PagedTable>
      }
    >
      {open === 'new' && <NewRolePanel onClose={() => setOpen(null)} onMade={setOpen} />}
      {chosen !== undefined && <RolePanel key={chosen.ID} role={chosen} onClose={() => setOpen(null)} />}
    </ListScreen>
  );
}
