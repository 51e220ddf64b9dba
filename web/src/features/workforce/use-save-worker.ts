import { useState } from 'react';
import { useCommand } from '../../lib/api/use-command.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { flawsOf } from './worker-form.ts';
import type { WorkerFlaws } from './worker-form.ts';
import type { WorkerView } from './workforce-queries.ts';

/** Registers a worker, or changes the one that is shown: refusals come back beside their fields. */
export function useSaveWorker(base: WorkerView | null, onSaved: (worker: WorkerView) => void) {
  const [flaws, setFlaws] = useState<WorkerFlaws>({});
  const [isStale, setStale] = useState(false);
  const save = useCommand<Record<string, unknown>, WorkerView>(
    (body) =>
      base === null
        ? { path: '/create/rma_worker', body }
        : { path: '/update/rma_worker', body: { ID: base.ID, ...body }, ifMatch: base.version },
    {
      quiet: '*',
      onSuccess: ({ data }) => onSaved(data),
      onError: (error) => {
        const found = error.status === 400 ? flawsOf(error) : {};
        setFlaws(found);
        if (error.status === 409) setStale(true);
        else if (Object.keys(found).length === 0) noticeError(error);
      },
    },
  );
  return { save, flaws, setFlaws, isStale };
}
