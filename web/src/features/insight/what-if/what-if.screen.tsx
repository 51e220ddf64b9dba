import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { screenNow } from '../../../lib/time/screen-clock.ts';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { MomentFilter, PeriodFilter } from '../filters.tsx';
import { useFigureState, weeksUntil, type ChangeFigures, type FigureState } from '../use-figure-state.ts';
import { usePlaces } from '../use-places.ts';
import { CheckPanel } from './check-panel.tsx';
import { PiecesPanel } from './pieces-panel.tsx';
import { ResultPanel } from './result-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { CountriesPanel, ShopsPanel } from './sums-panels.tsx';
import type { AnsweredProps } from './what-if-props.ts';
import { whatIfQuery } from './what-if-query.ts';
import { isChanged, readWhatIfState, whatIfParams } from './what-if-state.ts';
import '../figures.css';
import './what-if.css';

const YEAR_WEEKS = 52;

/** A year unless another period was chosen. */
function usePeriod(): readonly [FigureState, ChangeFigures, URLSearchParams] {
  const [state, change] = useFigureState();
  const [params] = useSearchParams();
  if (state.weeks === null || params.has('weeks')) return [state, change, params];
  return [{ ...state, weeks: YEAR_WEEKS, period: weeksUntil(screenNow(), YEAR_WEEKS) }, change, params];
}

/** `/insight/what-if`: the pieces that would differ had other rules been in force (docs/product/insight.md §9). */
export function Screen() {
  const { t } = useTranslation('what-if');
  const [figures, change, params] = usePeriod();
  const state = readWhatIfState(params);
  const query = whatIfParams(state, figures);
  const [{ key, page }, turn] = useState({ key: '', page: 1 });
  const asked = JSON.stringify(query);
  const shown = key === asked ? page : 1;
  const answer = useQuery(whatIfQuery(query, shown));
  return (
    <div className="figures-page stack gap-14" data-testid="what-if-page" aria-busy={answer.isFetching}>
      <WhatIfFilters state={figures} change={change} />
      <QueryView query={answer} skeleton={{ rows: 4, height: 120 }} failed={t('failed')}>
        {({ data, total = 0 }) => (
          <Answered
            {...{ state, change, data, total }}
            isPending={answer.isPlaceholderData}
            page={shown}
            onPage={(next) => turn({ key: asked, page: next })}
          />
        )}
      </QueryView>
    </div>
  );
}

function WhatIfFilters({ state, change }: { state: FigureState; change: ChangeFigures }) {
  const { t } = useTranslation('insight');
  const places = usePlaces().filter(({ value }) => !value.startsWith('factory:'));
  return (
    <div className="figure-filters flex wrap" role="search" aria-label={t('filters')}>
      <PeriodFilter state={state} change={change} />
      <Select
        label={t('where')}
        value={state.where}
        options={[{ value: '', label: t('everywhere') }, ...places]}
        onChange={(event) => change({ where: event.target.value })}
        testId="filter-where"
      />
      <MomentFilter />
    </div>
  );
}

function Answered(props: AnsweredProps) {
  const { t } = useTranslation('what-if');
  const { state, data } = props;
  return (
    <div className="figures-grid grid">
      <RulesPanel {...props} />
      <div className="what-if-results stack gap-14">
        {isChanged(state) ? (
          <ResultPanel {...props} />
        ) : (
          <EmptyState title={t('unchanged')} testId="what-if-unchanged">
            {t('unchangedBody')}
          </EmptyState>
        )}
        <CheckPanel data={data} />
      </div>
      {isChanged(state) && data.sums.pieces > 0 && (
        <>
          <ShopsPanel data={data} />
          <CountriesPanel data={data} />
          <PiecesPanel {...props} />
        </>
      )}
    </div>
  );
}
