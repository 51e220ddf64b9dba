import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { Bars } from '../bars.tsx';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { usePlaces } from '../use-places.ts';
import { capacityQuery } from './capacity-query.ts';
import type { CapacityProps } from './change-panel.tsx';
import { isTrusted, resultOf, type Result, type StageResult } from './simulated.ts';
import { useDays } from './use-days.ts';

const NO_CHANGE = new Map();
/** The result is computed here: it is never waited for. */
const COMPUTED = { isPending: false, isError: false, error: null, refetch: () => undefined } as const;

/** The site with the change, beside the site as it is; and the factory that gives pieces away. */
export function ResultPanel({ siteId, capacity, state }: CapacityProps) {
  const { t } = useTranslation('capacity');
  const giver = useQuery({ ...capacityQuery(state.other ?? siteId), enabled: state.other !== null });
  const given = state.other === null ? null : (giver.data?.data ?? null);
  const moved = given === null ? 0 : (given.weekly * state.share) / 100;
  const weekly = (state.weekly ?? capacity.weekly) + moved;
  const result = useMemo(() => resultOf(capacity, state.places, weekly), [capacity, state.places, weekly]);
  return (
    <FigurePanel
      id="capacity-result"
      title={t('result.title')}
      answer={{ ...COMPUTED, data: result }}
      rows={result.stages}
      rowKey={({ stage }) => stage}
      columns={useColumns()}
      isDrawn
      chart={<Waits result={result} />}
      lead={
        <>
          <Lead result={result} />
          {given !== null && <Giver capacity={given} siteId={state.other} weekly={given.weekly - moved} />}
        </>
      }
      foot={t('result.note')}
    />
  );
}

function Lead({ result: { now, changed, weekly } }: { result: Result }) {
  const { t } = useTranslation('capacity');
  const { number } = useStaffFormat();
  const days = useDays();
  return (
    <p className="figure-lead flex wrap" data-testid="capacity-lead">
      <span>
        <b className="num">{days(changed.p50)}</b> {t('result.half')}
      </span>
      <span>
        <b className="num">{days(changed.p85)}</b> {t('result.most')}
      </span>
      <span className="small muted">
        {t('result.asItIs', { half: days(now.p50), most: days(now.p85), weekly: number(Math.round(weekly)) })}
      </span>
    </p>
  );
}

interface GiverProps {
  readonly capacity: CapacityProps['capacity'];
  readonly siteId: number | null;
  readonly weekly: number;
}

function Giver({ capacity, siteId, weekly }: GiverProps) {
  const { t } = useTranslation('capacity');
  const days = useDays();
  const name = usePlaces('factory').find(({ value }) => value === `factory:${siteId}`)?.label ?? '';
  const { now, changed } = useMemo(
    () => resultOf(capacity, NO_CHANGE, Math.max(0, weekly)),
    [capacity, weekly],
  );
  const values = {
    half: days(changed.p50),
    most: days(changed.p85),
    halfNow: days(now.p50),
    mostNow: days(now.p85),
  };
  return (
    <p className="small" data-testid="capacity-giver">
      <bdi>{name}</bdi>: {isTrusted(capacity) ? t('result.giver', values) : t('result.giverUnchecked')}
    </p>
  );
}

function Waits({ result }: { result: Result }) {
  const { t } = useTranslation(['capacity', 'status']);
  const days = useDays();
  const bars = result.stages.map(({ stage, wait, waitNow, taken }) => ({
    name: t(`status:name.${stage}`),
    value: wait,
    mark: waitNow,
    tone: taken !== null && taken > 0.9 ? ('late' as const) : ('ok' as const),
    end: days(wait),
  }));
  return <Bars label={t('capacity:result.waits')} bars={bars} />;
}

function useColumns(): readonly TwinColumn<StageResult>[] {
  const { t } = useTranslation(['capacity', 'status']);
  const { number, percent } = useStaffFormat();
  const days = useDays();
  const places = (count: number | null) => (count === null ? t('capacity:result.unlimited') : number(count));
  return [
    {
      key: 'stage',
      header: t('capacity:result.stage'),
      isText: true,
      value: ({ stage }) => t(`status:name.${stage}`),
    },
    {
      key: 'places',
      header: t('capacity:result.places'),
      value: (row) => row.places,
      cell: (row) => places(row.places),
    },
    {
      key: 'wait',
      header: t('capacity:result.wait'),
      value: ({ wait }) => wait,
      cell: ({ wait }) => days(wait),
    },
    {
      key: 'now',
      header: t('capacity:result.waitNow'),
      value: ({ waitNow }) => waitNow,
      cell: ({ waitNow }) => days(waitNow),
    },
    {
      key: 'taken',
      header: t('capacity:result.taken'),
      value: ({ taken }) => taken,
      cell: ({ taken }) => (taken === null ? '–' : percent(taken)),
    },
  ];
}
