import type { ReferenceImportView } from '@atelier/domain/reference/import/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../../ui/data-list.tsx';
import { DataList } from '../../ui/data-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { referenceImportsQuery } from './import-queries.ts';

function useColumns(): ListColumn<ReferenceImportView>[] {
  const { t } = useTranslation('reference');
  const { dateTime, number } = useStaffFormat();
  const count = (
    key: 'inserted' | 'updated' | 'unchanged',
    header: string,
  ): ListColumn<ReferenceImportView> => ({
    key,
    header,
    align: 'end',
    cell: (each) => <span className="num">{number(each[key])}</span>,
  });
  return [
    {
      key: 'set',
      header: t('form.set'),
      cell: (each) => <span className="strong">{t(`set.${each.set}`)}</span>,
    },
    {
      key: 'by',
      header: t('imports.by'),
      cell: (each) => <bdi>{each.imported_by ?? t('imports.commandLine')}</bdi>,
    },
    {
      key: 'at',
      header: t('imports.at'),
      cell: (each) => <span className="num muted">{dateTime(each.imported_at)}</span>,
    },
    count('inserted', t('filter.insert')),
    count('updated', t('filter.update')),
    count('unchanged', t('filter.unchanged')),
  ];
}

const importKey = ({ import_id }: ReferenceImportView): number => import_id;

/** Who imported what, and when. */
export function ImportsPanel() {
  const { t } = useTranslation('reference');
  const columns = useColumns();
  const imports = useQuery(referenceImportsQuery());
  const rows = imports.data?.data ?? [];
  return (
    <Panel title={t('imports.title')} testId="reference-imports">
      {imports.isPending && (
        <div className="panel-body">
          <Skeleton rows={3} height={36} />
        </div>
      )}
      {imports.isError && (
        <ErrorState title={errorWords(imports.error).title} onRetry={() => void imports.refetch()} />
      )}
      {imports.isSuccess && rows.length === 0 && <EmptyState title={t('imports.none')} />}
      {rows.length > 0 && (
        <DataList label={t('imports.title')} columns={columns} rows={rows} rowKey={importKey} />
      )}
    </Panel>
  );
}
