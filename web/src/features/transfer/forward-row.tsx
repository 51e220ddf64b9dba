import { classNames } from '@atelier/ui/class-names.ts';
import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import { ScanLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { AgeCell, PieceCell } from '../../shared/item/piece-cells.tsx';
import type { useBasketCommands } from './use-basket.ts';
import type { FactoryChoice } from './use-factory.ts';

export interface ForwardRowProps {
  row: TransferRow;
  isTicked: boolean;
  choice: FactoryChoice;
  commands: ReturnType<typeof useBasketCommands>;
}

/** One piece of a tab: its tick puts it into the package of that factory, or takes it out. */
export function ForwardRow({ row, isTicked, choice, commands }: ForwardRowProps) {
  const { t } = useTranslation(['transfer', 'refusals']);
  const isFresh = useWash(row.version);
  const { chosen } = choice;
  const put = (factory: number) =>
    commands.assign.mutate({ ids: [row.id], factory }, { onError: noticeError });
  const tick = (isOn: boolean) => (isOn && chosen !== null ? put(chosen) : commands.takeOut.mutate([row.id]));
  return (
    <li
      className={classNames('lined transfer-row flex wrap middle pad-8', isFresh && 'washed')}
      data-testid={`${isTicked ? 'basket' : 'needed'}-${row.number}`}
      data-blocked={row.blocking.length > 0 || undefined}
      data-ticked={isTicked || undefined}
    >
      {chosen !== null && (
        <Checkbox
          label={t('transfer:tabs.tick', { number: row.number })}
          hideLabel
          checked={isTicked}
          disabled={!isTicked && !row.can_transfer}
          onChange={tick}
          testId={`tick-${row.number}`}
        />
      )}
      <PieceCell item={row} size={34} />
      <Why row={row} />
      {isTicked ? <Scanned /> : <KeepHere row={row} commands={commands} />}
      {chosen === null &&
        choice.options.map(({ value, label }) => (
          <Button
            key={value}
            disabled={!row.can_transfer}
            onClick={() => put(value)}
            testId={`decide-${row.number}-${value}`}
          >
            {t('transfer:tabs.to', { factory: label })}
          </Button>
        ))}
      <AgeCell item={row} />
      {row.blocking.map((code) => (
        <span key={code} className="field-error transfer-problem" data-code={code}>
          {t(`refusals:${code}`, code)}
        </span>
      ))}
    </li>
  );
}

/** Why another factory has to do it, and since when that is known. */
function Why({ row }: { row: TransferRow }) {
  const format = useStaffFormat();
  if (row.transfer_reason === '') return null;
  const since = row.transfer_needed_at;
  return (
    <span className="transfer-why stack gap-0">
      <bdi className="breaks small">{row.transfer_reason}</bdi>
      {since !== null && <span className="small muted">{format.dateTime(since)}</span>}
    </span>
  );
}

function Scanned() {
  const { t } = useTranslation('transfer');
  return (
    <span className="transfer-scanned" data-testid="scanned">
      <ScanLine size={16} aria-hidden />
      <span className="sr-only">{t('basket.scanned')}</span>
    </span>
  );
}

function KeepHere({ row, commands }: Pick<ForwardRowProps, 'row' | 'commands'>) {
  const { t } = useTranslation('transfer');
  return (
    <Button
      variant="quiet"
      onClick={() => commands.need.mutate({ ids: [row.id], reason: null })}
      testId={`withdraw-${row.number}`}
    >
      {t('needed.withdraw')}
    </Button>
  );
}
