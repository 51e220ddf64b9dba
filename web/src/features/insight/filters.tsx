import { Select } from '@atelier/ui/controls/select.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { past, showPast } from '../../lib/time/past.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import { DateField } from '../../shared/form/date-field.tsx';
import { choicesQuery } from './queries.ts';
import { COMPARISONS, PERIOD_WEEKS, type ChangeFigures, type FigureState } from './use-figure-state.ts';

const CUSTOM = 'custom';

interface FiltersProps {
  /** Which place is chosen: any, a factory alone, or none because it is given. */
  readonly place?: 'any' | 'factory' | 'none';
  readonly state: FigureState;
  readonly change: ChangeFigures;
  /** Whether a second period can stand beside the first. */
  readonly isCompared?: boolean;
  /** What a screen filters by beside these. */
  readonly children?: ReactNode;
}

/** One line: period, comparison, place, collection, and last the moment as of which all of it stands. */
export function Filters({ state, change, place = 'any', isCompared = true, children }: FiltersProps) {
  const { t } = useTranslation('insight');
  return (
    <div className="figure-filters flex wrap" role="search" aria-label={t('filters')}>
      <PeriodFilter state={state} change={change} />
      {isCompared && (
        <Select
          label={t('compared')}
          value={state.comparison}
          options={COMPARISONS.map((each) => ({ value: each, label: t(`before.${each}`) }))}
          onChange={(event) => change({ before: event.target.value })}
          testId="filter-before"
        />
      )}
      <PlaceFilters state={state} change={change} place={place} />
      {children}
      <MomentFilter />
    </div>
  );
}

function PeriodFilter({ state, change }: FiltersProps) {
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
  const { country } = useStaffFormat();
  const { shops, factories, lines } = useQuery(choicesQuery()).data?.data ?? {
    shops: [],
    factories: [],
    lines: [],
  };
  const countries = [...new Set(shops.map((shop) => shop.country))];
  const ateliers = factories.map(({ id, name }) => ({ value: `factory:${id}`, label: name }));
  const places = [
    ...countries.map((code) => ({ value: `country:${code}`, label: country(code) })),
    ...shops.map(({ id, name }) => ({ value: `shop:${id}`, label: name })),
    ...ateliers,
  ];
  const all = { value: '', label: t(place === 'factory' ? 'flow.chooseSite' : 'everywhere') };
  return (
    <>
      {place !== 'none' && (
        <Select
          label={t(place === 'factory' ? 'flow.site' : 'where')}
          value={state.where}
          options={[all, ...(place === 'factory' ? ateliers : places)]}
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
function MomentFilter() {
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
