import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import type { Receiving } from './use-receiving.ts';

export interface HandBackDialogProps {
  code: string;
  receiving: Receiving;
  onClose: () => void;
}

/** It belongs to somebody else: why, and where it goes. */
export function HandBackDialog({ code, receiving, onClose }: HandBackDialogProps) {
  const { t } = useTranslation(['receiving', 'common']);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    const given = { code, reason: reason.trim() };
    if (given.reason !== '') receiving.handBack.mutate(given, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('receiving:handBack.title', { code })}
      size={460}
      testId="hand-back-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            variant="primary"
            busy={receiving.handBack.isPending}
            onClick={submit}
            testId="hand-back-accept"
          >
            {t('receiving:extras.handBack')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('receiving:handBack.body')}</p>
        <TextArea
          label={t('receiving:handBack.reason')}
          required
          value={reason}
          maxLength={TEXT_LENGTH.reason}
          onChange={(event) => setReason(event.target.value)}
          error={isTried && reason.trim() === '' ? t('receiving:handBack.required') : undefined}
          testId="hand-back-reason"
        />
      </div>
    </Dialog>
  );
}
