import type { ReferenceImportView } from '@atelier/contracts/reference/import/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../shared/paged-table/query-view.tsx';
import { type ListColumn, DataList } from '@atelier/ui/tables/data-list.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { referenceImportsQuery } from './queries.ts';

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
  return (
    <Panel title={t('imports.title')} testId="reference-imports">
      <QueryView
        query={imports}
        skeleton={{ rows: 3, height: 36 }}
        isEmpty={({ data }) => data.length === 0}
        empty={<EmptyState title={t('imports.none')} />}
        padded
      >
        {({ data }) => (
          <DataList label={t('imports.title')} columns={columns} rows={data} rowKey={importKey} />
        )}
      </QueryView>
    </Panel>
  );
}
