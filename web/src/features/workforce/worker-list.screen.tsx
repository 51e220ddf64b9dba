import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useWorkersAsked } from './use-workers-asked.ts';
import { WorkerFilters } from './worker-filters.tsx';
import { WorkerPanel } from './worker-panel.tsx';
import { WorkerRows } from './worker-rows.tsx';
import { rolesQuery, stationsQuery, useWorkers } from './workforce-queries.ts';
import type { WorkerView } from './workforce-queries.ts';
import './workforce.css';

/** `/worker-list`: who works at the stations, with what badge and role (product/workforce.md §2). */
export function Screen() {
  const { t } = useTranslation('workers');
  const { number } = useStaffFormat();
  const [asked, change] = useWorkersAsked();
  const [open, setOpen] = useState<WorkerView | 'new' | null>(null);
  const workers = useWorkers(asked);
  const roles = useQuery(rolesQuery()).data?.data ?? [];
  const sites = useQuery(stationsQuery()).data ?? [];
  return (
    <div className="stack" data-testid="workers-page">
      <p className="muted workers-lead">{t('lead')}</p>
      <Panel
        title={t('title')}
        aside={workers.data && <span data-testid="workers-total">{number(workers.data.total ?? 0)}</span>}
        action={
          <Button
            variant="primary"
            icon={<UserPlus size={16} aria-hidden />}
            onClick={() => setOpen('new')}
            testId="worker-new"
          >
            {t('new')}
          </Button>
        }
        testId="workers"
      >
        <WorkerFilters asked={asked} roles={roles} sites={sites} onChange={change} />
        <WorkerRows query={workers} asked={asked} onChange={change} onOpen={setOpen} />
      </Panel>
      {open !== null && (
        <WorkerPanel
          key={open === 'new' ? 'new' : open.ID}
          worker={open === 'new' ? null : open}
          roles={roles}
          sites={sites}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
