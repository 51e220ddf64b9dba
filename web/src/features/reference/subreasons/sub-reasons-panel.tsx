import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { ListRow, PagedTable, RowOpen } from '../../../shared/paged-table/paged-table.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner, EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useTextIn } from '../../../shared/item/reasons.ts';
import { translatedCount } from './sub-reason-form.ts';
import { SubReasonPanel } from './sub-reason-panel.tsx';
import { useSubReasons, type SubReasonView, type SystemReasonView } from '../queries.ts';

/** The sub-reasons of one reason, in the order they are offered. */
export function SubReasonsPanel({ reason }: { reason: SystemReasonView }) {
  const { t } = useTranslation('subreasons');
  const name = useTextIn()(reason.names);
  const query = useSubReasons(reason.id);
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const rows = query.data?.data ?? [];
  return (
    <Panel
      title={<bdi>{name}</bdi>}
      action={
        <Button
          variant="primary"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => setOpen('new')}
          testId="sub-reason-new"
        >
          {t('new')}
        </Button>
      }
      testId="sub-reasons"
    >
      {!reason.IsActive && (
        <div className="panel-body">
          <Banner tone="info">{t('reasonOff')}</Banner>
        </div>
      )}
      <PagedTable
        query={query}
        skeleton={{ rows: 4, height: 44, gap: 14 }}
        failed={t('failed')}
        empty={<EmptyState title={t('none')}>{t('noneBody')}</EmptyState>}
      >
        {(row) => <SubReasonRow key={row.id} row={row} onOpen={() => setOpen(row.id)} />}
      </PagedTable>
      {open !== null && (
        <SubReasonPanel key={open} open={open} reason={reason} others={rows} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

function SubReasonRow({ row, onOpen }: { row: SubReasonView; onOpen: () => void }) {
  const { t } = useTranslation('subreasons');
  const { number } = useStaffFormat();
  const inWords = useTextIn();
  const description = inWords(row.descriptions);
  return (
    <ListRow
      className="sub-row"
      version={row.version}
      testId={`sub-reason-${row.id}`}
      data-active={row.IsActive}
    >
      <span className="text-end num muted small">{number(row.sort)}</span>
      <span className="words">
        <RowOpen onOpen={onOpen}>{inWords(row.names)}</RowOpen>
        {description !== '' && <bdi className="small muted">{description}</bdi>}
      </span>
      <Cluster className="sub-tags">
        {row.is_under_warranty && (
          <Tag icon={<ShieldCheck size={13} aria-hidden />}>{t('underWarranty')}</Tag>
        )}
        {!row.IsActive && <Tag>{t('inactive')}</Tag>}
        <span className="small muted num">
          {t('languages', { done: number(translatedCount(row.names)), all: number(7) })}
        </span>
      </Cluster>
    </ListRow>
  );
}
