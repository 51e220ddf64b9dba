import { useState } from 'react';
import { useCommand } from '../../lib/api/use-command.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { issuesOf, type WorkerIssues } from './worker-form.ts';
import { readWorker, type WorkerView } from './queries.ts';

interface WorkerSave {
  readonly body: Record<string, unknown>;
  /** The version it is saved upon; that of the form when not given. */
  readonly version?: number;
}

interface SaveOptions {
  base: WorkerView | null;
  onSaved: (worker: WorkerView) => void;
  /** What the server found wrong, by field. */
  onIssues: (issues: WorkerIssues) => void;
}

/** Registers a worker, or changes the one that is shown. */
export function useSaveWorker({ base, onSaved, onIssues }: SaveOptions) {
  const [isStale, setStale] = useState(false);
  const save = useCommand(
    ({ body, version }: WorkerSave) =>
      base === null
        ? { path: '/create/rma_worker', body }
        : { path: '/update/rma_worker', body: { ID: base.ID, ...body }, ifMatch: version ?? base.version },
    {
      quiet: '*',
      onSuccess: ({ data }) => onSaved(data),
      onError: (error) => {
        setStale(error.status === 409);
        const found = error.status === 400 ? issuesOf(error) : {};
        onIssues(found);
        if (error.status !== 409 && Object.keys(found).length === 0) noticeError(error);
      },
    },
  );
  /** Saves what was changed over the version that is there now. */
  const keepMine = async (body: Record<string, unknown>): Promise<void> => {
    const latest = base === null ? undefined : await readWorker(base);
    if (latest !== undefined) save.mutate({ body, version: latest.version });
  };
  return { save, keepMine, isStale };
}
