import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { historyQuery } from '../../../shared/queries/item.ts';
import { feeStory, type FeeCause } from './fee-story.ts';
import '../../../shared/decisions/decisions.css';

/** Why, in words; the cause found is shown by its name. */
function useCauseWords(item: ItemView): (cause: FeeCause) => string {
  const { t } = useTranslation(['decisions', 'repair', 'values']);
  const found = item.rma_factory_sav_item.quality_investigate;
  return (cause) => {
    switch (cause.because) {
      case 'findings':
        return t('decisions:fee.because.findings', { cause: t(`values:cause.${found}`, found) });
      case 'outcome':
        return t('decisions:fee.because.outcome');
      case 'override':
        return t('decisions:fee.because.override', { reason: cause.reason });
      case 'rejected':
        return t('decisions:fee.because.rejected', { reason: cause.reason });
    }
  };
}

/** The amount agreed before, the one to be agreed now, and what lies between. */
export function FeeChange({ item }: { item: ItemView }) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const words = useCauseWords(item);
  const history = useQuery(historyQuery(item.id)).data?.data;
  const story = feeStory(history ?? []);
  const money = (amount: number) => format.money(amount, item.repair_fee_ccy);
  return (
    <div className="fee-change grid middle rounded sunken" data-testid="fee-change">
      <div className="stack gap-2">
        <span className="small muted">{t('fee.agreed')}</span>
        <b className="size-l strong num" data-testid="fee-before">
          {history === undefined || story.agreed === null ? t('fee.notAgreed') : money(story.agreed)}
        </b>
      </div>
      <ArrowRight size={18} aria-hidden className="flips" />
      <div className="stack gap-2">
        <span className="small muted">{t('fee.asked')}</span>
        <b className="size-l strong num" data-testid="fee-after">
          {money(item.repair_fee)}
        </b>
      </div>
      {story.cause !== null && (
        <p className="small fee-why" data-testid="fee-cause">
          <span className="muted">{t('fee.why')}:</span> {words(story.cause)}
        </p>
      )}
    </div>
  );
}
