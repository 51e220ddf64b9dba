import { Select } from '@atelier/ui/controls/select.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { past, showPast } from '../../lib/time/past.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import { DateField } from '../../shared/form/date-field.tsx';
import { choicesQuery } from './queries.ts';
import { usePlaces } from './use-places.ts';
import { COMPARISONS, PERIOD_WEEKS, type ChangeFigures, type FigureState } from './use-figure-state.ts';

const CUSTOM = 'custom';

interface FiltersProps {
  /** Which place is chosen: any, one site, a factory alone, or none because it is given. */
  readonly place?: 'any' | 'site' | 'factory' | 'none';
  readonly state: FigureState;
  readonly change: ChangeFigures;
  /** Whether a second period stands beside the first. */
  readonly compares?: boolean;
  /** Filters of one screen alone. */
  readonly children?: ReactNode;
}

/** One line: period, comparison, place, collection, and last the moment as of which all of it stands. */
export function Filters({ state, change, place = 'any', compares = true, children }: FiltersProps) {
  const { t } = useTranslation('insight');
  return (
    <div className="figure-filters flex wrap" role="search" aria-label={t('filters')}>
      <PeriodFilter state={state} change={change} />
      {compares && <ComparisonFilter state={state} change={change} place={place} />}
      <PlaceFilters state={state} change={change} place={place} />
      {children}
      <MomentFilter />
    </div>
  );
}

/** With what the figures are compared: another period, or the same one at another place. */
function ComparisonFilter({ state, change, place }: FiltersProps) {
  const { t } = useTranslation('insight');
  const places = usePlaces(place === 'none' ? 'any' : place).filter(({ value }) => value !== state.where);
  const offered = COMPARISONS.filter((each) => each !== 'place' || (place !== 'none' && places.length > 0));
  const choose = (before: string) =>
    change({ before, beside: before === 'place' ? (places[0]?.value ?? null) : null });
  return (
    <>
      <Select
        label={t('compared')}
        value={state.comparison}
        options={offered.map((each) => ({ value: each, label: t(`before.${each}`) }))}
        onChange={(event) => choose(event.target.value)}
        testId="filter-before"
      />
      {state.comparison === 'place' && (
        <Select
          label={t('beside')}
          value={state.beside}
          options={places}
          onChange={(event) => change({ beside: event.target.value })}
          testId="filter-beside"
        />
      )}
    </>
  );
}

export function PeriodFilter({ state, change }: Pick<FiltersProps, 'state' | 'change'>) {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const { from, to } = state.period;
  const choose = (value: string) =>
    change(value === CUSTOM ? { from, to, weeks: null } : { from: null, to: null, weeks: value });
  const weeks = PERIOD_WEEKS.map((count) => ({
    value: String(count),
    label: t('weeks', { count, shown: number(count) }),
  }));
  return (
    <>
      <Select
        label={t('period')}
        value={state.weeks === null ? CUSTOM : String(state.weeks)}
        options={[...weeks, { value: CUSTOM, label: t('custom') }]}
        onChange={(event) => choose(event.target.value)}
        testId="filter-period"
      />
      {state.weeks === null && (
        <>
          <DateField
            label={t('from')}
            value={from}
            max={to}
            onChange={(event) => change({ from: event.target.value, to })}
            testId="filter-from"
          />
          <DateField
            label={t('to')}
            value={to}
            min={from}
            onChange={(event) => change({ from, to: event.target.value })}
            testId="filter-to"
          />
        </>
      )}
    </>
  );
}

function PlaceFilters({ state, change, place }: FiltersProps) {
  const { t } = useTranslation('insight');
  const { lines } = useQuery(choicesQuery()).data?.data ?? { lines: [] };
  const places = usePlaces(place === 'none' ? 'any' : place);
  const all = { value: '', label: t(place === 'factory' ? 'flow.chooseSite' : 'everywhere') };
  return (
    <>
      {place !== 'none' && (
        <Select
          label={t(place === 'factory' ? 'flow.site' : 'where')}
          value={state.where}
          options={[all, ...places]}
          onChange={(event) => change({ where: event.target.value })}
          testId="filter-where"
        />
      )}
      <Select
        label={t('line')}
        value={state.line}
        options={[
          { value: '', label: t('allLines') },
          ...lines.map((line) => ({ value: line, label: line })),
        ]}
        onChange={(event) => change({ line: event.target.value })}
        testId="filter-line"
      />
    </>
  );
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The figures as they stood at the end of a day; the bar above every page of the past leads back to now. */
export function MomentFilter() {
  const { t } = useTranslation('insight');
  const today = dayOf(serverNow());
  const shown = past?.as_of ?? past?.known_at;
  return (
    <DateField
      label={t('asOf')}
      value={shown === undefined ? today : shown.slice(0, 10)}
      max={today}
      onChange={(event) => {
        const day = event.target.value;
        if (day !== '') showPast(day >= today ? {} : { as_of: `${day}T23:59:59Z` });
      }}
      className="figure-moment"
      testId="filter-as-of"
    />
  );
}
