import { Select } from '@atelier/ui/controls/select.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../lib/session/use-session.ts';
import { reasonsQuery, useTextIn } from '../../../shared/item/reasons.ts';
import { MomentFilter } from '../filters.tsx';
import { choicesQuery } from '../queries.ts';
import { ALARM_STATES, type ChangeRadar, type RadarState } from './use-radar-state.ts';

interface RadarFiltersProps {
  readonly state: RadarState;
  readonly change: ChangeRadar;
}

/** One line: collection, reason, factory, state, and last the moment as of which all of it stands. */
export function RadarFilters({ state, change }: RadarFiltersProps) {
  const { t } = useTranslation(['insight', 'radar']);
  const { lines, reasons, factories } = useOptions();
  const isOfSite = useSession().view.site !== null;
  return (
    <div className="figure-filters flex wrap" role="search" aria-label={t('filters')}>
      <Select
        label={t('line')}
        value={state.line}
        options={lines}
        onChange={(event) => change({ line: event.target.value, alarm: '' })}
        testId="radar-line"
      />
      <Select
        label={t('radar:reason')}
        value={state.reason}
        options={reasons}
        onChange={(event) => change({ reason: event.target.value, alarm: '' })}
        testId="radar-reason"
      />
      {!isOfSite && (
        <Select
          label={t('flow.site')}
          value={state.factory}
          options={factories}
          onChange={(event) => change({ factory: event.target.value, alarm: '' })}
          testId="radar-factory"
        />
      )}
      <Select
        label={t('radar:state')}
        value={state.state}
        options={[
          { value: '', label: t('radar:both') },
          ...ALARM_STATES.map((each) => ({ value: each, label: t(`radar:${each}`) })),
        ]}
        onChange={(event) => change({ state: event.target.value, alarm: '' })}
        testId="radar-state"
      />
      <MomentFilter />
    </div>
  );
}

function useOptions() {
  const { t } = useTranslation(['insight', 'radar']);
  const inWords = useTextIn();
  const choices = useQuery(choicesQuery()).data?.data;
  const known = useQuery(reasonsQuery()).data?.data ?? [];
  const all = { value: '', label: t('radar:all') };
  return {
    lines: [
      { value: '', label: t('allLines') },
      ...(choices?.lines ?? []).map((line) => ({ value: line, label: line })),
    ],
    reasons: [all, ...known.map(({ id, names }) => ({ value: String(id), label: inWords(names) }))],
    factories: [
      all,
      ...(choices?.factories ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    ],
  };
}
