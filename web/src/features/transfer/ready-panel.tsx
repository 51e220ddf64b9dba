import type { ItemView } from '@atelier/domain/rma/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWash } from '../../ui/use-wash.ts';
import type { ApiResponse } from '../../lib/api/client.ts';
import { errorLine, noticeError } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { AgeCell, PieceCell, StageCell } from '../../shared/item/piece-cells.tsx';
import { Loading } from './basket-panel.tsx';
import { NeedDialog } from './need-dialog.tsx';
import type { useBasketCommands } from './use-basket.ts';
import type { FactoryChoice } from './use-factory.ts';

export interface ReadyPanelProps {
  query: UseQueryResult<ApiResponse<ItemView[]>>;
  rows: readonly ItemView[];
  choice: FactoryChoice;
  commands: ReturnType<typeof useBasketCommands>;
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const matches = (row: ItemView, words: string): boolean =>
  plain(`${row.number} ${row.product_sku} ${row.product_name} ${row.store_name}`).includes(words);

/** Pieces at hand that may go to another factory: picked into the basket, or marked as needing one. */
export function ReadyPanel({ query, rows, choice, commands }: ReadyPanelProps) {
  const factory = choice.chosen;
  const { t } = useTranslation('transfer');
  const { number } = useStaffFormat();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const shown = useMemo(() => rows.filter((row) => matches(row, plain(words.trim()))), [rows, words]);
  const picked = rows.filter((row) => chosen.has(row.id) && row.shipment_id === null).map(({ id }) => id);
  const toggle = (id: number, isOn: boolean) =>
    setChosen((before) => new Set(isOn ? [...before, id] : [...before].filter((each) => each !== id)));
  const done = () => setChosen(new Set());
  const add = () =>
    factory !== null &&
    commands.assign.mutate({ ids: picked, factory }, { onSuccess: done, onError: noticeError });
  return (
    <Panel
      title={t('ready.title')}
      aside={number(rows.length)}
      testId="ready"
      action={
        <span className="row wrap">
          <Button
            variant="quiet"
            disabled={picked.length === 0}
            onClick={() => setAsked(true)}
            testId="need-selected"
          >
            {t('ready.need')}
          </Button>
          <Button
            disabled={picked.length === 0 || factory === null}
            busy={commands.assign.isPending}
            onClick={add}
            testId="add-selected"
          >
            {picked.length === 0 ? t('ready.add') : t('ready.addSelected', { count: picked.length })}
          </Button>
        </span>
      }
    >
      <div className="transfer-search">
        <TextField
          label={t('ready.search')}
          hideLabel
          type="search"
          placeholder={t('ready.search')}
          value={words}
          autoComplete="off"
          onChange={(event) => setWords(event.target.value)}
          testId="ready-search"
        />
      </div>
      {query.isPending && <Loading />}
      {query.isError && rows.length === 0 && (
        <ErrorState
          title={t('ready.failed')}
          detail={errorLine(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState title={t('ready.empty')} icon={<PackageCheck aria-hidden />} />
      )}
      {rows.length > 0 && shown.length === 0 && <p className="panel-body muted">{t('ready.noMatch')}</p>}
      <ul className="transfer-ready">
        {shown.map((row) => (
          <ReadyRow
            key={row.id}
            row={row}
            isChosen={chosen.has(row.id)}
            onToggle={(isOn) => toggle(row.id, isOn)}
          />
        ))}
      </ul>
      {isAsked && (
        <NeedDialog
          ids={picked}
          choice={choice}
          need={commands.need}
          onDone={done}
          onClose={() => setAsked(false)}
        />
      )}
    </Panel>
  );
}

interface ReadyRowProps {
  row: ItemView;
  isChosen: boolean;
  onToggle: (isOn: boolean) => void;
}

function ReadyRow({ row, isChosen, onToggle }: ReadyRowProps) {
  const { t } = useTranslation('transfer');
  const isFresh = useWash(row.version);
  const isElsewhere = row.shipment_id !== null;
  return (
    <li className={isFresh ? 'transfer-row washed' : 'transfer-row'} data-testid={`ready-${row.number}`}>
      <Checkbox
        label={row.number}
        hideLabel
        checked={isChosen && !isElsewhere}
        disabled={isElsewhere}
        onChange={onToggle}
        testId={`pick-${row.number}`}
      />
      <PieceCell item={row} size={34} />
      <span className="transfer-why">
        {isElsewhere ? (
          <bdi className="small muted">{t('ready.inPackage', { tracking: row.tracking_number })}</bdi>
        ) : (
          <StageCell status={row.rma_status_id} bar={false} />
        )}
      </span>
      <AgeCell item={row} />
    </li>
  );
}
