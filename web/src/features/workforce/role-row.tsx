import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { ListRow, RowOpen } from '../../shared/paged-table/paged-table.tsx';
import { benchesOf, wordsOf } from '../../shared/permissions/permission-groups.ts';
import { useFloorWord } from './use-floor-word.ts';
import type { WorkerRoleView } from './queries.ts';

interface RoleRowProps {
  role: WorkerRoleView;
  /** Undefined where roles are only read. */
  onOpen: ((id: number) => void) | undefined;
}

/** One role: what it is called, what it opens, and how many hold it. */
export function RoleRow({ role, onOpen }: RoleRowProps) {
  const { t } = useTranslation(['workers', 'permissions', 'status']);
  const wordOf = useFloorWord();
  const benches = benchesOf(role.Permission);
  return (
    <ListRow className="role-row" version={role.version} testId={`role-${role.Key}`}>
      <span className="words">
        {onOpen === undefined ? (
          <span>{wordOf(role.Name)}</span>
        ) : (
          <RowOpen onOpen={() => onOpen(role.ID)}>{wordOf(role.Name)}</RowOpen>
        )}
        <bdi className="small muted mono" dir="ltr">
          {role.Key}
        </bdi>
      </span>
      <Cluster gap={6}>
        {benches.map((name) => (
          <Tag key={name}>{t(wordsOf(name), name)}</Tag>
        ))}
        {benches.length === 0 && <span className="small muted">{t('noBench')}</span>}
      </Cluster>
      <span
        className="row role-count gap-6 self-end small muted num"
        data-testid={`role-workers-${role.Key}`}
      >
        <UsersRound size={15} aria-hidden />
        {t('holders', { count: role.Workers })}
      </span>
    </ListRow>
  );
}
