import { classNames } from '@atelier/ui/class-names.ts';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Meter } from '@atelier/ui/feedback/meter.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { byUrgency, type RowOf } from '../queries.ts';
import { useTaskName } from './use-task-name.ts';
import type { Retried } from './retry-dialog.tsx';

interface FailuresPanelProps {
  jobs: readonly RowOf<'job'>[];
  onRetry: (asked: Retried) => void;
}

/** Jobs that failed and those under way, what needs attention first. */
export function FailuresPanel({ jobs, onRetry }: FailuresPanelProps) {
  const { t } = useTranslation('jobs');
  return (
    <Panel title={t('jobs')} testId="jobs">
      {jobs.length === 0 && <EmptyState title={t('noJobs')}>{t('noJobsBody')}</EmptyState>}
      {jobs.toSorted(byUrgency).map((job) => (
        <JobRow key={job.id} job={job} onRetry={onRetry} />
      ))}
    </Panel>
  );
}

function JobRow({ job, onRetry }: { job: RowOf<'job'>; onRetry: (asked: Retried) => void }) {
  const { t } = useTranslation('jobs');
  const mayRetry = usePermission('engine system config') && job.state !== 'active';
  const isFresh = useWash(job.version);
  return (
    <div
      className={classNames('lined job-row grid middle pad-10', isFresh && 'washed')}
      data-testid={`job-${job.job_id}`}
      data-state={job.state}
    >
      <div className="job-words">
        <span className="strong">{useTaskName()(job.queue, job.name)}</span>
        <bdi className="small muted num">{job.job_id}</bdi>
      </div>
      <div className="job-story small">
        {job.state === 'active' ? <Progress job={job} /> : <bdi className="job-error">{job.error}</bdi>}
        <span className="muted">{useFacts(job).join(' · ')}</span>
      </div>
      <Tag>{t(`state.${job.state}`)}</Tag>
      {mayRetry && (
        <Button
          icon={<RotateCw size={15} aria-hidden />}
          onClick={() => onRetry({ kind: 'job', queue: job.queue, jobId: job.job_id })}
          testId={`retry-${job.job_id}`}
        >
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

/** How often it was tried, when last, and when next. */
function useFacts(job: RowOf<'job'>): readonly string[] {
  const { t } = useTranslation('jobs');
  const { number, dateTime } = useStaffFormat();
  const attempts = t('attempts', { done: number(job.attempts), most: number(job.most_attempts) });
  return [
    ...(job.state === 'active' ? [] : [attempts]),
    ...(job.at === null ? [] : [dateTime(job.at)]),
    ...(job.next_at === null ? [] : [t('next', { time: dateTime(job.next_at) })]),
  ];
}

function Progress({ job: { done, total } }: { job: RowOf<'job'> }) {
  const { t } = useTranslation('jobs');
  const { number } = useStaffFormat();
  if (done === null || total === null) return null;
  const words = t('progress', { done: number(done), total: number(total) });
  return (
    <>
      <span className="num">{words}</span>
      <Meter value={done} limit={Math.max(1, total)} label={words} />
    </>
  );
}
