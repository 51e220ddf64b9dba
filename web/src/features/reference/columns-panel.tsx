import type { ReferenceSetView } from '@atelier/contracts/reference/import/schema.ts';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { type ListColumn, DataList } from '@atelier/ui/tables/data-list.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { templateFile } from './queries.ts';

type ColumnView = ReferenceSetView['columns'][number];

/** What a cell may hold: its kind, its words, or the set whose rows it names. */
function ColumnRule({ column }: { column: ColumnView }) {
  const { t } = useTranslation('reference');
  if (column.refers_to !== null) return <>{t('columns.refersTo', { set: t(`set.${column.refers_to}`) })}</>;
  if (column.choices.length > 0) return <bdi className="ref-code small">{column.choices.join(' · ')}</bdi>;
  return <>{t(`kind.${column.kind}`)}</>;
}

function useColumns(): ListColumn<ColumnView>[] {
  const { t } = useTranslation('reference');
  return [
    {
      key: 'name',
      header: t('columns.name'),
      cell: (column) => (
        <span className="row wrap">
          <bdi className="ref-code strong">{column.name}</bdi>
          {column.is_key && <Tag>{t('columns.key')}</Tag>}
        </span>
      ),
    },
    { key: 'rule', header: t('columns.rule'), cell: (column) => <ColumnRule column={column} /> },
    {
      key: 'needed',
      header: t('columns.needed'),
      cell: (column) => (
        <span className="muted">{column.is_optional ? t('columns.optional') : t('columns.required')}</span>
      ),
    },
    {
      key: 'example',
      header: t('columns.example'),
      cell: (column) => <bdi className="ref-code small muted">{column.example}</bdi>,
    },
  ];
}

const columnKey = ({ name }: ColumnView): string => name;

function save(set: ReferenceSetView): void {
  const url = URL.createObjectURL(templateFile(set));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${set.set}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

/** What the chosen set's file must look like, with the empty file to fill in. */
export function ColumnsPanel({ set }: { set: ReferenceSetView }) {
  const { t } = useTranslation('reference');
  const columns = useColumns();
  return (
    <Panel
      title={t('columns.title')}
      aside={t('columns.count', { count: set.columns.length })}
      action={
        <Button
          variant="quiet"
          icon={<Download size={16} aria-hidden />}
          onClick={() => save(set)}
          testId="reference-template"
        >
          {t('template')}
        </Button>
      }
      testId="reference-columns"
    >
      <DataList label={t('columns.title')} columns={columns} rows={set.columns} rowKey={columnKey} />
    </Panel>
  );
}
