import { useTranslation } from 'react-i18next';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { oneOf, useFilters } from '../../shared/filter-bar/use-filters.ts';
import { ButtonLink } from '../../shared/item/button-link.tsx';
import { FeedPart } from './feed-part.tsx';
import { LatestPanel } from './latest-panel.tsx';
import { VerdictCard } from './verdict-card.tsx';
import { UnusualPart } from './unusual-part.tsx';
import type { SealingView } from '@atelier/contracts/system/sealing/schema.ts';
import { Banner, EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useSealingWords } from '../../shared/history/use-sealing-words.ts';
import { useSealing, useVerifications } from './verify-queries.ts';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { VerifyRow } from './verify-row.tsx';

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

/** How far the log is sealed, what waits and for how long, live. */
function SealingLine() {
  const { data } = useSealing();
  return data === undefined ? null : <Standing sealing={data.data} />;
}

function Standing({ sealing }: { sealing: SealingView }) {
  const { standing, late, troubles } = useSealingWords(sealing);
  const isTrouble = late !== null || troubles.length > 0;
  return (
    <div className="stack sealing" data-testid="sealing" data-tone={isTrouble ? 'warn' : 'good'}>
      <p className="small num">{standing}</p>
      {isTrouble && (
        <Banner tone="warn" title={late} testId="sealing-trouble">
          {troubles.map((trouble) => (
            <div key={trouble}>
              <bdi>{trouble}</bdi>
            </div>
          ))}
        </Banner>
      )}
    </div>
  );
}

/** What each verification of the log found, the newest first (product/audit.md §8). */
function VerifyPart() {
  const { t } = useTranslation('verification');
  const query = useVerifications();
  return (
    <ListScreen
      id="verify"
      lead={t('lead')}
      title={t('title')}
      list={
        <PagedTable
          query={query}
          skeleton={{ rows: 3, height: 52, gap: 14 }}
          failed={t('failed')}
          empty={<EmptyState title={t('none')} />}
          testId="verify-list"
        >
          {(found) => <VerifyRow key={found.id} found={found} />}
        </PagedTable>
      }
    />
  );
}
