import type { FindingsBody, MeasurementsBody, RowResult } from '@atelier/contracts/repair/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api/api-error.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { rowsOf } from '../../lib/api/row-results.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { takesBack } from './taking-back.ts';

export interface SaveInput {
  readonly items: readonly ItemView[];
  readonly target: number;
  readonly findings: Readonly<Record<string, FindingsBody>>;
  readonly measurements: Readonly<Record<string, MeasurementsBody>>;
}

/** A piece that was not saved, and the code that says why. */
export interface RowProblem {
  readonly id: number;
  readonly number: string;
  readonly code: string;
}

type Numbered = Pick<ItemView, 'id' | 'number'>;

/** What was moved here last, so that it can be taken back for as long as the server allows. */
export interface LastSave {
  readonly items: readonly { readonly id: number; readonly number: string; readonly from: number }[];
  /** It came from a later stage. */
  readonly isBroughtBack?: boolean;
}

/** Findings and status in one `PUT /rmastatus` (product/repair.md §9), with a result per row. */
export function useSave(onSaved: () => void) {
  const { t } = useTranslation('repair');
  const [problems, setProblems] = useState<readonly RowProblem[]>([]);
  const [last, setLast] = useState<LastSave | null>(null);

  /** Each refused row with its reason, by the number that the person knows. */
  const showRefused = (items: readonly Numbered[], rows: readonly RowResult[]) => {
    const byId = new Map(items.map((item) => [item.id, item]));
    setProblems(
      rows
        .filter((row) => !row.success)
        .map(({ id, code }) => ({ id, code, number: byId.get(id)?.number ?? String(id) })),
    );
  };
  const settle = ({ items }: SaveInput, rows: readonly RowResult[]) => {
    const done = rows.filter((row) => row.success);
    showRefused(items, rows);
    if (done.length === 0) return;
    const moved = items.filter((item) => done.some(({ id }) => id === item.id));
    setLast({ items: moved.map(({ id, number, rma_status_id: from }) => ({ id, number, from })) });
    notify({ tone: 'good', title: t('saved.title', { count: done.length }) });
  };
  const save = useCommand(
    ({ items, target, findings, measurements }: SaveInput) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: {
        ids: items.map(({ id }) => id),
        rma_status_id: target,
        ...(Object.keys(findings).length > 0 && { findings_by_id: findings }),
        ...(Object.keys(measurements).length > 0 && { measurements_by_id: measurements }),
      },
    }),
    {
      quiet: '*',
      onSuccess: (answer, input) => {
        settle(input, answer.data);
        onSaved();
      },
      onError: (error, input) => {
        const rows = rowsOf(error);
        if (rows === null) return;
        settle(input, rows);
        onSaved();
      },
    },
  );
  const undo = useCommand(
    ({ items }: LastSave) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: {
        ids: items.map(({ id }) => id),
        rma_status_id: items[0]?.from ?? 1,
        move: 'undo',
        reason: t('undoReason'),
      },
    }),
    {
      ...takesBack,
      quiet: '*',
      done: t('saved.undone'),
      onSuccess: () => {
        setLast(null);
        onSaved();
      },
      onError: (error, { items }) => {
        const rows = rowsOf(error);
        if (rows === null) return noticeError(error);
        showRefused(items, rows);
        onSaved();
      },
    },
  );
  // Pieces of one save may have come from several stages: each goes back to its own.
  const undoAll = ({ items }: LastSave) => {
    const groups = Map.groupBy(items, ({ from }) => from);
    for (const group of groups.values()) undo.mutate({ items: group });
  };
  /** A piece that was brought back here is undone as what was saved last. */
  const noteBroughtBack = ({ id, number, rma_status_id: from }: ItemView) =>
    setLast({ items: [{ id, number, from }], isBroughtBack: true });
  const failure: ApiError | null = rowsOf(save.error) === null ? save.error : null;
  const clearProblems = () => setProblems([]);
  return { save, undo, undoAll, last, noteBroughtBack, problems, failure, showRefused, clearProblems };
}
