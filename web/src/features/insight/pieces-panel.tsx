import { DataList, type ListColumn } from '@atelier/ui/tables/data-list.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { StageCell } from '../../shared/item/piece-cells.tsx';
import { Pager } from '../../shared/paged-table/pager.tsx';
import { QueryView } from '../../shared/paged-table/query-view.tsx';
import type { OpenedFigure } from './open-pieces.tsx';
import { PIECES_PAGE, piecesQuery, type Piece } from './queries.ts';
import type { FigureQuery } from './use-figure-state.ts';

interface PiecesPanelProps {
  readonly opened: OpenedFigure | null;
  readonly query: FigureQuery;
  readonly onClose: () => void;
}

/** The pieces behind a figure or one of its marks, beside the figures. */
export function PiecesPanel({ opened, query, onClose }: PiecesPanelProps) {
  const { before_from: _, before_to: __, ...period } = { before_from: '', before_to: '', ...query };
  const read = (page: number) =>
    opened && piecesQuery({ ...period, ...opened, page, page_size: PIECES_PAGE });
  return <PiecesWindow read={read} onClose={onClose} />;
}

interface PiecesWindowProps {
  /** The query for a page; null while nothing is opened. */
  readonly read: (page: number) => ReturnType<typeof piecesQuery> | null;
  readonly onClose: () => void;
}

/** The pieces of a query beside what counts them. */
export function PiecesWindow({ read, onClose }: PiecesWindowProps) {
  const { t } = useTranslation('insight');
  const first = read(1);
  return (
    <SidePanel
      open={first !== null}
      onClose={onClose}
      title={t('pieces.title')}
      size={1040}
      testId="figure-pieces"
    >
      {first !== null && <Pieces key={JSON.stringify(first.queryKey)} first={first} read={read} />}
    </SidePanel>
  );
}

type PiecesQuery = ReturnType<typeof piecesQuery>;

function Pieces({ first, read }: { first: PiecesQuery; read: PiecesWindowProps['read'] }) {
  const { t } = useTranslation('insight');
  const [page, setPage] = useState(1);
  const pieces = useQuery(read(page) ?? first);
  const columns = useColumns();
  return (
    <QueryView
      query={pieces}
      skeleton={{ rows: 12, height: 40 }}
      failed={t('failed')}
      isEmpty={({ data }) => data.length === 0}
      empty={<EmptyState title={t('empty')} />}
    >
      {({ data, total }) => (
        <>
          <DataList
            label={t('pieces.title')}
            columns={columns}
            rows={data}
            rowKey={({ item_id }) => item_id}
            testId="pieces-rows"
          />
          <Pager id="pieces" total={total} pageSize={PIECES_PAGE} page={page} onPage={setPage} />
        </>
      )}
    </QueryView>
  );
}

/** The amount that is asked for, or the one that was agreed and is not charged. */
function FeeCell({ row }: { row: Piece }) {
  const { t } = useTranslation('insight');
  const { money } = useStaffFormat();
  const shown = money(row.fee_amount || row.free_amount, row.fee_currency);
  if (row.fee_amount > 0) return <span className="num">{shown}</span>;
  return row.free_amount === 0 ? '–' : <span className="small muted">{t('pieces.free', { shown })}</span>;
}

function useColumns(): ListColumn<Piece>[] {
  const { t } = useTranslation(['insight', 'terms']);
  const { date } = useStaffFormat();
  const day = (key: 'deposited_at' | 'ready_at' | 'collected_at') => (row: Piece) =>
    row[key] === null ? (
      <span className="faint">–</span>
    ) : (
      <span className="figure-day num">{date(row[key])}</span>
    );
  return [
    {
      key: 'piece',
      header: t('terms:field.product'),
      cell: (row) => (
        <span className="figure-piece stack gap-0 items-start">
          <Link className="link" to={`/readRma?id=${row.rma_id}&item=${row.item_id}`}>
            <bdi>{row.number}</bdi>
          </Link>
          <bdi className="small muted">{row.product_name}</bdi>
        </span>
      ),
    },
    { key: 'shop', header: t('insight:shop'), cell: (row) => <bdi className="figure-shop">{row.shop}</bdi> },
    {
      key: 'phase',
      header: t('terms:field.status'),
      cell: (row) => <StageCell status={row.status} />,
    },
    { key: 'deposited', header: t('insight:pieces.deposited'), cell: day('deposited_at') },
    { key: 'ready', header: t('insight:pieces.ready'), cell: day('ready_at') },
    { key: 'collected', header: t('insight:pieces.collected'), cell: day('collected_at') },
    {
      key: 'fee',
      header: t('insight:pieces.fee'),
      align: 'end',
      cell: (row) => <FeeCell row={row} />,
    },
  ];
}
