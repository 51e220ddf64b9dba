import { DataList, type ListColumn } from '@atelier/ui/tables/data-list.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFromTo } from '../../../shared/language/use-from-to.ts';
import { Link } from 'react-router-dom';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { Pager } from '../../../shared/paged-table/pager.tsx';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { IntervalTag, useSpanWords } from '../../../shared/weights/interval-words.tsx';
import { useGrams } from '../../../shared/weights/use-grams.ts';
import { intervalsQuery, type GoldInterval, type GoldQuery, type OpenedWeights } from './gold-queries.ts';

const PAGE = 50;

interface IntervalsPanelProps {
  readonly opened: Partial<OpenedWeights> | null;
  readonly query: GoldQuery;
  readonly onClose: () => void;
}

/** The weighings that a mark counts, with their pieces, the largest difference first. */
export function IntervalsPanel({ opened, query, onClose }: IntervalsPanelProps) {
  const { t } = useTranslation('gold');
  return (
    <SidePanel
      open={opened !== null}
      onClose={onClose}
      title={t('intervals.title')}
      size={1040}
      testId="gold-intervals"
    >
      {opened !== null && <Intervals key={JSON.stringify(opened)} query={{ ...query, ...opened }} />}
    </SidePanel>
  );
}

function Intervals({ query }: { query: GoldQuery & Partial<OpenedWeights> }) {
  const { t } = useTranslation(['gold', 'insight']);
  const [page, setPage] = useState(1);
  const intervals = useQuery(intervalsQuery({ ...query, page, page_size: PAGE }));
  const columns = useColumns();
  return (
    <QueryView
      query={intervals}
      skeleton={{ rows: 12, height: 40 }}
      failed={t('gold:failed')}
      isEmpty={({ data }) => data.length === 0}
      empty={<EmptyState title={t('insight:empty')} />}
    >
      {({ data, total }) => (
        <>
          <DataList
            label={t('gold:intervals.title')}
            columns={columns}
            rows={data}
            rowKey={({ item_id, weighing }) => `${item_id}-${weighing}`}
            testId="intervals-rows"
          />
          <Pager id="intervals" total={total} pageSize={PAGE} page={page} onPage={setPage} />
        </>
      )}
    </QueryView>
  );
}

function useColumns(): ListColumn<GoldInterval>[] {
  const { t } = useTranslation(['gold', 'terms']);
  const { dateTime } = useStaffFormat();
  const fromTo = useFromTo();
  const { grams, signed } = useGrams();
  const words = useSpanWords();
  const weight = (key: 'scrap_mg' | 'loss_mg' | 'out_mg', header: string): ListColumn<GoldInterval> => ({
    key,
    header,
    align: 'end',
    cell: (row) => <bdi className="num">{grams(row[key])}</bdi>,
  });
  return [
    {
      key: 'piece',
      header: t('terms:field.product'),
      cell: (row) => (
        <span className="figure-piece stack gap-0 items-start">
          <Link className="link" to={`/readRma?id=${row.rma_id}&item=${row.item_id}`}>
            <bdi>{row.number}</bdi>
          </Link>
          <span className="small muted">{fromTo(row.spans.map(words))}</span>
        </span>
      ),
    },
    {
      key: 'when',
      header: t('gold:intervals.when'),
      cell: (row) => (
        <bdi className="small">
          {dateTime(row.opened_at)} – {dateTime(row.closed_at)}
        </bdi>
      ),
    },
    {
      key: 'in',
      header: t('gold:in'),
      align: 'end',
      cell: ({ in_mg, added_mg }) => <bdi className="num">{grams(in_mg + added_mg)}</bdi>,
    },
    weight('out_mg', t('gold:out')),
    weight('scrap_mg', t('gold:scrap')),
    weight('loss_mg', t('gold:loss')),
    {
      key: 'difference',
      header: t('gold:bench.difference'),
      align: 'end',
      cell: (row) => (
        <bdi className={row.verdict === 'beyond' ? 'num ledger-off' : 'num'}>{signed(row.difference_mg)}</bdi>
      ),
    },
    { key: 'verdict', header: t('terms:field.status'), cell: (row) => <IntervalTag interval={row} /> },
  ];
}
