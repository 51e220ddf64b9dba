import { useQuery } from '@tanstack/react-query';
import { Plus, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { errorLine } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { NewRolePanel } from './new-role-panel.tsx';
import { RolePanel } from './role-panel.tsx';
import { RoleRow } from './role-row.tsx';
import { rolesQuery } from './workforce-queries.ts';
import './workforce.css';

/** `/workers-roles`: which benches a role opens; it holds at once for who is signed in (product/workforce.md §4). */
export function Screen() {
  const { t } = useTranslation('workers');
  const { number } = useStaffFormat();
  const roles = useQuery(rolesQuery());
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const rows = roles.data?.data;
  const chosen = rows?.find(({ ID }) => ID === open);
  return (
    <div className="stack" data-testid="roles-page">
      <p className="muted workers-lead">{t('rolesLead')}</p>
      <Panel
        title={t('roles')}
        aside={rows && number(rows.length)}
        action={
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => setOpen('new')}
            testId="role-new"
          >
            {t('newRole')}
          </Button>
        }
        testId="roles"
      >
        {roles.isPending && (
          <div className="panel-body">
            <Skeleton rows={4} height={52} gap={16} />
          </div>
        )}
        {roles.isError && rows === undefined && (
          <ErrorState
            title={t('rolesFailed')}
            detail={errorLine(roles.error)}
            onRetry={() => void roles.refetch()}
          />
        )}
        {rows?.length === 0 && (
          <EmptyState title={t('rolesEmpty')} icon={<UserRoundCog aria-hidden />}>
            {t('rolesEmptyBody')}
          </EmptyState>
        )}
        <ul className="workers-list">
          {rows?.map((role) => (
            <RoleRow key={role.ID} role={role} onOpen={setOpen} />
          ))}
        </ul>
      </Panel>
      {open === 'new' && <NewRolePanel onClose={() => setOpen(null)} onMade={setOpen} />}
      {chosen !== undefined && <RolePanel key={chosen.ID} role={chosen} onClose={() => setOpen(null)} />}
    </div>
  );
}
