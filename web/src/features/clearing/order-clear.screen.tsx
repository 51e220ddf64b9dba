import type { ClearingRunView } from '@atelier/domain/clearing/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '../../lib/notices/notify.ts';
import { clearingBody, newClearing } from './clearing-form.ts';
import type { ClearingValues } from './clearing-form.ts';
import { ClearingFormPanel } from './clearing-form-panel.tsx';
import { runsQuery } from './queries.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { RunsPanel } from './runs-panel.tsx';
import './clearing.css';

const PATH = '/tools/autoclientreceived';
/** Asking is over either way: a refusal has said itself, the question closes. */
const settled = (): boolean => true;

/** `/system/orderClear`: preview, run, watch, undo (product/clearing.md §1). */
export function Screen() {
  const { t } = useTranslation('clearing');
  const client = useQueryClient();
  const [values, setValues] = useState<ClearingValues>(newClearing);
  const [preview, setPreview] = useState<ClearingRunView | null>(null);
  const reread = () => void client.invalidateQueries(runsQuery());

  const look = useCommand<ClearingValues, ClearingRunView>(
    (asked) => ({ path: PATH, body: { ...clearingBody(asked), dry_run: true } }),
    { onSuccess: (answer) => setPreview(answer.data) },
  );
  const run = useCommand<ClearingValues, ClearingRunView>(
    (asked) => ({ path: PATH, body: clearingBody(asked) }),
    {
      onSuccess: () => {
        setPreview(null);
        notify({ tone: 'good', title: t('started') });
        reread();
      },
    },
  );
  const undo = useCommand<{ id: number; reason: string }, ClearingRunView>(
    (asked) => ({ path: `${PATH}/undo`, body: asked }),
    {
      onSuccess: () => {
        notify({ tone: 'good', title: t('undoStarted') });
        reread();
      },
    },
  );
  const change = (next: ClearingValues) => {
    setValues(next);
    setPreview(null);
  };
  return (
    <div className="stack">
      <ClearingFormPanel
        values={values}
        onChange={change}
        onPreview={() => look.mutate(values)}
        isBusy={look.isPending}
      />
      <PreviewPanel
        preview={preview}
        isBusy={run.isPending}
        onRun={() => run.mutateAsync(values).then(settled, settled)}
      />
      <RunsPanel onUndo={({ id }, reason) => undo.mutateAsync({ id, reason }).then(settled, settled)} />
    </div>
  );
}
