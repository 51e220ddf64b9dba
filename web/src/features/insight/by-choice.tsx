import { Select } from '@atelier/ui/controls/select.tsx';
import { REPEATS_BY, type RepeatsBy } from '@atelier/domain/insight/figures.ts';
import { useTranslation } from 'react-i18next';
import type { OpenedFigure } from './open-pieces.tsx';

interface ByChoiceProps {
  readonly id: string;
  readonly by: RepeatsBy;
  readonly onChange: (by: string) => void;
}

/** By collection, SKU or factory. */
export function ByChoice({ id, by, onChange }: ByChoiceProps) {
  const { t } = useTranslation('insight');
  return (
    <Select
      label={t('repeats.by')}
      hideLabel
      value={by}
      options={REPEATS_BY.map((each) => ({ value: each, label: t(`repeats.${each}`) }))}
      onChange={(event) => onChange(event.target.value)}
      testId={id}
    />
  );
}

/** What narrows a figure to one of its groups; without a key, to the pieces of which it is not known. */
export function markOf(by: RepeatsBy, key: string | null): Partial<OpenedFigure> {
  if (by === 'sku') return key === null ? {} : { sku: key };
  if (key === null) return { unknown: by };
  return by === 'factory' ? { factory_id: Number(key) } : { line: key };
}
