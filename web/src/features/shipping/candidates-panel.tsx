import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { PackageCheck, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWash } from '../../ui/use-wash.ts';
import { errorLine } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { AgeCell, PieceCell } from '../../shared/item/piece-cells.tsx';
import type { useCandidates } from './use-packing.ts';

export interface CandidatesPanelProps {
  title: string;
  emptyTitle: string;
  query: ReturnType<typeof useCandidates>;
  rows: readonly ItemView[];
  /** Shows whose shop each piece belongs to: a factory packs for one shop at a time. */
  withStore: boolean;
  preselected: ReadonlySet<number>;
  blocked: string | undefined;
  isBusy: boolean;
  onAdd: (ids: readonly number[]) => void;
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
/** What lies in another package cannot be chosen: it stands below. */
const freeFirst = (a: ItemView, b: ItemView): number =>
  Number(a.shipment_id !== null) - Number(b.shipment_id !== null);
const matches = (row: ItemView, words: string): boolean =>
  plain(`${row.number} ${row.fullname} ${row.product_sku} ${row.product_name} ${row.store_name}`).includes(
    words,
  );

/** What lies ready: chosen one by one or all at once, or scanned straight into the package. */
export function CandidatesPanel(props: CandidatesPanelProps) {
  const { t } = useTranslation('shipping');
  const { number } = useStaffFormat();
  const { title, emptyTitle, query, rows, preselected, blocked, isBusy, onAdd } = props;
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(preselected);
  const shown = useMemo(
    () => rows.filter((row) => matches(row, plain(words.trim()))).toSorted(freeFirst),
    [rows, words],
  );
  const free = shown.filter((row) => row.shipment_id === null);
  const picked = free.filter((row) => chosen.has(row.id)).map((row) => row.id);
  const toggle = (id: number, isOn: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      if (isOn) after.add(id);
      else after.delete(id);
      return after;
    });
  const add = (ids: readonly number[]) => {
    onAdd(ids);
    setChosen(new Set());
  };
  const ids = picked.length > 0 ? picked : free.map((row) => row.id);
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
      <div className="candidates-search">
        <TextField
          label={t('candidates.search')}
          hideLabel
          type="search"
          placeholder={t('candidates.search')}
          value={words}
          autoComplete="off"
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      {query.isPending && (
        <div className="panel-body">
          <Skeleton rows={5} height={40} gap={16} />
        </div>
      )}
      {query.isError && rows.length === 0 && (
        <ErrorState
          title={t('candidates.failed')}
          detail={errorLine(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState title={emptyTitle} icon={<PackageCheck aria-hidden />} />
      )}
      <ul className="candidate-rows">
        {shown.map((row) => (
          <CandidateRow
            key={row.id}
            row={row}
            withStore={props.withStore}
            isChosen={chosen.has(row.id)}
            isAddable={blocked === undefined && !isBusy}
            onToggle={(isOn) => toggle(row.id, isOn)}
            onAdd={() => add([row.id])}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface CandidateRowProps {
  row: ItemView;
  withStore: boolean;
  isChosen: boolean;
  isAddable: boolean;
  onToggle: (isOn: boolean) => void;
  onAdd: () => void;
}

function CandidateRow({ row, withStore, isChosen, isAddable, onToggle, onAdd }: CandidateRowProps) {
  const { t } = useTranslation('shipping');
  const isFresh = useWash(row.version);
  const isElsewhere = row.shipment_id !== null;
  return (
    <li className={isFresh ? 'candidate washed' : 'candidate'} data-testid={`candidate-${row.number}`}>
      <Checkbox
        label={row.number}
        hideLabel
        checked={isChosen && !isElsewhere}
        disabled={isElsewhere}
        onChange={onToggle}
      />
      <PieceCell item={row} size={34} />
      <span className="small muted clip">
        <bdi>
          {isElsewhere
            ? t('candidates.inOther', { tracking: row.tracking_number })
            : withStore
              ? row.store_name
              : row.fullname}
        </bdi>
      </span>
      <AgeCell item={row} />
      <Button
        variant="quiet"
        disabled={isElsewhere || !isAddable}
        onClick={onAdd}
        testId={`add-${row.number}`}
      >
        {t('candidates.add')}
      </Button>
    </li>
  );
}
