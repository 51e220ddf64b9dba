import type { ClearingRunView } from '@atelier/contracts/clearing/schema.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListRow, PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Meter } from '@atelier/ui/feedback/meter.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ReasonDialog } from '../../shared/decisions/reason-dialog.tsx';
import { CLEARING, runsQuery, useRuns } from './queries.ts';

/** The runs so far, moving ones with their progress; a done one can be undone whole. */
export function RunsPanel() {
  const { t } = useTranslation('clearing');
  const runs = useRuns();
  const [asked, setAsked] = useState<ClearingRunView | null>(null);
  return (
    <Panel title={t('runs.title')} testId="clearing-runs">
      <PagedTable
        query={runs}
        skeleton={{ rows: 3, height: 44, gap: 16 }}
        failed={t('runs.failed')}
        empty={<EmptyState title={t('runs.empty')} />}
      >
        {(run) => <RunRow key={run.id} run={run} onUndo={() => setAsked(run)} />}
      </PagedTable>
      {asked !== null && <UndoDialog run={asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function UndoDialog({ run, onClose }: { run: ClearingRunView; onClose: () => void }) {
  const { t } = useTranslation('clearing');
  return (
    <ReasonDialog
      title={t('undoConfirm.title')}
      body={<p>{t('undoConfirm.body')}</p>}
      hint={t('undoConfirm.reasonHint')}
      accept={t('undo')}
      size={440}
      call={(reason) => ({ path: `${CLEARING}/undo`, body: { id: run.id, reason } })}
      invalidates={[runsQuery().queryKey]}
      done={t('undoStarted')}
      // A refusal has said itself: the question closes either way.
      onError={onClose}
      onClose={onClose}
      testId="undo-run"
    />
  );
}

function RunRow({ run, onUndo }: { run: ClearingRunView; onUndo: () => void }) {
  const { t } = useTranslation('clearing');
  const format = useStaffFormat();
  const who = run.scheduled ? t('runs.scheduled') : run.requested_by;
  const progress = t('runs.progress', {
    cleared: format.number(run.cleared),
    total: format.number(run.total),
  });
  return (
    <ListRow className="run-row" version={run.version} testId={`run-${run.id}`} data-state={run.state}>
      <div className="words">
        <span className="strong">{t('runs.upTo', { date: format.date(run.criteria.end_date) })}</span>
        <span className="small muted">
          {t('runs.by', { name: who, date: format.dateTime(run.requested_at) })}
        </span>
      </div>
      <Stack gap={4} className="run-progress">
        <span className="small num">{progress}</span>
        <Meter value={run.cleared} limit={Math.max(1, run.total)} label={progress} />
      </Stack>
      <Tag>{t(`state.${run.state}`)}</Tag>
      {run.state === 'done' && run.cleared > 0 && (
        <Button
          variant="quiet"
          icon={<Undo2 size={15} aria-hidden className="flips" />}
          onClick={onUndo}
          testId={`undo-run-${run.id}`}
        >
          {t('undo')}
        </Button>
      )}
      {run.skipped.length > 0 && <Skipped run={run} />}
    </ListRow>
  );
}

function Skipped({ run }: { run: ClearingRunView }) {
  const { t } = useTranslation(['clearing', 'refusals']);
  return (
    <details className="run-skipped span-all muted small">
      <summary>{t('clearing:runs.skipped', { count: run.skipped.length })}</summary>
      <Stack as="ul" gap={3}>
        {run.skipped.map(({ item_id, number, code }) => (
          <li key={item_id}>
            <bdi className="num">{number}</bdi>: {t(`refusals:${code}`, code)}
          </li>
        ))}
      </Stack>
    </details>
  );
}
