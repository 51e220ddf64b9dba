import { isExcelType } from '@atelier/domain/exports/contract.ts';
import type { EveryExportView } from '@atelier/contracts/exports/schema.ts';
import { FileOutput } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ListRow, PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { Older } from './older.tsx';
import { useEveryExport } from './queries.ts';
import './audit.css';

/** Every requested file, also removed ones: content, requester, time and outcome. */
export function EveryExportPart() {
  const { t } = useTranslation('exports');
  const query = useEveryExport();
  return (
    <Panel title={t('every.title')} testId="every-export">
      <PagedTable
        query={query}
        skeleton={{ rows: 6, height: 44, gap: 12 }}
        failed={t('every.failed')}
        empty={<EmptyState title={t('none')} icon={<FileOutput aria-hidden />} />}
        foot={<Older query={query} />}
        testId="every-export-list"
      >
        {(row) => <ExportLine key={row.export_id} row={row} />}
      </PagedTable>
    </Panel>
  );
}

function ExportLine({ row }: { row: EveryExportView }) {
  const { t } = useTranslation(['exports', 'values', 'audit']);
  const { dateTime, number } = useStaffFormat();
  const account = row.account_id === null ? t('audit:actor.system') : (row.account ?? `#${row.account_id}`);
  return (
    <ListRow className="audit-row" testId={`every-export-${row.export_id}`} data-state={row.state}>
      <time className="num strong" dateTime={row.requested_at}>
        {dateTime(row.requested_at)}
      </time>
      <Cluster gap={8}>
        <span className="strong">
          {isExcelType(row.type) ? t(`values:sheet.${row.type}`) : t(`name.${row.type}`)}
        </span>
        <Tag>{t(`state.${row.state}`)}</Tag>
        {row.rows !== null && (
          <span className="small muted num">{t('rows', { total: number(row.rows) })}</span>
        )}
      </Cluster>
      <bdi>{row.worker === null ? account : `${row.worker} (${account})`}</bdi>
    </ListRow>
  );
}
