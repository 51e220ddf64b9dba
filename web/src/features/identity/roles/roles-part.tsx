import { useQuery } from '@tanstack/react-query';
import { UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { ListScreen } from '../../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../../shared/paged-table/paged-table.tsx';
import { rolesQuery } from '../queries.ts';
import { NewRolePanel } from './new-role-panel.tsx';
import { RolePanel } from './role-panel.tsx';
import { RoleRow } from './role-row.tsx';
import './roles.css';

/** The roles of accounts: what each allows, and how many accounts have it (product/identity.md §8). */
export function RolesPart() {
  const { t } = useTranslation('users');
  const roles = useQuery(rolesQuery());
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const rows = roles.data?.data;
  const chosen = rows?.find(({ id }) => id === open);
  return (
    <ListScreen
      id="account-roles"
      lead={t('accountRole.lead')}
      title={t('accountRole.title')}
      total={rows?.length}
      add={{ label: t('accountRole.new'), onClick: () => setOpen('new'), testId: 'account-role-new' }}
      list={
        <PagedTable
          query={roles}
          skeleton={{ rows: 5, height: 52, gap: 16 }}
          failed={t('accountRole.failed')}
          empty={<EmptyState title={t('accountRole.title')} icon={<UserRoundCog aria-hidden />} />}
        >
          {(role) => <RoleRow key={role.id} role={role} onOpen={setOpen} />}
        </PagedTable>
      }
    >
      {open === 'new' && <NewRolePanel onClose={() => setOpen(null)} onMade={setOpen} />}
      {chosen !== undefined && <RolePanel key={chosen.id} role={chosen} onClose={() => setOpen(null)} />}
    </ListScreen>
  );
}
