import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { DataList, type ListColumn } from '@atelier/ui/tables/data-list.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import type { RowOf } from '../queries.ts';
import { useCronWords } from './use-cron-words.ts';
import { useTaskName } from './use-task-name.ts';

type Task = RowOf<'task'>;

/** Every kind of job: what it does, when it ran and runs next, and how many failed. */
export function TasksPanel({ tasks }: { tasks: readonly Task[] }) {
  const { t } = useTranslation('tasks');
  const columns = useColumns();
  const nameOf = useTaskName();
  const sorted = tasks.toSorted(
    (a, b) => b.failed - a.failed || nameOf(a.queue, a.name).localeCompare(nameOf(b.queue, b.name)),
  );
  if (tasks.length === 0) return null;
  return (
    <Panel title={t('title')} testId="tasks">
      <DataList
        label={t('title')}
        columns={columns}
        rows={sorted}
        rowKey={({ id }) => id}
        rowVersion={({ last_at: at, failed }) => `${at} ${failed}`}
      />
    </Panel>
  );
}

function useColumns(): ListColumn<Task>[] {
  const { t } = useTranslation('tasks');
  const { dateTime, number } = useStaffFormat();
  return [
    { key: 'job', header: t('job'), cell: (task) => <TaskName task={task} /> },
    {
      key: 'last',
      header: t('last'),
      cell: ({ last_at: at }) => (
        <span className="small muted num">{at === null ? t('notLately') : dateTime(at)}</span>
      ),
    },
    { key: 'next', header: t('next'), cell: (task) => <NextRun task={task} /> },
    {
      key: 'faults',
      header: t('faults'),
      align: 'end',
      cell: ({ failed }) => (
        <span className={failed > 0 ? 'num strong danger' : 'num muted'}>{number(failed)}</span>
      ),
    },
  ];
}

function TaskName({ task: { queue, name } }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const nameOf = useTaskName();
  return (
    <span className="job-words" data-testid={`task-${queue}-${name}`}>
      <span className="strong">{nameOf(queue, name)}</span>
      <span className="small muted">{t(`what.${queue}.${name}`, '')}</span>
    </span>
  );
}

function NextRun({ task: { next_at: at, pattern } }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { dateTime } = useStaffFormat();
  const wordsOf = useCronWords();
  if (pattern === '') return <span className="small muted">{t('whenNeeded')}</span>;
  return (
    <span className="job-words small">
      {at !== null && <span className="num">{dateTime(at)}</span>}
      <span className="muted" title={pattern}>
        {wordsOf(pattern)}
      </span>
    </span>
  );
}
