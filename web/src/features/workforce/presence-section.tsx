import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConflictNote } from '@atelier/ui/feedback/conflict-note.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { Section } from '@atelier/ui/layout/section.tsx';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { issuesOf } from './worker-form.ts';
import type { WorkerView } from './queries.ts';

interface PresenceSectionProps {
  worker: WorkerView;
  onDone: (worker: WorkerView) => void;
  onReadAgain: () => void;
}

/** Whether the badge opens anything. Deleting deactivates: the history keeps the name of the worker. */
export function PresenceSection({ worker, onDone, onReadAgain }: PresenceSectionProps) {
  const { t } = useTranslation('workers');
  return (
    <Section title={t(worker.IsActive ? 'active' : 'inactive')}>
      {worker.IsActive ? (
        <Deactivate worker={worker} onDone={onDone} />
      ) : (
        <Reactivate worker={worker} onDone={onDone} onReadAgain={onReadAgain} />
      )}
    </Section>
  );
}

function Deactivate({ worker, onDone }: Pick<PresenceSectionProps, 'worker' | 'onDone'>) {
  const { t } = useTranslation('workers');
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useCommand(() => ({ path: '/delete/rma_worker', body: { ID: worker.ID } }), {
    done: ({ data }) => t('deactivated', { name: data.WorkerName }),
    onSuccess: ({ data }) => onDone(data),
  });
  return (
    <>
      <p className="small muted">{t('deactivateHint')}</p>
      <span>
        <Button variant="danger" onClick={() => setAsking(true)} testId="worker-deactivate">
          {t('deactivate')}
        </Button>
      </span>
      <ConfirmDialog
        open={isAsking}
        title={t('deactivateAsk', { name: worker.WorkerName })}
        confirmLabel={t('deactivate')}
        danger
        onConfirm={() => mutateAsync().catch(() => false)}
        onClose={() => setAsking(false)}
      >
        {t('deactivateBody')}
      </ConfirmDialog>
    </>
  );
}

function Reactivate({ worker, onDone, onReadAgain }: PresenceSectionProps) {
  const { t } = useTranslation('workers');
  const [issue, setIssue] = useState<string | null>(null);
  const [isStale, setStale] = useState(false);
  const back = useCommand(
    () => ({
      path: '/update/rma_worker',
      body: { ID: worker.ID, IsActive: true },
      ifMatch: worker.version,
    }),
    {
      quiet: '*',
      done: ({ data }) => t('reactivated', { name: data.WorkerName }),
      onSuccess: ({ data }) => onDone(data),
      onError: (error) => {
        const [code] = error.status === 400 ? Object.values(issuesOf(error)) : [];
        if (error.status === 409) setStale(true);
        else if (code === undefined) noticeError(error);
        setIssue(code ?? null);
      },
    },
  );
  return (
    <>
      {isStale && <ConflictNote onTakeTheirs={onReadAgain} testId="workers-stale" />}
      {issue !== null && (
        <Banner tone="error" title={t(`issue.${issue}`)} testId="worker-reactivate-issue">
          {t('reactivateFirst')}
        </Banner>
      )}
      <p className="small muted">{t('reactivateHint')}</p>
      <span>
        <Button busy={back.isPending} onClick={() => back.mutate()} testId="worker-reactivate">
          {t('reactivate')}
        </Button>
      </span>
    </>
  );
}
