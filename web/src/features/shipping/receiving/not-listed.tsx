import type { ReceiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { CirclePlus, SearchCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { notify } from '@atelier/ui/feedback/notify.ts';
import type { Verdict } from '../../../shared/scan/verdict-state.ts';
import type { Receiving } from './use-receiving.ts';

export interface NotListedProps {
  verdict: Verdict | null;
  receipt: ReceiptView;
  receiving: Receiving;
  onDone: () => void;
  onScan: (code: string) => void;
}

/** What the last scan asks for beyond its verdict: a piece that is not on the list goes apart, a missing one is found. */
export function NotListed({ verdict, receipt, receiving, onDone, onScan }: NotListedProps) {
  const { t } = useTranslation('receiving');
  if (verdict === null) return null;
  const { code, item, kind } = verdict;
  const line = receipt.lines.find((one) => one.number === (item?.number ?? code));
  if (line?.state === 'missing') {
    const find = () => receiving.found.mutate([line.item_id], { onSuccess: () => onScan(code) });
    return (
      <div className="panel not-listed flex wrap middle between" data-testid="turned-up">
        <p>{t('turnedUp', { number: line.number })}</p>
        <Button
          variant="primary"
          size="large"
          icon={<SearchCheck size={18} aria-hidden />}
          busy={receiving.found.isPending}
          onClick={find}
          testId="found-here"
        >
          {t('piece.found')}
        </Button>
      </div>
    );
  }
  const isStranger = line === undefined && STRANGERS.has(kind) && verdict.refusal === null;
  const isApart = receipt.extras.some((extra) => extra.code === code && extra.state === 'apart');
  if (!isStranger || isApart) return null;
  const apart = () =>
    receiving.setApart.mutate(code, {
      onSuccess: () => {
        notify({ tone: 'good', title: t('extras.done', { code }) });
        onDone();
      },
    });
  return (
    <div className="panel not-listed flex wrap middle between" data-testid="not-listed">
      <p>{t('extras.ask')}</p>
      <Button
        variant="primary"
        size="large"
        icon={<CirclePlus size={18} aria-hidden />}
        busy={receiving.setApart.isPending}
        onClick={apart}
        testId="set-apart"
      >
        {t('extras.setApart', { code })}
      </Button>
    </div>
  );
}

const STRANGERS: ReadonlySet<Verdict['kind']> = new Set([
  'wrong_package',
  'unknown',
  'not_expected',
  'wrong_stage',
  'cancelled',
  'held',
]);
