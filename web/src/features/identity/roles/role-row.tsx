import { useTranslation } from 'react-i18next';
import { ListRow, RowOpen } from '../../../shared/paged-table/paged-table.tsx';
import { PermissionWords } from '../../../shared/permissions/permission-choice.tsx';
import { useRoleName, type RoleView } from '../queries.ts';

/** One role: its name, its permissions in words, and how many accounts have it. */
export function RoleRow({ role, onOpen }: { role: RoleView; onOpen: (id: number) => void }) {
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
