import { classNames } from '@atelier/ui/class-names.ts';
import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { PieceCell } from '../../shared/item/piece-cells.tsx';
import { type TransferList, LOADING } from './basket-panel.tsx';
import type { useBasketCommands } from './use-basket.ts';
import type { FactoryChoice } from './use-factory.ts';
import { wantedFactory } from './wanted-factory.ts';
import { QueryView } from '../../shared/paged-table/query-view.tsx';

export interface NeededPanelProps {
  query: TransferList;
  choice: FactoryChoice;
  commands: ReturnType<typeof useBasketCommands>;
}

/** The inbox: pieces that need another factory, and why. */
export function NeededPanel({ query, choice, commands }: NeededPanelProps) {
  const { t } = useTranslation('transfer');
  const { number } = useStaffFormat();
  const rows = query.data?.data ?? [];
  return (
    <Panel title={t('needed.title')} aside={number(rows.length)} testId="needed">
      <QueryView
        query={query}
        skeleton={LOADING}
        padded
        failed={t('needed.failed')}
        isEmpty={() => rows.length === 0}
        empty={<p className="panel-body muted">{t('needed.empty')}</p>}
      />
      <ul>
        {rows.map((row) => (
          <NeededRow key={row.id} row={row} choice={choice} commands={commands} />
        ))}
      </ul>
    </Panel>
  );
}

interface NeededRowProps extends Omit<NeededPanelProps, 'query'> {
  row: TransferRow;
}

function NeededRow({ row, choice, commands }: NeededRowProps) {
  const factory = choice.chosen;
  const wanted = wantedFactory(row.transfer_reason, choice.options);
  const chosen = choice.options.find(({ value }) => value === factory);
  const isElsewhere = wanted !== undefined && chosen !== undefined && wanted !== chosen;
  const { t } = useTranslation(['transfer', 'refusals']);
  const format = useStaffFormat();
  const isFresh = useWash(row.version);
  const add = () =>
    factory !== null && commands.assign.mutate({ ids: [row.id], factory }, { onError: noticeError });
  const since = row.transfer_needed_at === null ? '' : format.dateTime(row.transfer_needed_at);
  return (
    <li
      className={classNames('lined transfer-row flex wrap middle pad-8', isFresh && 'washed')}
      data-testid={`needed-${row.number}`}
      data-blocked={row.blocking.length > 0 || undefined}
    >
      <PieceCell item={row} size={34} />
      <span className="transfer-why stack gap-0">
        <bdi className="breaks">{row.transfer_reason}</bdi>
        <span className="small muted">{since}</span>
      </span>
      <Button
        variant="quiet"
        onClick={() => commands.need.mutate({ ids: [row.id], reason: null })}
        testId={`withdraw-${row.number}`}
      >
        {t('transfer:needed.withdraw')}
      </Button>
      <Button
        disabledReason={factory === null ? t('transfer:scan.factoryFirst') : undefined}
        disabled={!row.can_transfer}
        onClick={add}
        testId={`add-needed-${row.number}`}
      >
        {t('transfer:ready.add')}
      </Button>
      {isElsewhere && (
        <span className="field-error transfer-problem" role="status" data-testid={`elsewhere-${row.number}`}>
          <bdi>{t('transfer:need.elsewhere', { wanted: wanted.label, chosen: chosen.label })}</bdi>
        </span>
      )}
      {row.blocking.map((code) => (
        <span key={code} className="field-error transfer-problem">
          {t(`refusals:${code}`, code)}
        </span>
      ))}
    </li>
  );
}
