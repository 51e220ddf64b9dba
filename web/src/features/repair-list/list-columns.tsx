import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import type { VirtualColumn } from '@atelier/ui/tables/virtual-row.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ExpectedCell, ExpectedMark } from '../../shared/expected/expected-cell.tsx';
import { AgeCell, PieceCell, StageCell } from '../../shared/item/piece-cells.tsx';
import type { ListAudience } from './queries.ts';
import type { Column } from './list-state.ts';
import { type SelectionStore, useIsSelected, useWholeSelection } from './use-selection.ts';

interface ListLook {
  audience: ListAudience;
  isWide: boolean;
  hide: readonly Column[];
  store: SelectionStore;
}

/** The columns of the list; operation sees whose shop it is, shops see the customer's name. */
export function useListColumns({ audience, isWide, hide, store }: ListLook): VirtualColumn<ItemView>[] {
  const { t } = useTranslation(['rma', 'piece']);
  const format = useStaffFormat();
  return useMemo(() => {
    const client: VirtualColumn<ItemView> = {
      key: 'client',
      header: t('terms:field.client'),
      width: 'minmax(130px, 1.2fr)',
      cell: (row) => <ClippedName name={row.fullname} />,
    };
    const shop: VirtualColumn<ItemView> = {
      key: 'store',
      header: t('terms:field.store'),
      width: 'minmax(120px, 1fr)',
      cell: (row) => <ClippedName name={row.store_name} />,
    };
    const received: VirtualColumn<ItemView> = {
      key: 'received',
      header: t('terms:field.received'),
      width: '112px',
      sortable: true,
      cell: (row) => <span className="muted num">{format.date(row.receive_item_date)}</span>,
    };
    const fee: VirtualColumn<ItemView> = {
      key: 'fee',
      header: t('terms:field.fee'),
      width: '112px',
      align: 'end',
      cell: (row) => <FeeCell row={row} />,
    };
    const expected: VirtualColumn<ItemView> = {
      key: 'expected',
      header: t('terms:field.expected'),
      width: '118px',
      sortable: true,
      cell: (row) => <ExpectedCell item={row} />,
    };
    const columns: VirtualColumn<ItemView>[] = [
      {
        key: 'select',
        header: <SelectAll />,
        width: '22px',
        cell: (row) => <RowCheck row={row} store={store} />,
      },
      {
        key: 'number',
        header: t('terms:field.product'),
        width: 'minmax(220px, 1.7fr)',
        sortable: true,
        cell: (row) => <PieceCell item={row} size={34} />,
      },
      ...(audience === 'shop' ? [client] : [shop, client]),
      {
        key: 'status',
        header: t('list.column.status'),
        width: 'minmax(192px, 1.2fr)',
        cell: (row) => <StageCell status={row.rma_status_id} />,
      },
      {
        key: 'age',
        header: t('list.column.age'),
        width: '100px',
        sortable: true,
        cell: (row) => <AgeCell item={row} />,
      },
      expected,
      ...(isWide ? [received, fee] : []),
    ];
    return columns.filter(({ key }) => !hide.some((hidden) => hidden === key));
  }, [t, format, audience, isWide, hide, store]);
}

/** Cut at its own end, in whichever direction it is written. */
const ClippedName = ({ name }: { name: string }) => (
  <div className="clip">
    <bdi>{name}</bdi>
  </div>
);

function FeeCell({ row }: { row: ItemView }) {
  const { t } = useTranslation(['rma', 'piece']);
  const format = useStaffFormat();
  if (row.holds.length > 0) return <Tag>{t('piece:flag.hold')}</Tag>;
  if (row.fee_asked === 'declined') return <Tag testId="fee-declined">{t('piece:flag.feeDeclined')}</Tag>;
  if (row.fee_missing) return <Tag>{t('piece:flag.feeMissing')}</Tag>;
  if (row.fee_to_return > 0)
    return (
      <Tag testId="fee-to-return">
        {t('terms:field.toReturn')}{' '}
        <bdi className="num">{format.money(row.fee_to_return, row.repair_fee_ccy)}</bdi>
      </Tag>
    );
  if (row.repair_fee === 0) return <span className="faint">–</span>;
  return (
    <span className={row.fee_paid ? 'muted num' : 'num'}>
      <bdi>{format.money(row.repair_fee, row.repair_fee_ccy)}</bdi>
    </span>
  );
}

/** A row as a card, where a phone has no room for columns. */
function ListCard({ row, store }: { row: ItemView; store: SelectionStore }) {
  return (
    <div className="list-card grid middle">
      <RowCheck row={row} store={store} />
      <PieceCell item={row} />
      <AgeCell item={row} />
      <span className="list-card-who row between">
        <span className="clip">
          <bdi>{row.fullname}</bdi>
        </span>
        <span className="row gap-4">
          <ExpectedMark item={row} />
          <StageCell status={row.rma_status_id} bar={false} />
        </span>
      </span>
    </div>
  );
}

/** Made once for a list, so that its rows are drawn again only when they change. */
export const cardOf = (store: SelectionStore) => (row: ItemView) => <ListCard row={row} store={store} />;

/** The box at the head: all that is loaded, or none. */
function SelectAll() {
  const { t } = useTranslation('search');
  const { isAll, toggleAll } = useWholeSelection();
  return (
    <input
      type="checkbox"
      className="row-check"
      aria-label={t('bulk.selectAll')}
      checked={isAll}
      onChange={toggleAll}
      data-testid="select-all"
    />
  );
}

/** The grid has the keyboard (Space), so the boxes are no tab stops; the label makes a target that a finger meets. */
function RowCheck({ row, store }: { row: ItemView; store: SelectionStore }) {
  const { t } = useTranslation('search');
  const isSelected = useIsSelected(store, row.id);
  return (
    // A press on the box does not open the piece.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <label className="row-select grid centred" onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        className="row-check"
        tabIndex={-1}
        aria-label={t('bulk.select', { number: row.number })}
        checked={isSelected}
        onChange={() => store.toggle(row.id)}
        data-testid={`select-${row.id}`}
      />
    </label>
  );
}
