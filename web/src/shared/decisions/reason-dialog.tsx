import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';

export interface ReasonDialogProps {
  title: string;
  body: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  testId: string;
}

/** Asks why before something is taken back. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, body, confirmLabel, danger = false, busy, onConfirm, onClose, testId } = props;
  const { t } = useTranslation(['sending', 'common']);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const words = reason.trim();
  const submit = () => {
    setTried(true);
    if (words !== '') onConfirm(words);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size={460}
      testId={`${testId}-dialog`}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            onClick={submit}
            testId={`${testId}-accept`}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{body}</p>
        <TextArea
          label={t('terms:field.reason')}
          required
          value={reason}
          maxLength={TEXT_LENGTH.reason}
          error={isTried && words === '' ? t('sending:reasonRequired') : undefined}
          onChange={(event) => setReason(event.target.value)}
          testId={`${testId}-reason`}
        />
      </div>
    </Dialog>
  );
}
