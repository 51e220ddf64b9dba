import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import type { ReferenceSetView } from '@atelier/contracts/reference/import/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../../shared/paged-table/pager.tsx';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { DataList, type ListColumn } from '@atelier/ui/tables/data-list.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { PAGE_SIZE, useReferenceRows, type ReferenceRowView, type TableName } from './queries.ts';
import { useCellWords } from './use-cell-words.ts';

/** What stands in the table; the rest of a row is in its panel. An amount names its currency. */
const SHOWN: Readonly<Record<TableName, readonly string[]>> = {
  repair_fees: ['sub_reason_id', 'country', 'amount'],
  shipping_fees: ['country', 'destination', 'allowed', 'amount'],
  stores: ['code', 'name', 'kind', 'country', 'currency', 'nav_code', 'warehouse'],
};

interface RowsTableProps {
  readonly set: ReferenceSetView;
  readonly name: TableName;
  readonly q: string;
  readonly onOpen: (row: ReferenceRowView) => void;
}

/** The filtered rows, page by page; each opens its panel. */
export function RowsTable({ set, name, q, onOpen }: RowsTableProps) {
  const { t } = useTranslation('tables');
  const [page, turnTo] = useState(1);
  const rows = useReferenceRows({ set: name, q, page });
  const columns = useColumns(set, name);
  return (
    <>
      <QueryView
        query={rows}
        skeleton={{ rows: 8, height: 36 }}
        isEmpty={({ data }) => data.length === 0}
        empty={<EmptyState title={t('none')}>{t('noneBody')}</EmptyState>}
        padded
      >
        {({ data }) => (
          <DataList
            label={t(`reference:set.${name}`)}
            columns={columns}
            rows={data}
            rowKey={({ key }) => key}
            rowVersion={({ cells }) => Object.values(cells).join('|')}
            onOpen={onOpen}
            testId="table-rows"
          />
        )}
      </QueryView>
      <Pager id="table-rows" total={rows.data?.total} pageSize={PAGE_SIZE} page={page} onPage={turnTo} />
    </>
  );
}

function useColumns(set: ReferenceSetView, name: TableName): ListColumn<ReferenceRowView>[] {
  const { t, i18n } = useTranslation(['tables', 'reference']);
  const wordsOf = useCellWords();
  const language = nearestLanguage(i18n.language) ?? 'en';
  return set.columns
    .filter((column) => SHOWN[name].includes(column.name))
    .map((column) => ({
      key: column.name,
      header: t(`tables:column.${column.name}`),
      align: column.kind === 'money' ? 'end' : 'start',
      cell: ({ cells, label }) => (
        <span className={column.kind === 'money' ? 'num strong' : undefined}>
          <bdi>{wordsOf(column, cells)}</bdi>
          {column.name === 'sub_reason_id' && label !== null && (
            <bdi className="muted"> {label[language] || label['en']}</bdi>
          )}
        </span>
      ),
    }));
}
