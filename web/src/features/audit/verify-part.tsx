import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useVerifications, useVerify } from './verify-queries.ts';
import { VerifyRow } from './verify-row.tsx';

/** Has the whole log walked on demand, and shows what each walk found, the newest first (product/audit.md §8). */
export function VerifyPart() {
  const { t } = useTranslation('audit');
  const query = useVerifications();
  const verify = useVerify();
  const isRunning = query.data?.data.some(({ state }) => state === 'running') ?? false;
  return (
    <ListScreen
      id="verify"
      lead={t('verify.lead')}
      title={t('verify.title')}
      add={{
        label: t('verify.start'),
        icon: <ShieldCheck size={16} aria-hidden />,
        busy: verify.isPending || isRunning,
        onClick: () => verify.mutate(undefined),
        testId: 'verify-start',
      }}
      list={
        <PagedTable
          query={query}
          skeleton={{ rows: 3, height: 52, gap: 14 }}
          failed={t('verify.failed')}
          empty={<EmptyState title={t('verify.none')} />}
          testId="verify-list"
        >
          {(found) => <VerifyRow key={found.id} found={found} />}
        </PagedTable>
      }
    />
  );
}
