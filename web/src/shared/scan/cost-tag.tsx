import type { QualityCause } from '@atelier/domain/shared/item-facts.ts';
import { isChargeable } from '@atelier/domain/repair/scanning/quality.ts';
import { useTranslation } from 'react-i18next';
import { Tag } from '@atelier/ui/feedback/tag.tsx';

/** Who pays with this cause. */
export function CostTag({ cause }: { cause: string }) {
  const { t } = useTranslation('repair');
  return (
    <Tag testId="quality-cost">
      {t(isChargeable(cause as QualityCause) ? 'quality.chargeable' : 'quality.free')}
    </Tag>
  );
}
