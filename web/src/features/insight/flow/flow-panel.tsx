import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { ChartBox } from '../chart-box.tsx';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { OpenPieces } from '../open-pieces.tsx';
import { useFigure } from '../use-figure.ts';
import { useBesideName } from '../use-places.ts';
import { BANDS, flowDays, type FlowDay } from './bands.ts';
import { flowQuery, type Flow } from './flow-queries.ts';
import type { FlowProps } from './flow-props.ts';

const Chart = lazyPart(() => import('./flow-chart.tsx'), 'FlowChart');
const HEIGHT = 260;

/** What stands at the stages day by day, above what was done since the period began. */
export function FlowPanel({ query, open }: FlowProps) {
  const { t } = useTranslation('insight');
  const answer = useFigure(flowQuery(query));
  const view = answer.data?.data;
  return (
    <FigurePanel
      id="flow"
      title={t('flow.cfd.title')}
      answer={answer}
      rows={view && flowDays(view)}
      rowKey={({ day }) => day}
      columns={useColumns()}
      height={HEIGHT + 70}
      lead={view && <Lead view={view} />}
      isDrawn
      chart={view && <Drawn rows={flowDays(view)} view={view} />}
      foot={
        <>
          {t('flow.cfd.note')} <OpenPieces figure="standing" count={view?.now.in_progress ?? 0} open={open} />
        </>
      }
    />
  );
}

function Lead({ view: { now, before } }: { view: Flow }) {
  const { t } = useTranslation('insight');
  const { number, ageLong } = useStaffFormat();
  const beside = useBesideName();
  const counts = { arrived: number(now.arrived), finished: number(now.finished) };
  return (
    <div className="figure-lead stack gap-4" data-testid="flow-lead">
      <span>
        <b className="num">{number(now.in_progress)}</b> {t('flow.cfd.inProgress')}
      </span>
      <span className="small">
        {now.median_seconds === null
          ? t('flow.cfd.leadNone', counts)
          : t('flow.cfd.lead', { ...counts, span: ageLong(now.median_seconds * 1000) })}
        {before !== null && (
          <span className="muted">
            {' · '}
            {t('flow.cfd.was', {
              beside,
              arrived: number(before.arrived),
              finished: number(before.finished),
            })}
          </span>
        )}
      </span>
    </div>
  );
}

function Drawn({ rows, view }: { rows: readonly FlowDay[]; view: Flow }) {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const last = rows.at(-1);
  const bands = BANDS.map(({ name }) => `${t(`flow.band.${name}`)} ${number(last?.[name] ?? 0)}`).join(', ');
  const summary = t('flow.cfd.summary', { count: view.now.in_progress, bands });
  return (
    <>
      <ChartBox label={summary} height={HEIGHT}>
        <Chart rows={rows} height={HEIGHT} />
      </ChartBox>
      <ul className="band-names flex wrap small" aria-hidden>
        {BANDS.map(({ name }) => (
          <li key={name}>
            <span className={`band-key ${name}`} /> {t(`flow.band.${name}`)}{' '}
            <b className="num">{number(last?.[name] ?? 0)}</b>
          </li>
        ))}
        <li>
          <span className="band-key done" /> {t('flow.cfd.done')}{' '}
          <b className="num">{number(last?.done ?? 0)}</b>
        </li>
      </ul>
    </>
  );
}

function useColumns(): readonly TwinColumn<FlowDay>[] {
  const { t } = useTranslation('insight');
  const { date } = useStaffFormat();
  const bands = BANDS.map(({ name }): TwinColumn<FlowDay> => ({
    key: name,
    header: t(`flow.band.${name}`),
    value: (row) => row[name],
  }));
  return [
    {
      key: 'day',
      header: t('flow.cfd.day'),
      isText: true,
      value: ({ day }) => day,
      cell: ({ day }) => date(day),
    },
    ...bands,
    { key: 'done', header: t('flow.cfd.done'), value: ({ done }) => done },
  ];
}
