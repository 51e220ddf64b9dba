import { movedBy } from '@atelier/domain/insight/periods.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { useFigure } from '../use-figure.ts';
import { throughputQuery, type Throughput } from './flow-queries.ts';
import type { FlowProps } from './flow-props.ts';

interface WeekDay {
  readonly day: string;
  readonly done: number;
  readonly sum: number;
}

function daysOf({ monday, done }: Throughput['week']): readonly WeekDay[] {
  let sum = 0;
  return done.map((count, index) => {
    sum += count;
    return { day: movedBy({ from: monday, to: monday }, index).from, done: count, sum };
  });
}

/** What the running week has finished, and what it is likely to. */
export function WeekPanel({ query }: FlowProps) {
  const { t } = useTranslation('insight');
  const answer = useFigure(throughputQuery(query));
  const week = answer.data?.data.week;
  const { number } = useStaffFormat();
  return (
    <FigurePanel
      id="week"
      title={t('flow.week.title')}
      answer={answer}
      rows={week && daysOf(week)}
      rowKey={({ day }) => day}
      columns={useColumns()}
      lead={week && <Lead week={week} />}
      foot={week && t('flow.week.note', { held: number(week.held), tried: number(week.tried) })}
    />
  );
}

function Lead({ week }: { week: Throughput['week'] }) {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const done = week.done.reduce((sum, count) => sum + count, 0);
  const { forecast } = week;
  const most = Math.max(forecast?.high ?? 0, done, 1);
  return (
    <div className="figure-lead stack gap-6" data-testid="week-lead">
      <span>
        <b className="num">{number(done)}</b> {t('flow.week.done')}
      </span>
      <span className="small">
        {forecast === null
          ? t('flow.week.noForecast')
          : t('flow.week.likely', {
              likely: number(forecast.likely),
              low: number(forecast.low),
              high: number(forecast.high),
            })}
      </span>
      {forecast !== null && (
        <span className="week-meter" aria-hidden>
          <span className="week-done" style={{ inlineSize: `${(100 * done) / most}%` }} />
          <span
            className="week-band"
            style={{
              insetInlineStart: `${(100 * forecast.low) / most}%`,
              inlineSize: `${(100 * (forecast.high - forecast.low)) / most}%`,
            }}
          />
          <span className="week-likely" style={{ insetInlineStart: `${(100 * forecast.likely) / most}%` }} />
        </span>
      )}
    </div>
  );
}

function useColumns(): readonly TwinColumn<WeekDay>[] {
  const { t } = useTranslation('insight');
  const { dayShort } = useStaffFormat();
  return [
    {
      key: 'day',
      header: t('flow.week.weekday'),
      isText: true,
      value: ({ day }) => day,
      cell: ({ day }) => dayShort(`${day}T12:00:00Z`),
    },
    { key: 'done', header: t('flow.cfd.done'), value: ({ done }) => done },
    { key: 'sum', header: t('flow.week.sum'), value: ({ sum }) => sum },
  ];
}
