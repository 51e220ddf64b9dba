import type { ReceiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { useTranslation } from 'react-i18next';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { DiscrepancyMarks } from './state-tag.tsx';

/** What does not agree, in sight at both ends for as long as it does not. */
export function NoticeBand({ receipt }: { receipt: ReceiptView }) {
  const { t } = useTranslation('receiving');
  const { shipment, side } = receipt;
  if (shipment.state !== 'Discrepancy') return null;
  return (
    <Banner tone="warn" title={t('discrepancy.title')} testId="discrepancy">
      <span className="row wrap">
        <DiscrepancyMarks row={shipment} />
        <span>{t(`discrepancy.${side}`)}</span>
      </span>
    </Banner>
  );
}
