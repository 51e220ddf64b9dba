import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PagedTable, ListRow } from '../../shared/paged-table/paged-table.tsx';
import { Pager } from '../../shared/paged-table/pager.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { DecideDialog, type Deciding } from './decide-dialog.tsx';
import { PAGE_SIZE, useRequestFilters, useRequests } from './queries.ts';
import { RequestRow } from './request-row.tsx';
import type { ErasedAgainView } from '@atelier/contracts/privacy/schema.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';

/** The requests with who asked, who decided, and what each waits for. */
export function RequestsPanel({ mayAsk }: { readonly mayAsk: boolean }) {
  const { t } = useTranslation('privacy');
  const { values, page, change, turnTo } = useRequestFilters();
  const show = values.show === '' ? 'waiting' : 'all';
  const query = useRequests(show, page);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  return (
    <Panel
      title={t('requests.title')}
      testId="privacy-requests"
      action={
        <SegmentedControl
          label={t('requests.show')}
          value={show}
          options={[
            { value: 'waiting', label: t('requests.waiting') },
            { value: 'all', label: t('requests.all') },
          ]}
          onChange={(next) => change({ show: next === 'all' ? 'all' : '' })}
          testId="requests-show"
        />
      }
    >
      <PagedTable
        query={query}
        skeleton={{ rows: 3, height: 64, gap: 14 }}
        failed={t('requests.failed')}
        empty={
          <EmptyState title={t('requests.empty')} icon={<ShieldCheck aria-hidden />}>
            {mayAsk && t('requests.emptyBody')}
          </EmptyState>
        }
        foot={
          <Pager
            id="requests"
            total={query.data?.total}
            pageSize={PAGE_SIZE}
            page={page}
            onPage={turnTo}
            byTime
          />
        }
      >
        {(request) => (
          <RequestRow key={request.id} request={request} onDecide={(how) => setDeciding({ how, request })} />
        )}
      </PagedTable>
      {show === 'all' && <ErasedAgain again={query.data?.again ?? []} />}
      {deciding !== null && <DecideDialog deciding={deciding} onClose={() => setDeciding(null)} />}
    </Panel>
  );
}

/** Persons whom the ledger erased again after a restore, which lost their request. */
function ErasedAgain({ again }: { readonly again: readonly ErasedAgainView[] }) {
  const { t } = useTranslation('privacy');
  const { dateTime } = useStaffFormat();
  if (again.length === 0) return null;
  return (
    <ul className="list" data-testid="erased-again" aria-label={t('requests.again')}>
      {again.map(({ customer_ref: ref, deposits, erased_at: at }) => (
        <ListRow key={ref} className="privacy-row" testId={`again-${ref}`}>
          <Cluster gap={8}>
            <Tag>{t('requests.again')}</Tag>
            <bdi className="strong num">{deposits.length === 0 ? ref : deposits.join(', ')}</bdi>
          </Cluster>
          <span>{t('requests.againBody', { date: dateTime(at) })}</span>
        </ListRow>
      ))}
    </ul>
  );
}
