import type { ClearingRunView } from '@atelier/contracts/clearing/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../lib/api/use-command.ts';
import { useIssueForm } from '../../shared/form/use-issue-form.ts';
import { clearingBody, clearingIssues, newClearing, type ClearingValues } from './clearing-form.ts';
import { ClearingFormPanel } from './clearing-form-panel.tsx';
import { CLEARING, runsQuery } from './queries.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { RunsPanel } from './runs-panel.tsx';
import './clearing.css';

/** Asking is over either way: a refusal has said itself, the question closes. */
const settled = (): boolean => true;

/** What was found, and what was asked: with another question it is no preview any more. */
interface Preview {
  readonly of: string;
  readonly run: ClearingRunView;
}
const keyOf = (asked: ClearingValues): string => JSON.stringify(clearingBody(asked));

/** `/system/orderClear`: preview, run, watch, undo (product/clearing.md §1). */
export function Screen() {
  const { t } = useTranslation('clearing');
  const { form } = useIssueForm<ClearingValues>({
    defaultValues: newClearing(),
    issuesOf: clearingIssues,
    wordsOf: (code) => t(code),
  });
  const values = form.watch();
  const [preview, setPreview] = useState<Preview | null>(null);

  const look = useCommand(
    (asked: ClearingValues) => ({ path: CLEARING, body: { ...clearingBody(asked), dry_run: true } }),
    { onSuccess: ({ data }, asked) => setPreview({ of: keyOf(asked), run: data }) },
  );
  const run = useCommand((asked: ClearingValues) => ({ path: CLEARING, body: clearingBody(asked) }), {
    invalidates: [runsQuery().queryKey],
    done: t('started'),
    onSuccess: () => setPreview(null),
  });
  return (
    <div className="stack">
      <ClearingFormPanel form={form} onPreview={look.mutate} isBusy={look.isPending} />
      <PreviewPanel
        preview={preview?.of === keyOf(values) ? preview.run : null}
        isBusy={run.isPending}
        onRun={() => run.mutateAsync(values).then(settled, settled)}
      />
      <RunsPanel />
    </div>
  );
}
