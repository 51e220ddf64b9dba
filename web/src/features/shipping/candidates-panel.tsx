import { classNames } from '@atelier/ui/class-names.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Plus } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { AgeCell, PieceCell } from '../../shared/item/piece-cells.tsx';
import type { DrawnQuery } from '../../shared/paged-table/query-view.tsx';
import { PickList } from '../../shared/pick-list/pick-list.tsx';
import { isFree, usePicking } from '../../shared/pick-list/use-picking.ts';
import type { MoveHereProps } from './move-here.tsx';

export interface CandidatesPanelProps {
  title: string;
  emptyTitle: string;
  query: DrawnQuery<unknown>;
  rows: readonly ItemView[];
  /** Shows whose shop each piece belongs to: a factory packs for one shop at a time. */
  withStore: boolean;
  preselected: ReadonlySet<number>;
  blocked: string | undefined;
  isBusy: boolean;
  onAdd: (ids: readonly number[]) => void;
  move: MoveHereProps['move'];
}

const textOf = (row: ItemView): string =>
  `${row.number} ${row.fullname} ${row.product_sku} ${row.product_name} ${row.store_name}`;

/** What lies ready: chosen one by one or all at once, or scanned straight into the package. */
export function CandidatesPanel(props: CandidatesPanelProps) {
  const { t } = useTranslation('shipping');
  const { number } = useStaffFormat();
  const { title, emptyTitle, query, rows, preselected, blocked, isBusy } = props;
  // What lies in another package cannot be chosen: it stands below.
  const freeFirst = useMemo(() => rows.toSorted((a, b) => Number(isFree(b)) - Number(isFree(a))), [rows]);
  const picking = usePicking(freeFirst, textOf, preselected);
  const free = picking.shown.filter(isFree);
  const picked = free.filter((row) => picking.chosen.has(row.id));
  const ids = (picked.length > 0 ? picked : free).map((row) => row.id);
  const add = useHandler((added: readonly number[]) => {
    props.onAdd(added);
    picking.clear();
  });
  const move = useHandler(props.move.run);
  const isAddable = blocked === undefined && !isBusy;
  return (
    <Panel
      title={title}
      aside={number(rows.length)}
      className="candidates"
      testId="candidates"
      action={
        <Button
          variant="plain"
          icon={<Plus size={16} aria-hidden />}
          disabled={ids.length === 0 || blocked !== undefined}
          busy={isBusy}
          onClick={() => add(ids)}
          testId="add-selected"
        >
          {picked.length > 0 ? t('candidates.addSelected', { count: picked.length }) : t('candidates.addAll')}
        </Button>
      }
    >
      <PickList
        query={query}
        picking={picking}
        isEmpty={rows.length === 0}
        words={{ search: t('candidates.search'), failed: t('candidates.failed'), empty: emptyTitle }}
      >
        {(row) => (
          <CandidateRow
            key={row.id}
            row={row}
            withStore={props.withStore}
            isChosen={picking.chosen.has(row.id)}
            isAddable={isAddable}
            onChoose={picking.choose}
            onAdd={add}
            onMove={move}
          />
        )}
      </PickList>
    </Panel>
  );
}

interface CandidateRowProps {
  row: ItemView;
  withStore: boolean;
  isChosen: boolean;
  isAddable: boolean;
  onChoose: (id: number, isOn: boolean) => void;
  onAdd: (ids: readonly number[]) => void;
  onMove: (piece: ItemView) => void;
}

const CandidateRow = memo(function CandidateRow(props: CandidateRowProps) {
  const { t } = useTranslation(['shipping', 'packing']);
  const { row, withStore, isChosen, isAddable, onChoose, onAdd, onMove } = props;
  const isFresh = useWash(row.version);
  const isElsewhere = !isFree(row);
  return (
    <li
      className={classNames('lined candidate grid middle gap-14 pad-8', isFresh && 'washed')}
      data-testid={`candidate-${row.number}`}
    >
      <Checkbox
        label={row.number}
        hideLabel
        checked={isChosen && !isElsewhere}
        disabled={isElsewhere}
        onChange={(isOn) => onChoose(row.id, isOn)}
      />
      <PieceCell item={row} size={34} />
      <span className="small muted clip">
        <bdi>
          {isElsewhere
            ? t('shipping:candidates.inOther', { tracking: row.tracking_number })
            : withStore
              ? row.store_name
              : row.fullname}
        </bdi>
      </span>
      <AgeCell item={row} />
      <Button
        variant="quiet"
        disabled={!isAddable}
        onClick={() => (isElsewhere ? onMove(row) : onAdd([row.id]))}
        testId={isElsewhere ? `move-here-${row.number}` : `add-${row.number}`}
      >
        {isElsewhere ? t('packing:moveHere') : t('shipping:candidates.add')}
      </Button>
    </li>
  );
});
