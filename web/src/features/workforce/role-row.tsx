import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../ui/tag.tsx';
import { useWash } from '../../ui/use-wash.ts';
import { benchesOf, wordsOf } from './permission-groups.ts';
import { useFloorWord } from './use-floor-word.ts';
import type { WorkerRoleView } from './workforce-queries.ts';

/** One role: what it is called, what it opens, and how many hold it. */
export function RoleRow({ role, onOpen }: { role: WorkerRoleView; onOpen: (id: number) => void }) {
  const { t } = useTranslation(['workers', 'status']);
  const wordOf = useFloorWord();
  const isFresh = useWash(role.version);
  const benches = benchesOf(role.Permission);
  return (
    <li className={isFresh ? 'role-row washed' : 'role-row'} data-testid={`role-${role.Key}`}>
      <span className="role-name">
        <button type="button" className="worker-open" onClick={() => onOpen(role.ID)}>
          <bdi>{wordOf(role.Name)}</bdi>
        </button>
        <bdi className="small muted worker-mono" dir="ltr">
          {role.Key}
        </bdi>
      </span>
      <span className="role-benches">
        {benches.map((name) => (
          <Tag key={name}>{t(wordsOf(name), name)}</Tag>
        ))}
        {benches.length === 0 && <span className="small muted">{t('noBench')}</span>}
      </span>
      <span className="role-count small muted num" data-testid={`role-workers-${role.Key}`}>
        <UsersRound size={15} aria-hidden />
        {t('holders', { count: role.Workers })}
      </span>
    </li>
  );
}
