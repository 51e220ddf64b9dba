import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Select } from '@atelier/ui/controls/select.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { MomentFilter } from '../filters.tsx';
import { useFigureState } from '../use-figure-state.ts';
import { usePlaces } from '../use-places.ts';
import { capacityQuery } from './capacity-query.ts';
import { readCapacityState } from './capacity-state.ts';
import { CheckPanel } from './check-panel.tsx';
import { ChangePanel } from './change-panel.tsx';
import { isTrusted, type Capacity } from './simulated.ts';
import { ResultPanel } from './result-panel.tsx';
import '../figures.css';
import './capacity.css';

const idOf = (where: string): number | undefined => {
  const id = /^factory:(\d+)$/.exec(where)?.[1];
  return id === undefined ? undefined : Number(id);
};

/** `/insight/capacity`: what another number of places or pieces would do to a factory's times, from a simulation of it. */
export function Screen() {
  const { t } = useTranslation('capacity');
  const { site } = useSession().view;
  const [{ where }, change] = useFigureState();
  const factories = usePlaces('factory');
  const siteId = site?.id ?? idOf(where);
  return (
    <div className="figures-page stack gap-14" data-testid="capacity-page">
      <div className="figure-filters flex wrap" role="search" aria-label={t('filters')}>
        {site === null && (
          <Select
            label={t('site')}
            value={where}
            options={[{ value: '', label: t('chooseSite') }, ...factories]}
            onChange={(event) =>
              change({ where: event.target.value, places: null, weekly: null, other: null })
            }
            testId="filter-where"
          />
        )}
        <MomentFilter />
      </div>
      {siteId === undefined ? (
        <EmptyState title={t('chooseSite')} testId="capacity-choose">
          {t('chooseSiteBody')}
        </EmptyState>
      ) : (
        <Site siteId={siteId} />
      )}
    </div>
  );
}

function Site({ siteId }: { siteId: number }) {
  const { t } = useTranslation('capacity');
  const answer = useQuery(capacityQuery(siteId));
  return (
    <QueryView query={answer} skeleton={{ rows: 4, height: 120 }} failed={t('failed')}>
      {({ data }) =>
        data === null ? (
          <EmptyState title={t('tooLittle')} testId="capacity-too-little">
            {t('tooLittleBody')}
          </EmptyState>
        ) : (
          <Learnt siteId={siteId} capacity={data} />
        )
      }
    </QueryView>
  );
}

function Learnt({ siteId, capacity }: { siteId: number; capacity: Capacity }) {
  const state = readCapacityState(useSearchParams()[0]);
  const props = { siteId, capacity, state };
  return (
    <div className="figures-grid grid">
      <CheckPanel capacity={capacity} />
      {isTrusted(capacity) && (
        <>
          <ChangePanel {...props} />
          <ResultPanel {...props} />
        </>
      )}
    </div>
  );
}
