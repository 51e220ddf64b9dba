import { useTranslation } from 'react-i18next';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { oneOf, useFilters } from '../../shared/filter-bar/use-filters.ts';
import { ButtonLink } from '../../shared/item/button-link.tsx';
import { FeedPart } from './feed-part.tsx';
import { LatestPanel } from './latest-panel.tsx';
import { SealingLine } from './sealing-line.tsx';
import { VerdictCard } from './verdict-card.tsx';
import { VerifyPart } from './verify-part.tsx';
import { UnusualPart } from './unusual-part.tsx';
import './audit.css';

const VIEWS = ['unusual', 'feed', 'verify'] as const;
const PARTS = { feed: FeedPart, unusual: UnusualPart, verify: VerifyPart } as const;

/** `/system/audit`: whether the log is whole, what is unusual and how far it is reviewed, who read and exported, and all that happened (product/audit.md §4, §5, §8). */
export function Screen() {
  const { t } = useTranslation('audit');
  const { values, change } = useFilters({ view: oneOf(VIEWS) });
  const view = values.view === '' ? 'unusual' : values.view;
  const Part = PARTS[view];
  return (
    <div className="stack">
      <div className="audit-head">
        <SegmentedControl
          label={t('view.label')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={(value) => change({ view: value === 'unusual' ? '' : value })}
          testId="audit-view"
        />
        <Cluster gap={8}>
          <ButtonLink to="/system/exports" testId="audit-exports">
            {t('view.exports')}
          </ButtonLink>
          <ButtonLink to="/system/audit/replay" testId="audit-replay">
            {t('view.replay')}
          </ButtonLink>
        </Cluster>
      </div>
      <div className="audit-home stack gap-16">
        <VerdictCard>
          <SealingLine />
        </VerdictCard>
        <LatestPanel />
      </div>
      <Part />
    </div>
  );
}
