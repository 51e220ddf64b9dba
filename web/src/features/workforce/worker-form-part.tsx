import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConflictNote } from '@atelier/ui/feedback/conflict-note.tsx';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { Form } from '../../shared/form/form.tsx';
import { FormCheckbox } from '../../shared/form/form-field.tsx';
import { useIssueForm } from '../../shared/form/use-issue-form.ts';
import { useSaveWorker } from './use-save-worker.ts';
import {
  NEW_WORKER,
  changedBody,
  createBody,
  valuesOf,
  workerIssues,
  type WorkerValues,
} from './worker-form.ts';
import { WorkerFields } from './worker-fields.tsx';
import type { SiteView, WorkerRoleView, WorkerView } from './queries.ts';

export interface WorkerFormProps {
  base: WorkerView | null;
  roles: readonly WorkerRoleView[];
  sites: readonly SiteView[];
  onSaved: (worker: WorkerView) => void;
  onReadAgain: () => void;
}

const blankFor = (sites: readonly SiteView[]): WorkerValues => ({
  ...NEW_WORKER,
  store: sites.length === 1 ? String(sites[0]?.id ?? '') : '',
});

/** What is typed about a worker; `isScanned` while the barcode is a badge's that was scanned. */
function useWorkerForm({ base, sites }: Pick<WorkerFormProps, 'base' | 'sites'>) {
  const { t } = useTranslation('workers');
  const [before] = useState(() => (base === null ? null : valuesOf(base)));
  const { form, show } = useIssueForm<WorkerValues>({
    defaultValues: before ?? blankFor(sites),
    issuesOf: (values) => workerIssues(values, base === null),
    wordsOf: (code) => t(`issue.${code}`),
  });
  const values = form.watch();
  const [scanned, setScanned] = useState<string | null>(null);
  useWedge({
    onScan: (code) => {
      form.setValue('Barcode', code);
      form.clearErrors('Barcode');
      setScanned(code);
    },
  });
  const body = before === null ? createBody(values) : changedBody(before, values);
  return { form, show, body, isScanned: scanned !== null && scanned === values.Barcode };
}

/**
 * Who they are, what their badge is, where they work and as what. A scanned badge goes into its field
 * automatically.
 */
export function WorkerForm({ base, roles, sites, onSaved, onReadAgain }: WorkerFormProps) {
  const { t } = useTranslation('workers');
  const { form, show, body, isScanned } = useWorkerForm({ base, sites });
  const { save, keepMine, isStale } = useSaveWorker({ base, onSaved, onIssues: show });
  const isSame = base !== null && Object.keys(body).length === 0;
  return (
    <Form form={form} onSubmit={() => save.mutate({ body })} data-unsaved={isScanned}>
      <WorkerFields form={form} base={base} roles={roles} sites={sites} isScanned={isScanned} />
      {base === null && (
        <FormCheckbox form={form} name="IsActive" label={t('activeAtOnce')} testId="worker-field-IsActive" />
      )}
      {isStale && (
        <ConflictNote
          onKeepMine={() => void keepMine(body).catch(noticeError)}
          onTakeTheirs={onReadAgain}
          isBusy={save.isPending}
          testId="workers-stale"
        />
      )}
      <span>
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          disabled={isSame || isStale}
          testId="worker-save"
        >
          {t(base === null ? 'register' : 'save')}
        </Button>
      </span>
    </Form>
  );
}
