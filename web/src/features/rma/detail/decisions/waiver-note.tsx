import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { historyQuery } from '../../../../shared/queries/item.ts';
import { rejectionIn } from './fee-story.ts';

const REJECTED = 10;

/** Where a waiver stands: under review, or rejected and why. An approved one is told by the fee itself. */
export function WaiverNote({ item }: { item: ItemView }) {
  const { t } = useTranslation(['decisions', 'rma']);
  const history = useQuery({ ...historyQuery(item.id), enabled: item.waived_fee === REJECTED }).data?.data;
  if (item.waived_fee === 0 || item.waived_fee === 11) return null;
  const reason = item.waived_fee === REJECTED ? rejectionIn(history ?? []) : '';
  return (
    <p className="small muted" data-testid="waiver-note">
      {reason === ''
        ? t(`rma:fee.waiver.${item.waived_fee}`)
        : t('decisions:fee.because.rejected', { reason })}
    </p>
  );
}
