import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { TextArea } from '../../components/ui/text-field.tsx';
import type { useBasketCommands } from './use-basket.ts';

export interface NeedDialogProps {
  ids: readonly number[];
  need: ReturnType<typeof useBasketCommands>['need'];
  onDone: () => void;
  onClose: () => void;
}

/** Why another factory has to do these pieces: whoever packs reads it. */
export function NeedDialog({ ids, need, onDone, onClose }: NeedDialogProps) {
  const { t } = useTranslation(['transfer', 'common']);
  const [reason, setReason] = useState('');
  const save = () =>
    need.mutate(
      { ids, reason: reason.trim() },
      {
        onSuccess: () => {
          onDone();
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('transfer:need.title', { count: ids.length })}
      size={460}
      testId="need-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            variant="primary"
            busy={need.isPending}
            disabled={reason.trim() === ''}
            onClick={save}
            testId="need-save"
          >
            {t('transfer:need.save')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('transfer:need.reason')}
        required
        value={reason}
        maxLength={2000}
        onChange={(event) => setReason(event.target.value)}
        testId="need-reason"
      />
    </Dialog>
  );
}
