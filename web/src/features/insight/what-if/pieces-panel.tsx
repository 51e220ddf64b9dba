import { Status } from '@atelier/domain/shared/status.ts';
import { KINDS } from '@atelier/domain/processes/what-if/tally.ts';
import { Select } from '@atelier/ui/controls/select.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { DataList } from '@atelier/ui/tables/data-list.tsx';
import { useTranslation } from 'react-i18next';
import { useFromTo } from '../../../shared/language/use-from-to.ts';
import { Link } from 'react-router-dom';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { Pager } from '../../../shared/paged-table/pager.tsx';
import { FigureFiles, listColumn } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import type { AnsweredProps } from './what-if-props.ts';
import { WHAT_IF_PAGE, type WhatIfRow } from './what-if-query.ts';

/** The very pieces, as they were decided and as the changed rules decide them. */
export function PiecesPanel({ state, change, data, total, page, onPage }: AnsweredProps) {
  const { t } = useTranslation('what-if');
  const columns = useColumns();
  const title = t('pieces.title');
  return (
    <Panel
      className="figure what-if-pieces"
      title={title}
      testId="what-if-pieces"
      action={
        <FigureFiles id="what-if-pieces" title={title} columns={columns} rows={data.rows} picture={null} />
      }
    >
      <div className="figure-tools">
        <Select
          label={t('pieces.kind')}
          value={state.kind ?? ''}
          options={[
            { value: '', label: t('pieces.all') },
            ...KINDS.map((kind) => ({ value: kind, label: t(`pieces.${kind}`) })),
          ]}
          onChange={(event) => change({ kind: event.target.value })}
          testId="filter-kind"
        />
      </div>
      {data.rows.length === 0 ? (
        <EmptyState title={t('pieces.none')} />
      ) : (
        <DataList
          label={title}
          columns={columns.map(listColumn)}
          rows={data.rows}
          rowKey={({ item_id }) => item_id}
          testId="what-if-rows"
        />
      )}
      <Pager id="what-if" total={total} pageSize={WHAT_IF_PAGE} page={page} onPage={onPage} />
    </Panel>
  );
}

function useColumns(): readonly TwinColumn<WhatIfRow>[] {
  const { t } = useTranslation(['what-if', 'terms', 'values']);
  const { date, money } = useStaffFormat();
  const fromTo = useFromTo();
  const verdict = (inWarranty: boolean) => t(inWarranty ? 'terms:warranty.in' : 'terms:warranty.out');
  const cause = (name: WhatIfRow['cause']) => name && fromTo([causeName(name.before), causeName(name.after)]);
  const causeName = (name: NonNullable<WhatIfRow['cause']>['before']) =>
    name === null ? '–' : t(`values:cause.${name}`);
  const warranty = ({ in_warranty: is }: WhatIfRow) => is && fromTo([verdict(is.before), verdict(is.after)]);
  const fee = ({ fee: is, currency }: WhatIfRow) =>
    is && fromTo([money(is.before, currency), money(is.after, currency)]);
  const marks = ({ marks: list }: WhatIfRow) =>
    list
      .map((mark) =>
        t(
          `what-if:pieces.mark.${mark.rma_status_id === Status.Created ? 'ready' : 'waiting'}.${mark.after ? 'more' : 'less'}`,
        ),
      )
      .join(', ');
  const text = (key: string, header: string, value: (row: WhatIfRow) => string | null) => ({
    key,
    header,
    isText: true,
    value,
    cell: (row: WhatIfRow) => <bdi className="small">{value(row) || '–'}</bdi>,
  });
  return [
    {
      key: 'piece',
      header: t('terms:field.product'),
      isText: true,
      value: ({ number }) => number,
      cell: (row) => (
        <span className="figure-piece stack gap-0 items-start">
          <Link className="link" to={`/readRma?id=${row.rma_id}&item=${row.item_id}`}>
            <bdi>{row.number}</bdi>
          </Link>
          <bdi className="small muted">{row.product_name}</bdi>
        </span>
      ),
    },
    { ...text('sku', t('terms:field.sku'), ({ sku }) => sku) },
    { ...text('shop', t('terms:field.store'), ({ shop }) => shop) },
    {
      key: 'deposited',
      header: t('what-if:pieces.deposited'),
      value: (row) => row.deposited_at,
      cell: (row) => <span className="figure-day num">{date(row.deposited_at)}</span>,
    },
    text('warranty', t('terms:field.warranty'), warranty),
    text('fee', t('terms:field.fee'), fee),
    text('cause', t('terms:field.cause'), (row) => cause(row.cause)),
    text('marks', t('what-if:sums.marks'), marks),
  ];
}
