import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { reasonsQuery, useReasonName } from '../../../shared/item/reasons.ts';
import type { Alarm } from './radar-queries.ts';

type Series = Pick<Alarm, 'product' | 'pooled' | 'reason_id' | 'factory'>;

export interface SeriesName {
  readonly product: string;
  readonly reason: string;
  readonly factory: string;
}

/** A series in words; several collections judged together are counted. */
export function useSeriesName(): (series: Series) => SeriesName {
  const { t } = useTranslation(['insight', 'radar']);
  const { number } = useStaffFormat();
  const reasonName = useReasonName(useQuery(reasonsQuery()).data?.data);
  return ({ product, pooled, reason_id, factory }) => ({
    product:
      pooled === null
        ? (product ?? t('radar:noProduct'))
        : t('radar:pooled', { count: pooled.length, shown: number(pooled.length) }),
    reason: reasonName(reason_id, t('radar:reasonNumber', { number: number(reason_id) })),
    factory: factory ?? t('radar:noFactory'),
  });
}
