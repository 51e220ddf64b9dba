import { useLiveQuery } from '../../shared/queries/live-query.ts';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { type ListColumn, DataList } from '@atelier/ui/tables/data-list.tsx';
import { useSeen } from '@atelier/ui/chunks/use-seen.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { weeksQuery, type WeekRow } from './queries.ts';
import { QueryView } from '../../shared/paged-table/query-view.tsx';

const WeeksChart = lazyPart(() => import('./weeks-chart.tsx'), 'WeeksChart');

/** What was created in each of the last twelve weeks: a chart, or the same as a table. */
export function WeeksPanel() {
  const { t } = useTranslation('dashboard');
  const [isTable, setTable] = useState(false);
  const { site } = useSession().view;
  const weeks = useLiveQuery(weeksQuery(), site === null ? [] : [`store:${site.id}`]);
  const rows = weeks.data?.data ?? [];
  return (
    <Panel
      title={t('weeks.title')}
      testId="weeks"
      action={
        <Button
          variant="quiet"
          aria-pressed={isTable}
          onClick={() => setTable((table) => !table)}
          testId="weeks-toggle"
        >
          {t(isTable ? 'weeks.chart' : 'weeks.table')}
        </Button>
      }
    >
      <QueryView
        query={weeks}
        skeleton={{ rows: 1, height: 128 }}
        padded
        failed={t('weeks.failed')}
        isEmpty={() => rows.length === 0}
      />
      {rows.length > 0 && (isTable ? <WeeksTable rows={rows} /> : <LazyChart rows={rows} />)}
    </Panel>
  );
}

function LazyChart({ rows }: { rows: readonly WeekRow[] }) {
  const summary = useSummary(rows);
  const [box, isSeen] = useSeen();
  return (
    <div className="weeks" role="img" aria-label={summary} ref={box}>
      <Suspense fallback={<Skeleton rows={1} height={128} />}>
        {isSeen ? <WeeksChart rows={rows} /> : <Skeleton rows={1} height={128} />}
      </Suspense>
    </div>
  );
}

/** The chart in one sentence, for those who do not see it. */
function useSummary(rows: readonly WeekRow[]): string {
  const { t } = useTranslation('dashboard');
  const { number } = useStaffFormat();
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  const most = rows.reduce((best, row) => (row.total > best.total ? row : best));
  return t('weeks.summary', { total: number(total), week: number(most.CreateWeek), max: number(most.total) });
}

function useWeekColumns(current: WeekRow | undefined): ListColumn<WeekRow>[] {
  const { t } = useTranslation('dashboard');
  const { number } = useStaffFormat();
  return [
    {
      key: 'week',
      header: t('weeks.week'),
      cell: (row) => (
        <>
          <bdi className="num">{row.label}</bdi>
          {row === current && <span className="small muted"> · {t('weeks.current')}</span>}
        </>
      ),
    },
    {
      key: 'total',
      header: t('weeks.created'),
      align: 'end',
      cell: (row) => <span className="num">{number(row.total)}</span>,
    },
  ];
}

function WeeksTable({ rows }: { rows: readonly WeekRow[] }) {
  const { t } = useTranslation('dashboard');
  const columns = useWeekColumns(rows.at(-1));
  return (
    <DataList
      label={t('weeks.title')}
      rows={rows.toReversed()}
      rowKey={(row) => row.label}
      columns={columns}
    />
  );
}
