import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import type { NavDocumentView } from '@atelier/contracts/nav/schema.ts';
import { FileCheck2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { Pager } from '../../shared/paged-table/pager.tsx';
import type { DrawnQuery } from '../../shared/paged-table/query-view.tsx';
import { DocumentRow } from './document-row.tsx';
import { PAGE_SIZE, type NavFiltersState, type NavListAnswer } from './queries.ts';
import type { Touch } from './touch-dialog.tsx';

interface DocumentsPanelProps {
  query: DrawnQuery<NavListAnswer>;
  filters: NavFiltersState;
  onOpen: (id: number) => void;
  onTouch: ((touch: Touch, document: NavDocumentView) => void) | undefined;
}

/** One line per package: where its document stands, and what NAV said last. */
export function DocumentsPanel({ query, filters, onOpen, onTouch }: DocumentsPanelProps) {
  const { t } = useTranslation('nav');
  const { number } = useStaffFormat();
  const { values, page, change, turnTo, clear } = filters;
  const isFiltered = values.state !== '' || values.search !== '';
  return (
    <Panel
      title={t('list')}
      aside={query.data && number(query.data.total ?? 0)}
      action={
        isFiltered && (
          <Button variant="quiet" onClick={clear} testId="nav-all">
            {t('showAll')}
          </Button>
        )
      }
      testId="nav-documents"
    >
      <FilterBar
        id="nav"
        values={values}
        onChange={change}
        filters={[
          { name: 'search', label: t('terms:field.tracking'), dir: 'ltr', maxLength: TRACKING_NUMBER.most },
        ]}
      />
      <PagedTable
        query={query}
        skeleton={{ rows: 6, height: 46, gap: 14 }}
        failed={t('failed')}
        empty={
          <EmptyState title={t(isFiltered ? 'emptyFiltered' : 'empty')} icon={<FileCheck2 aria-hidden />} />
        }
        foot={
          <Pager id="nav" total={query.data?.total} pageSize={PAGE_SIZE} page={page} onPage={turnTo} byTime />
        }
      >
        {(row) => <DocumentRow key={row.id} document={row} onOpen={onOpen} onTouch={onTouch} />}
      </PagedTable>
    </Panel>
  );
}
