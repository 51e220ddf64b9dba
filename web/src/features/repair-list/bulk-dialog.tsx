import type { RowResult } from '@atelier/contracts/repair/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { noticeError } from '../../lib/api/notice-error.ts';
import { rowsOf } from '../../lib/api/row-results.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { FormRadio, FormReason } from '../../shared/form/form-field.tsx';
import { BulkResults } from './bulk-results.tsx';
import { bulkTargets, resultsOf, type BulkResult } from './bulk-moves.ts';
import { useListAgain } from './use-item-pages.ts';
import { Status } from '@atelier/domain/shared/status.ts';

interface BulkDialogProps {
  kind: 'move' | 'cancel';
  selected: readonly ItemView[];
  onClose: () => void;
}

interface Asked {
  readonly ids: readonly number[];
  readonly target: number;
  readonly reason: string;
}

/** `PUT /rmastatus` for several: asked once, answered for each piece. What is refused does not stop the rest. */
export function BulkDialog({ kind, selected, onClose }: BulkDialogProps) {
  const { t } = useTranslation('search');
  const { number } = useStaffFormat();
  // As they were when the dialog opened: moving them takes some out of the list, and out of the selection.
  const [rows] = useState(selected);
  const [results, setResults] = useState<readonly BulkResult[] | null>(null);
  const again = useListAgain();
  const show = (ids: readonly number[], answers: readonly RowResult[]) => {
    const fresh = resultsOf(
      rows.filter(({ id }) => ids.includes(id)),
      answers,
    );
    setResults((before) => merged(before, fresh));
    again();
  };
  const send = useCommand(
    ({ ids, target, reason }: Asked) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: { ids, rma_status_id: target, ...(reason !== '' && { reason }) },
    }),
    {
      quiet: '*',
      onSuccess: ({ data }, { ids }) => show(ids, data),
      onError: (error, { ids }) => {
        const answers = rowsOf(error);
        if (answers === null) return noticeError(error);
        show(ids, answers);
      },
    },
  );
  const words = { count: rows.length, total: number(rows.length) };
  const title = t(kind === 'move' ? 'bulk.moveTitle' : 'bulk.cancelTitle', words);
  const retry = (refused: readonly number[]) =>
    send.variables !== undefined && send.mutate({ ...send.variables, ids: refused });
  return (
    <Dialog open onClose={onClose} title={title} size={480} closable={!send.isPending} testId="bulk-dialog">
      {results === null ? (
        <AskBulk kind={kind} rows={rows} isBusy={send.isPending} onSend={send.mutate} />
      ) : (
        <BulkResults results={results} isBusy={send.isPending} onRetry={retry} />
      )}
    </Dialog>
  );
}

/** A second attempt covers only refused pieces: earlier successes stay listed. */
function merged(before: readonly BulkResult[] | null, fresh: readonly BulkResult[]): readonly BulkResult[] {
  if (before === null) return fresh;
  const newer = new Map(fresh.map((result) => [result.id, result]));
  return before.map((result) => newer.get(result.id) ?? result);
}

interface AskBulkProps {
  kind: 'move' | 'cancel';
  rows: readonly ItemView[];
  isBusy: boolean;
  onSend: (asked: Asked) => void;
}

function AskBulk({ kind, rows, isBusy, onSend }: AskBulkProps) {
  const { t } = useTranslation(['search', 'piece', 'status']);
  const { number } = useStaffFormat();
  const targets = useTargets(kind, rows);
  const form = useForm({
    defaultValues: { target: targets[0]?.status ?? Status.Cancelled, reason: '' },
  });
  const target = form.watch('target');
  const others = rows.length - (targets.find(({ status }) => status === target)?.count ?? 0);
  const submit = form.handleSubmit((given) =>
    onSend({ ids: rows.map(({ id }) => id), target: given.target, reason: given.reason.trim() }),
  );
  if (targets.length === 0) return <p>{t('search:bulk.nothing')}</p>;
  return (
    <Stack>
      {kind === 'move' && (
        <FormRadio
          form={form}
          name="target"
          look="cards"
          label={t('piece:move.target')}
          options={targets.map(({ status, count }) => ({
            value: status,
            label: t(`status:name.${status}`),
            note: t('search:bulk.can', { count, of: number(rows.length) }),
            testId: `bulk-to-${status}`,
          }))}
        />
      )}
      {others > 0 && (
        <p className="small muted">{t('search:bulk.some', { count: others, total: number(others) })}</p>
      )}
      {kind === 'cancel' && <FormReason form={form} name="reason" testId="bulk-reason" />}
      <div className="row">
        <Button
          variant={kind === 'cancel' ? 'danger' : 'primary'}
          size="large"
          busy={isBusy}
          onClick={() => void submit()}
          testId="bulk-yes"
        >
          {t(kind === 'cancel' ? 'search:bulk.yesCancel' : 'search:bulk.yesMove')}
        </Button>
      </div>
    </Stack>
  );
}

function useTargets(kind: 'move' | 'cancel', rows: readonly ItemView[]) {
  const { allPermission } = useSession().view;
  if (kind === 'move') return bulkTargets(rows, allPermission);
  return [
    {
      status: Status.Cancelled,
      count: rows.filter(({ rma_status_id: status }) => status === Status.Created).length,
    },
  ];
}
