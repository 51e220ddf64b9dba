import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useWash } from '../../../ui/use-wash.ts';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useTextIn } from '../../../shared/item/reasons.ts';
import { translatedCount } from './sub-reason-form.ts';
import { SubReasonPanel } from './sub-reason-panel.tsx';
import { useSubReasons } from './sub-reason-queries.ts';
import type { SubReasonView, SystemReasonView } from './sub-reason-queries.ts';

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
      {query.isPending && (
        <div className="panel-body">
          <Skeleton rows={4} height={44} gap={14} />
        </div>
      )}
      {query.isError && query.data === undefined && (
        <ErrorState
          title={t('failed')}
          detail={errorLine(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && rows.length === 0 && <EmptyState title={t('none')}>{t('noneBody')}</EmptyState>}
      <ul className="reason-list">
        {rows.map((row) => (
          <SubReasonRow key={row.id} row={row} onOpen={() => setOpen(row.id)} />
        ))}
      </ul>
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
  const isFresh = useWash(row.version);
  const description = inWords(row.descriptions);
  return (
    <li
      className={isFresh ? 'sub-row washed' : 'sub-row'}
      data-active={row.IsActive}
      data-testid={`sub-reason-${row.id}`}
    >
      <span className="sub-sort num muted small">{number(row.sort)}</span>
      <span className="sub-words">
        <button type="button" className="sub-open strong" onClick={onOpen}>
          <bdi>{inWords(row.names)}</bdi>
        </button>
        {description !== '' && <bdi className="small muted">{description}</bdi>}
      </span>
      <span className="sub-tags">
        {row.is_under_warranty && (
          <Tag icon={<ShieldCheck size={13} aria-hidden />}>{t('underWarranty')}</Tag>
        )}
        {!row.IsActive && <Tag>{t('inactive')}</Tag>}
        <span className="small muted num">
          {t('languages', { done: number(translatedCount(row.names)), all: number(7) })}
        </span>
      </span>
    </li>
  );
}
