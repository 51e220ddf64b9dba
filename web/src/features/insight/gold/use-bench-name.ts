import { useTranslation } from 'react-i18next';
import type { GoldRow } from './gold-queries.ts';

/** A bench by its stage; intervals that lie in no single bench by what they lie across. */
export function useBenchName(): (row: Pick<GoldRow, 'place' | 'rma_status_id'>) => string {
  const { t } = useTranslation(['gold', 'status']);
  return ({ place, rma_status_id: status }) =>
    place === 'bench' && status !== null ? t(`status:name.${status}`) : t(`gold:bench.${place}`);
}
