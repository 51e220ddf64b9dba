import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { UserRow } from './user-row.tsx';
import { PAGE_SIZE } from './users-queries.ts';
import type { UsersAsked, UserView } from './users-queries.ts';

interface UserListProps {
  query: UseQueryResult<{ data: UserView[]; total?: number | undefined }>;
  asked: UsersAsked;
  onChange: (part: Partial<UsersAsked>) => void;
  onOpen: (id: number) => void;
}

const EVERYBODY = { search: '', type: '', site: '', active: '' } as const;

/** One line per account, by name. */
export function UserList({ query, asked, onChange, onOpen }: UserListProps) {
  const { t } = useTranslation('users');
  const rows = query.data?.data ?? [];
  if (query.isPending)
    return (
      <div className="panel-body">
        <Skeleton rows={8} height={44} gap={14} />
      </div>
    );
  if (query.isError && rows.length === 0)
    return (
      <ErrorState title={t('failed')} detail={errorLine(query.error)} onRetry={() => void query.refetch()} />
    );
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('none')}
        icon={<Users aria-hidden />}
        action={<Button onClick={() => onChange(EVERYBODY)}>{t('showAll')}</Button>}
        testId="users-none"
      >
        {t('noneBody')}
      </EmptyState>
    );
  return (
    <>
      <ul className="users-list" aria-busy={query.isPlaceholderData || undefined}>
        {rows.map((user) => (
          <UserRow key={user.id} user={user} onOpen={onOpen} />
        ))}
      </ul>
      <Pages total={query.data?.total ?? 0} page={asked.page} onPage={(page) => onChange({ page })} />
    </>
  );
}

function Pages({ total, page, onPage }: { total: number; page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('users');
  const { number } = useStaffFormat();
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (last === 1 && page === 1) return null;
  return (
    <div className="panel-foot users-pages">
      <Button
        variant="quiet"
        icon={<ChevronLeft size={16} aria-hidden className="flips" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        testId="users-before"
      >
        {t('before')}
      </Button>
      <span className="small muted num">{t('page', { page: number(page), last: number(last) })}</span>
      <Button
        variant="quiet"
        icon={<ChevronRight size={16} aria-hidden className="flips" />}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
        testId="users-after"
      >
        {t('after')}
      </Button>
    </div>
  );
}
