import { Select } from '@atelier/ui/controls/select.tsx';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Filters } from '../filters.tsx';
import type { OpenedFigure } from '../open-pieces.tsx';
import { PiecesPanel } from '../pieces-panel.tsx';
import { figureQuery, useFigureState, type ChangeFigures } from '../use-figure-state.ts';
import { useFigure } from '../use-figure.ts';
import { OutsidePanel } from './outside-panel.tsx';
import { ProcessPanel } from './process-panel.tsx';
import { processQuery } from './process-queries.ts';
import { SHOWN, shownIn, type Shown } from './shown-arcs.ts';
import { StatusesPanel } from './statuses-panel.tsx';
import { WeeksBar } from './weeks-bar.tsx';
import { weeksOf, windowIn, type WeekWindow } from './weeks.ts';
import '../figures.css';
import './process.css';

/** `/insight/process`: the ways that pieces took between statuses, week by week and as of any moment. */
export function Screen() {
  const [state, change] = useFigureState();
  const [params] = useSearchParams();
  const [opened, open] = useState<OpenedFigure | null>(null);
  const period = figureQuery({ ...state, comparison: 'none' });
  const weeks = weeksOf(state.period);
  const [shown, show] = useWindow(weeks);
  const whole = useFigure(processQuery(period));
  const from = weeks[shown.first]?.from ?? period.from;
  const to = weeks[shown.last]?.to ?? period.to;
  const query = { ...period, from, to };
  const answer = useFigure(processQuery(query));
  const paths = shownIn(params);
  return (
    <div className="figures-page stack gap-14" data-testid="process-page">
      <Filters state={state} change={change} compares={false}>
        <PathsFilter paths={paths} change={change} />
      </Filters>
      <div className="figures-grid grid">
        <ProcessPanel answer={answer} open={open} shown={paths} />
        <WeeksBar weeks={weeks} moves={whole.data?.data.weeks ?? []} shown={shown} show={show} />
        <StatusesPanel answer={answer} open={open} />
        <OutsidePanel answer={answer} open={open} />
      </div>
      <PiecesPanel opened={opened} query={query} onClose={() => open(null)} />
    </div>
  );
}

/** The weeks that the address names; moving an end replaces the entry of the history, so that "back" leaves the screen. */
function useWindow(weeks: ReturnType<typeof weeksOf>): [WeekWindow, (shown: WeekWindow) => void] {
  const [params, setParams] = useSearchParams();
  const key = weeks.map(({ from }) => from).join(' ');
  const show = useCallback(
    ({ first, last }: WeekWindow) => {
      const starts = key.split(' ');
      const isAll = first === 0 && last === starts.length - 1;
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete('first');
          after.delete('last');
          if (!isAll) {
            after.set('first', starts[first] ?? '');
            after.set('last', starts[last] ?? '');
          }
          return after;
        },
        { replace: true },
      );
    },
    [key, setParams],
  );
  return [windowIn(weeks, params), show];
}

function PathsFilter({ paths, change }: { paths: Shown; change: ChangeFigures }) {
  const { t } = useTranslation('insight');
  return (
    <Select
      label={t('process.show')}
      value={paths}
      options={SHOWN.map((each) => ({ value: each, label: t(`process.shown.${each}`) }))}
      onChange={(event) => change({ paths: event.target.value === 'all' ? null : event.target.value })}
      testId="filter-paths"
    />
  );
}
