import { useQuery } from '@tanstack/react-query';
import { UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { ListScreen } from '../../../shared/paged-table/list-screen.tsx';
import { PagedTable, ListRow, RowOpen } from '../../../shared/paged-table/paged-table.tsx';
import { rolesQuery, useRoleName, type RoleView } from '../queries.ts';
import { NewRolePanel } from './new-role-panel.tsx';
import { RolePanel } from './role-panel.tsx';
import { PermissionWords } from '../../../shared/permissions/permission-choice.tsx';

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

/** One role: its name, its permissions in words, and how many accounts have it. */
function RoleRow({ role, onOpen }: { role: RoleView; onOpen: (id: number) => void }) {
  const { t } = useTranslation('users');
  const roleName = useRoleName();
  return (
    <ListRow className="account-role-row" version={role.version} testId={`account-role-${role.id}`}>
      <span className="words">
        <RowOpen onOpen={() => onOpen(role.id)}>{roleName(role.name)}</RowOpen>
        {roleName(role.name) !== role.name && (
          <bdi className="small muted" dir="ltr">
            {role.name}
          </bdi>
        )}
      </span>
      <span className="small role-words">
        <PermissionWords names={role.permissions} />
      </span>
      <span className="small muted num">{t('accountRole.accounts', { count: role.accounts })}</span>
    </ListRow>
  );
}
