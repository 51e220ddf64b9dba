import { classNames } from '@atelier/ui/class-names.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { AgeCell, PieceCell, StageCell } from '../../shared/item/piece-cells.tsx';
import type { DrawnQuery } from '../../shared/paged-table/query-view.tsx';
import { PickList } from '../../shared/pick-list/pick-list.tsx';
import { isFree, usePicking } from '../../shared/pick-list/use-picking.ts';
import { useMoveHere } from '../../shared/pick-list/use-move-here.ts';
import { NeedDialog } from './need-dialog.tsx';
import type { useBasketCommands } from './use-basket.ts';
import type { FactoryChoice } from './use-factory.ts';

export interface ReadyPanelProps {
  query: DrawnQuery<unknown>;
  rows: readonly ItemView[];
  choice: FactoryChoice;
  commands: ReturnType<typeof useBasketCommands>;
}

const textOf = (row: ItemView): string =>
  `${row.number} ${row.product_sku} ${row.product_name} ${row.store_name}`;

/** Pieces at hand that may go to another factory: picked into the basket, or marked as needing one. */
export function ReadyPanel({ query, rows, choice, commands }: ReadyPanelProps) {
  const { t } = useTranslation('transfer');
  const { number } = useStaffFormat();
  const [isAsked, setAsked] = useState(false);
  const picking = usePicking(rows, textOf);
  const moving = useMoveHere(
    (ids) => commands.assign.mutateAsync({ ids, factory: choice.chosen ?? 0 }),
    commands.refresh,
  );
  const move = useHandler(moving.run);
  const picked = rows.filter((row) => picking.chosen.has(row.id) && isFree(row)).map(({ id }) => id);
  return (
    <Panel
      title={t('ready.title')}
      aside={number(rows.length)}
      testId="ready"
      action={
        <ReadyActions
          picked={picked}
          choice={choice}
          assign={commands.assign}
          onNeed={() => setAsked(true)}
          onDone={picking.clear}
        />
      }
    >
      <PickList
        query={query}
        picking={picking}
        isEmpty={rows.length === 0}
        words={{
          search: t('ready.search'),
          failed: t('ready.failed'),
          empty: t('ready.empty'),
          noMatch: t('ready.noMatch'),
        }}
        searchTestId="ready-search"
      >
        {(row) => (
          <ReadyRow
            key={row.id}
            row={row}
            isChosen={picking.chosen.has(row.id)}
            onChoose={picking.choose}
            onMove={choice.chosen === null ? null : move}
          />
        )}
      </PickList>
      {isAsked && (
        <NeedDialog
          ids={picked}
          choice={choice}
          need={commands.need}
          onDone={picking.clear}
          onClose={() => setAsked(false)}
        />
      )}
    </Panel>
  );
}

interface ReadyActionsProps {
  picked: readonly number[];
  choice: FactoryChoice;
  assign: ReadyPanelProps['commands']['assign'];
  onNeed: () => void;
  onDone: () => void;
}

/** For the chosen factory one button; while none is chosen, one for each. */
function ReadyActions({ picked, choice, assign, onNeed, onDone }: ReadyActionsProps) {
  const { t } = useTranslation('transfer');
  const isNothing = picked.length === 0;
  const put = (factory: number) =>
    assign.mutate({ ids: picked, factory }, { onSuccess: onDone, onError: noticeError });
  const { chosen, options } = choice;
  const add = isNothing ? t('ready.add') : t('ready.addSelected', { count: picked.length });
  const targets =
    chosen === null
      ? options.map(({ value, label }) => ({ value, label: t('tabs.to', { factory: label }) }))
      : [{ value: chosen, label: add }];
  return (
    <span className="row wrap">
      <Button variant="quiet" disabled={isNothing} onClick={onNeed} testId="need-selected">
        {t('ready.need')}
      </Button>
      {targets.map(({ value, label }) => (
        <Button
          key={value}
          disabled={isNothing}
          busy={assign.isPending}
          onClick={() => put(value)}
          testId={chosen === null ? `add-selected-${value}` : 'add-selected'}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}

interface ReadyRowProps {
  row: ItemView;
  isChosen: boolean;
  onChoose: (id: number, isOn: boolean) => void;
  /** Takes it over from the package it lies in; null while no factory is chosen. */
  onMove: ((piece: ItemView) => void) | null;
}

const ReadyRow = memo(function ReadyRow({ row, isChosen, onChoose, onMove }: ReadyRowProps) {
  const { t } = useTranslation(['transfer', 'packing']);
  const isFresh = useWash(row.version);
  const isElsewhere = !isFree(row);
  return (
    <li
      className={classNames('lined transfer-row flex wrap middle pad-8', isFresh && 'washed')}
      data-testid={`ready-${row.number}`}
    >
      <Checkbox
        label={row.number}
        hideLabel
        checked={isChosen && !isElsewhere}
        disabled={isElsewhere}
        onChange={(isOn) => onChoose(row.id, isOn)}
        testId={`pick-${row.number}`}
      />
      <PieceCell item={row} size={34} />
      <span className="transfer-why stack gap-0">
        {isElsewhere ? (
          <bdi className="small muted">
            {t('transfer:ready.inPackage', { tracking: row.tracking_number })}
          </bdi>
        ) : (
          <StageCell status={row.rma_status_id} bar={false} />
        )}
      </span>
      <AgeCell item={row} />
      {isElsewhere && onMove !== null && (
        <Button onClick={() => onMove(row)} testId={`move-here-${row.number}`}>
          {t('packing:moveHere')}
        </Button>
      )}
    </li>
  );
});
