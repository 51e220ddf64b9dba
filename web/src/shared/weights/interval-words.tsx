import type { WeightIntervalView } from '@atelier/contracts/insight/gold-schema.ts';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useTranslation } from 'react-i18next';
import './weights.css';
import { useGrams } from './use-grams.ts';

type Span = WeightIntervalView['spans'][number];

/** A holder and its stage: a bench by its stage and site, a package by its number. */
export function useSpanWords(): (span: Span) => string {
  const { t } = useTranslation(['gold', 'status']);
  return ({ site_id: site, holder, rma_status_id: status }) => {
    if (site !== null) return `${t(`status:name.${status}`)} · ${holder}`;
    return holder === '' ? t('gold:span.elsewhere') : t('gold:span.package', { number: holder });
  };
}

/** "In 8.412 g, added 0.180 g; out …": every milligram of an interval. */
export function useIntervalSentence(): (interval: WeightIntervalView) => string {
  const { t } = useTranslation('gold');
  const { grams } = useGrams();
  return ({ in_mg, added_mg, out_mg, scrap_mg, loss_mg }) =>
    t('sentence', {
      in: grams(in_mg),
      added: grams(added_mg),
      out: grams(out_mg),
      scrap: grams(scrap_mg),
      loss: grams(loss_mg),
    });
}

/** Within tolerance, not judged, or why it differs. */
export function IntervalTag({
  interval: { verdict, explanation },
}: {
  interval: Pick<WeightIntervalView, 'verdict' | 'explanation'>;
}) {
  const { t } = useTranslation('gold');
  if (explanation !== null)
    return (
      <Tag className={explanation === 'looked_at' ? 'weight-tag looked-at' : 'weight-tag'}>
        {t(`explanation.${explanation}`)}
      </Tag>
    );
  return <Tag className={`weight-tag ${verdict}`}>{t(`verdict.${verdict}`)}</Tag>;
}
