import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { useFigure } from '../use-figure.ts';
import { watchedQuery, type RadarQuery, type Watched } from './radar-queries.ts';
import { useSeriesName } from './use-series-name.ts';

/** The series that the radar judges, and what it takes for one to be judged. */
export function WatchedPanel({ query }: { query: RadarQuery }) {
  const { t } = useTranslation(['insight', 'radar']);
  const { number } = useStaffFormat();
  const answer = useFigure(watchedQuery(query));
  const rows = answer.data?.data;
  const total = answer.data?.total ?? 0;
  return (
    <FigurePanel
      id="watched"
      title={t('radar:watched')}
      answer={answer}
      rows={rows}
      rowKey={({ product, pooled, reason_id, factory_id }) =>
        JSON.stringify([product, pooled, reason_id, factory_id])
      }
      columns={useColumns()}
      foot={
        total > (rows?.length ?? 0)
          ? t('radar:firstOf', { shown: number(rows?.length ?? 0), all: number(total) })
          : t('radar:watchedNote')
      }
    />
  );
}

function useColumns(): readonly TwinColumn<Watched>[] {
  const { t } = useTranslation(['insight', 'radar']);
  const { number } = useStaffFormat();
  const name = useSeriesName();
  const text = (key: 'product' | 'reason' | 'factory', header: string): TwinColumn<Watched> => ({
    key,
    header,
    isText: true,
    value: (row) => name(row)[key],
  });
  return [
    text('product', t('line')),
    text('reason', t('radar:reason')),
    text('factory', t('flow.site')),
    {
      key: 'perWeek',
      header: t('radar:perWeek'),
      value: ({ per_week }) => per_week,
      cell: ({ per_week }) => number(per_week),
    },
    {
      key: 'newest',
      header: t('radar:newest'),
      value: ({ newest }) => newest,
      cell: ({ newest }) => number(newest),
    },
  ];
}
