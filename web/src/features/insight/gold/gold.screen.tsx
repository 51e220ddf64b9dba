import { Select } from '@atelier/ui/controls/select.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Filters } from '../filters.tsx';
import { useFigure } from '../use-figure.ts';
import { useFigureState, type FigureState } from '../use-figure-state.ts';
import { BenchPanel } from './bench-panel.tsx';
import { BeyondPanel } from './beyond-panel.tsx';
import { EquationPanel } from './equation-panel.tsx';
import { intervalsQuery, type GoldInterval, type GoldQuery, type OpenedWeights } from './gold-queries.ts';
import { IntervalsPanel } from './intervals-panel.tsx';
import { MonthsPanel } from './months-panel.tsx';
import { SpanPanel } from './span-panel.tsx';
import '../figures.css';
import './gold.css';

/** `/insight/gold`: every milligram between weighings, and where it differs (docs/product/insight.md §6). */
export function Screen() {
  const { t } = useTranslation('gold');
  const [state, change] = useFigureState();
  const [params] = useSearchParams();
  const metal = params.get('metal') === 'gold' ? 'gold' : '';
  return (
    <div className="figures-page ledger-page stack gap-14" data-testid="gold-page">
      <Filters state={state} change={change} place="site" compares={false}>
        <Select
          label={t('metal')}
          value={metal}
          options={[
            { value: '', label: t('metalAll') },
            { value: 'gold', label: t('metalGold') },
          ]}
          onChange={(event) => change({ metal: event.target.value })}
          testId="filter-metal"
        />
      </Filters>
      <Ledger query={queryOf(state, metal)} chosen={params.get('difference')} change={change} />
    </div>
  );
}

function queryOf({ period, where, line }: FigureState, metal: string): GoldQuery {
  const [, id] = where.split(':');
  return {
    ...period,
    ...(id !== undefined && id !== '' && { site_id: Number(id) }),
    ...(line !== '' && { line }),
    ...(metal !== '' && { gold: 'true' }),
  };
}

interface LedgerProps {
  readonly query: GoldQuery;
  /** `ITEM-WEIGHING` of the difference that is shown whole. */
  readonly chosen: string | null;
  readonly change: (part: Readonly<Record<string, string | null>>) => void;
}

function Ledger({ query, chosen, change }: LedgerProps) {
  const [opened, open] = useState<Partial<OpenedWeights> | null>(null);
  const beyond = useFigure(intervalsQuery({ ...query, verdict: 'beyond', page: 1, page_size: 8 }));
  const list = beyond.data?.data ?? [];
  const shown = list.find((each) => nameOf(each) === chosen) ?? list[0] ?? null;
  return (
    <>
      <EquationPanel query={query} />
      <div className="ledger-grid grid">
        <BenchPanel query={query} open={open} />
        <BeyondPanel
          query={query}
          open={open}
          chosen={shown}
          choose={(each) => change({ difference: nameOf(each) })}
        />
      </div>
      {shown !== null && <SpanPanel key={nameOf(shown)} interval={shown} />}
      <MonthsPanel query={query} open={open} />
      <IntervalsPanel opened={opened} query={query} onClose={() => open(null)} />
    </>
  );
}

const nameOf = ({ item_id, weighing }: GoldInterval): string => `${item_id}-${weighing}`;
