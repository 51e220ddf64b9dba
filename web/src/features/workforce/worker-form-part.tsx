import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { ConflictNote } from '../../ui/conflict-note.tsx';
import { Stack } from '../../ui/stack.tsx';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useWedge } from '../../lib/wedge/use-wedge.ts';
import { useSaveWorker } from './use-save-worker.ts';
import { NEW_WORKER, changedBody, createBody, valuesOf, workerIssues } from './worker-form.ts';
import type { WorkerValues } from './worker-form.ts';
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
  store: sites.length === 1 ? (sites[0]?.id ?? null) : null,
});

/** Who they are, what their badge is, where they work and as what. A scanned badge goes into its field by itself. */
export function WorkerForm({ base, roles, sites, onSaved, onReadAgain }: WorkerFormProps) {
  const { t } = useTranslation('workers');
  const before = base === null ? null : valuesOf(base);
  const [values, setValues] = useState<WorkerValues>(before ?? blankFor(sites));
  const [isScanned, setScanned] = useState(false);
  const { save, keepMine, issues, setIssues, isStale } = useSaveWorker(base, onSaved);
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<WorkerValues>) => {
    setValues((typed) => ({ ...typed, ...part }));
    setIssues(Object.fromEntries(Object.entries(issues).filter(([field]) => !(field in part))));
    if (part.Barcode !== undefined) setScanned(false);
  };
  useWedge({
    onScan: (code) => {
      change({ Barcode: code });
      setScanned(true);
    },
  });
  const body = before === null ? createBody(values) : changedBody(before, values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = workerIssues(values, base === null);
    setIssues(found);
    const first = Object.keys(found)[0];
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[data-testid="worker-field-${first}"]`)?.focus();
      return;
    }
    save.mutate({ body });
  };
  const isSame = base !== null && Object.keys(body).length === 0;
  return (
    <Stack as="form" gap={16} onSubmit={submit} ref={form} data-unsaved={isScanned} noValidate>
      <WorkerFields
        values={values}
        issues={issues}
        base={base}
        roles={roles}
        sites={sites}
        isScanned={isScanned}
        onChange={change}
      />
      {base === null && (
        <Checkbox
          label={t('activeAtOnce')}
          checked={values.IsActive}
          onChange={(IsActive) => change({ IsActive })}
          testId="worker-field-IsActive"
        />
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
    </Stack>
  );
}
