import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import type { NavDocumentView } from '@atelier/domain/nav/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, FileCheck2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorLine } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { DocumentRow } from './document-row.tsx';
import { PAGE_SIZE } from './nav-queries.ts';
import type { NavAsked, NavListAnswer } from './nav-queries.ts';
import type { Touch } from './touch-dialog.tsx';

export interface DocumentsPanelProps {
  query: UseQueryResult<NavListAnswer>;
  asked: NavAsked;
  onChange: (part: Partial<NavAsked>) => void;
  onOpen: (id: number) => void;
  onTouch: ((touch: Touch, document: NavDocumentView) => void) | undefined;
}

/** One line per package: where its document stands, and what NAV said last. */
export function DocumentsPanel({ query, asked, onChange, onOpen, onTouch }: DocumentsPanelProps) {
  const { t } = useTranslation('nav');
  const { number } = useStaffFormat();
  const rows = query.data?.data ?? [];
  const isFiltered = asked.filter !== 'all' || asked.number !== '';
  return (
    <Panel
      title={t('list')}
      aside={query.data && number(query.data.total ?? 0)}
      action={
        isFiltered && (
          <Button variant="quiet" onClick={() => onChange({ filter: 'all', number: '' })} testId="nav-all">
            {t('showAll')}
          </Button>
        )
      }
      testId="nav-documents"
    >
      <div className="nav-search">
        <TextField
          label={t('search')}
          dir="ltr"
          value={asked.number}
          maxLength={TRACKING_NUMBER.most}
          onChange={(event) => onChange({ number: event.target.value })}
          testId="nav-search"
        />
      </div>
      {query.isPending && (
        <div className="panel-body">
          <Skeleton rows={6} height={46} gap={14} />
        </div>
      )}
      {query.isError && rows.length === 0 && (
        <ErrorState
          title={t('failed')}
          detail={errorLine(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState title={t(isFiltered ? 'emptyFiltered' : 'empty')} icon={<FileCheck2 aria-hidden />} />
      )}
      <ul className="nav-list">
        {rows.map((row) => (
          <DocumentRow key={row.id} document={row} onOpen={onOpen} onTouch={onTouch} />
        ))}
      </ul>
      <Pages total={query.data?.total ?? 0} page={asked.page} onPage={(page) => onChange({ page })} />
    </Panel>
  );
}

function Pages({ total, page, onPage }: { total: number; page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('nav');
  const { number } = useStaffFormat();
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (last === 1) return null;
  return (
    <div className="panel-foot nav-pages">
      <Button
        variant="quiet"
        icon={<ChevronLeft size={16} aria-hidden className="flips" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        testId="nav-newer"
      >
        {t('newer')}
      </Button>
      <span className="small muted num">{t('page', { page: number(page), last: number(last) })}</span>
      <Button
        variant="quiet"
        icon={<ChevronRight size={16} aria-hidden className="flips" />}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
        testId="nav-older"
      >
        {t('older')}
      </Button>
    </div>
  );
}
