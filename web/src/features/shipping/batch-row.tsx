import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import type { BatchResult } from './use-batch.ts';

/** The first thing that keeps a package here, with the number of its piece; null = it may go. */
export type Stop = { readonly code: string; readonly number: string | null } | null;

/** Takes the place of the server's code where a scan of the package is unresolved on this device. */
export const UNRESOLVED = 'scans_unresolved';

export interface BatchRowProps {
  row: ShipmentView;
  /** Null = may go; undefined = not known yet. */
  stop: Stop | undefined;
  result: BatchResult | undefined;
  isChosen: boolean;
  isBusy: boolean;
  onChoose: (isOn: boolean) => void;
}

/** One package of the batch: whether it may go, and what became of it. */
export function BatchRow({ row, stop, result, isChosen, isBusy, onChoose }: BatchRowProps) {
  const { t } = useTranslation(['sending', 'shipping', 'refusals', 'packing']);
  const isSent = result?.kind === 'sent';
  const to = row.to_client ? t('sending:destination.client') : (row.to?.name ?? '');
  return (
    <li
      className="lined batch-row grid middle pad-10"
      data-testid={`batch-${row.tracking_no}`}
      data-result={result?.kind}
    >
      <Checkbox
        label={t('sending:batch.choose', { tracking: row.tracking_no })}
        hideLabel
        checked={isChosen && stop === null && !isSent}
        disabled={stop !== null || isBusy || isSent}
        onChange={onChoose}
        testId={`choose-${row.tracking_no}`}
      />
      <span className="outbound">
        <bdi className="strong num">{row.tracking_no}</bdi>
        <span className="small muted">
          <bdi>{to}</bdi> · {t('shipping:contents.count', { count: row.item_count })}
        </span>
      </span>
      <span className="small batch-why shrinks breaks">
        {result?.kind === 'failed' && <span className="field-error">{result.words}</span>}
        {stop && !isSent && (
          <span className="field-error">
            {stop.number !== null && <bdi className="num">{stop.number}: </bdi>}
            {stop.code === UNRESOLVED ? t('packing:why.open') : t(`refusals:${stop.code}`, stop.code)}
          </span>
        )}
      </span>
      <BatchTag stop={stop} result={result} isSigned={row.signed} />
    </li>
  );
}

function BatchTag({
  stop,
  result,
  isSigned,
}: Pick<BatchRowProps, 'stop' | 'result'> & { isSigned: boolean }) {
  const { t } = useTranslation(['sending', 'shipping']);
  if (result?.kind === 'sent')
    return <Tag icon={<Check size={14} aria-hidden />}>{t('sending:batch.sent')}</Tag>;
  if (result?.kind === 'failed')
    return <Tag icon={<X size={14} aria-hidden />}>{t('sending:batch.failed')}</Tag>;
  if (stop !== null) return null;
  return <Tag>{t(isSigned ? 'shipping:sign.saved' : 'sending:batch.ready')}</Tag>;
}
