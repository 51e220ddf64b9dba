import { Status } from '@atelier/domain/shared/status.ts';
import { namedReason } from '@atelier/domain/contract/named-reason.ts';
import type { RowResult } from '@atelier/contracts/repair/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { ButtonLink } from '../item/button-link.tsx';
import { readRmaPath } from '../item/open-piece.ts';
import { useRefreshItem } from '../item/use-refresh-item.ts';
import { NamedReason } from './named-reason.tsx';

/** The store does not accept the repair: this item closes and a linked one begins, in one transaction (product/repair.md §6). */
export function RejectDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t } = useTranslation('rma');
  const refresh = useRefreshItem(item);
  const form = useForm({ defaultValues: { chosen: '', words: '' } });
  const [born, setBorn] = useState<RowResult['linked']>();
  const reject = useCommand(
    (reason: string) => ({
      method: 'PUT',
      path: '/rmastatus',
      body: { id: item.id, rma_status_id: Status.Closed, move: 'store_reject', reason },
    }),
    {
      done: t('rejectDialog.done', { number: item.number }),
      onSuccess: ({ data }) => {
        refresh();
        const linked = data[0]?.linked;
        if (linked === undefined) onClose();
        else setBorn(linked);
      },
    },
  );
  if (born !== undefined) return <BornDialog rmaId={item.rma_id} born={born} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t('rejectDialog.title', { number: item.number })}
      testId="reject"
      accept={t('rejectDialog.yes')}
      danger
      busy={reject.isPending}
      onSubmit={({ chosen, words }) => reject.mutate(namedReason(chosen, words))}
      onClose={onClose}
    >
      <p>{t('rejectDialog.body')}</p>
      <NamedReason
        form={form}
        of="store"
        label={t('rejectDialog.why')}
        wordsLabel={t('rejectDialog.words')}
        required={t('rejectDialog.reasonRequired')}
        testId="reject"
      />
    </FormDialog>
  );
}

interface BornDialogProps {
  rmaId: number;
  born: NonNullable<RowResult['linked']>;
  onClose: () => void;
}

/** The repair that began: the user who rejected continues with it. */
function BornDialog({ rmaId, born, onClose }: BornDialogProps) {
  const { t } = useTranslation(['rma', 'common']);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rma:rejectDialog.bornTitle')}
      size={440}
      testId="born-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:close')}</Button>
          <ButtonLink to={readRmaPath({ rmaId, itemId: born.id })} isMain testId="open-born">
            <bdi>{t('rma:rejectDialog.openBorn', { number: born.number })}</bdi>
          </ButtonLink>
        </>
      }
    >
      <p>{t('rma:rejectDialog.born', { number: born.number })}</p>
    </Dialog>
  );
}
