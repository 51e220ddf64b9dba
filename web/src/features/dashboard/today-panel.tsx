import type { DashboardStats } from '@atelier/contracts/dashboard/schema.ts';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { type Urgency, AgeBadge } from '@atelier/ui/feedback/tag.tsx';
import { useLimits } from '../../shared/rules/limit-words.ts';
import { usePermission, useStaffFormat } from '../../lib/session/use-session.ts';
import { useCallCount } from '../../shared/queries/call-list.ts';
import { useOverdueLoans } from '../../shared/queries/overdue-loans.ts';
import { ButtonLink } from '../../shared/item/button-link.tsx';

/** What is counted beside the dashboard's numbers. */
interface Counts {
  /** Clients to call, and clients who wrote. */
  readonly calls: ReturnType<typeof useCallCount>;
  readonly loans: number;
}

interface Task {
  readonly key: string;
  readonly count: (stats: DashboardStats, counts: Counts) => number;
  readonly urgency: Urgency;
  readonly words: string;
  readonly action: string;
  readonly to: string;
}

const TASKS: readonly Task[] = [
  {
    key: 'over72',
    count: (stats) => stats.ready_to_ship_over_72h,
    urgency: 'late',
    words: 'today.over72',
    action: 'today.ship',
    to: '/preparePackage?bucket=over',
  },
  {
    key: 'texts',
    count: (_stats, { calls }) => calls?.texts ?? 0,
    urgency: 'over',
    words: 'today.texts',
    action: 'today.readTexts',
    to: '/callList',
  },
  {
    key: 'calls',
    // One call may be about several pieces: the list counts clients, as the menu does.
    count: (stats, { calls }) => calls?.due || stats.to_call,
    urgency: 'over',
    words: 'today.calls',
    action: 'today.openList',
    to: '/callList',
  },
  {
    key: 'guests',
    count: (stats) => stats.here_for_others,
    urgency: 'due',
    words: 'today.guests',
    action: 'today.openList',
    to: '/listRma?bucket=here_for_others',
  },
  {
    key: 'loans',
    count: (_stats, { loans }) => loans,
    urgency: 'over',
    words: 'today.loans',
    action: 'today.openList',
    to: '/listRma?loan=overdue',
  },
  {
    key: 'inTransit',
    count: (stats) => stats.in_transit,
    urgency: 'due',
    words: 'today.inTransit',
    action: 'today.receive',
    to: '/receivedpackage',
  },
];

/** The day's work, the most pressing first; what is done is gone from the list. */
export function TodayPanel({ stats }: { stats: DashboardStats | undefined }) {
  const { t } = useTranslation('dashboard');
  const { number } = useStaffFormat();
  const limits = useLimits();
  const counts = { calls: useCallCount(usePermission('shop handover')), loans: useOverdueLoans() };
  const open = stats === undefined ? [] : TASKS.filter((task) => task.count(stats, counts) > 0);
  return (
    <Panel title={t('today.title')} testId="today">
      {stats === undefined && (
        <div className="panel-body">
          <Skeleton rows={3} height={30} gap={20} />
        </div>
      )}
      {stats !== undefined && open.length === 0 && (
        <EmptyState title={t('today.empty')} icon={<Sparkles aria-hidden />} />
      )}
      {stats !== undefined &&
        open.map((task, index) => {
          const count = task.count(stats, counts);
          return (
            <div className="todo" key={task.key} data-testid={`today-${task.key}`}>
              <AgeBadge urgency={task.urgency}>{number(count)}</AgeBadge>
              <span>{t(task.words, { count, limit: limits.ready.long })}</span>
              <ButtonLink to={task.to} isMain={index === 0}>
                {t(task.action)}
              </ButtonLink>
            </div>
          );
        })}
    </Panel>
  );
}
