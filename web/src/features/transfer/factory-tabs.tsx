import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { FactoryChoice } from './use-factory.ts';

export interface FactoryTabsProps {
  choice: FactoryChoice;
  /** How many pieces a factory gets; of null, how many are undecided. */
  countOf: (factory: number | null) => number;
  onChoose: (factory: number | null) => void;
}

const UNDECIDED = 0;

/** One tab a factory with its count, and one for what names no factory. */
export function FactoryTabs({ choice, countOf, onChoose }: FactoryTabsProps) {
  const { t } = useTranslation('transfer');
  const { number } = useStaffFormat();
  const tabs = [...choice.options, { value: UNDECIDED, label: t('tabs.undecided') }];
  return (
    <div className="stack gap-6">
      <span className="small strong" aria-hidden>
        {t('factory.label')}
      </span>
      <SegmentedControl
        label={t('factory.label')}
        value={choice.chosen ?? UNDECIDED}
        onChange={(value) => onChoose(value === UNDECIDED ? null : value)}
        options={tabs.map(({ value, label }) => ({
          value,
          label: `${label} ${number(countOf(value === UNDECIDED ? null : value))}`,
        }))}
        testId="factory"
      />
    </div>
  );
}
