import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { BackupPanel } from './backup-panel.tsx';
import { ConsistencyPanel } from './consistency-panel.tsx';
import { FailuresPanel } from './failures-panel.tsx';
import { useJobs, rowsOf } from '../queries.ts';
import { ParkedPanel } from './parked-panel.tsx';
import { QueuesPanel } from './queues-panel.tsx';
import { RetryDialog, type Retried } from './retry-dialog.tsx';
import { SealPanel } from './seal-panel.tsx';
import { SiemPanel } from './siem-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { TasksPanel } from './tasks-panel.tsx';
import './jobs.css';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';

/** `/operation/jobs`: what the workers do, what has failed and why, live (product/system.md §3). */
export function Screen() {
  const { t } = useTranslation('jobs');
  const { query, rows } = useJobs();
  const [asked, setAsked] = useState<Retried | null>(null);
  const isDown = rowsOf(rows, 'down').length > 0;
  return (
    <QueryView query={query} skeleton={{ rows: 6, height: 44, gap: 16 }} failed={t('failed')}>
      {() => (
        <div className="stack jobs" data-testid="jobs-screen">
          {isDown && <Banner tone="error" title={t('down')} testId="queues-down" />}
          <SealPanel rows={rowsOf(rows, 'seal')} />
          <QueuesPanel queues={rowsOf(rows, 'queue')} isDown={isDown} />
          <TasksPanel tasks={rowsOf(rows, 'task')} />
          <FailuresPanel jobs={rowsOf(rows, 'job')} onRetry={setAsked} />
          <ParkedPanel
            projections={rowsOf(rows, 'projection')}
            parked={rowsOf(rows, 'parked')}
            onRetry={setAsked}
          />
          <BackupPanel backups={rowsOf(rows, 'backup')} />
          <SiemPanel rows={rowsOf(rows, 'siem')} />
          <ConsistencyPanel checks={rowsOf(rows, 'consistency')} differences={rowsOf(rows, 'difference')} />
          <div className="jobs-pair grid at-start gap-18">
            <NotesPanel notes={rowsOf(rows, 'retry')} />
          </div>
          {asked !== null && <RetryDialog asked={asked} onClose={() => setAsked(null)} />}
        </div>
      )}
    </QueryView>
  );
}
