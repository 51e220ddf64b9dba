import { NAV_REASON_LENGTH } from '@atelier/domain/nav/contract.ts';
import type { NavDocumentView } from '@atelier/domain/nav/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '../../lib/notices/notify.ts';

export type Touch = 'retry' | 'skip';

export interface TouchDialogProps {
  touch: Touch;
  document: NavDocumentView;
  onClose: () => void;
}

/** Retry and skip both ask why: what was decided by hand is read again months later. */
export function TouchDialog({ touch, document, onClose }: TouchDialogProps) {
  const { t } = useTranslation(['nav', 'common']);
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const words = reason.trim();
  const run = useCommand<string, NavDocumentView>(
    (why) => ({ path: `/nav/${touch}`, body: { id: document.id, reason: why }, ifMatch: document.version }),
    {
      onSuccess: () => {
        notify({ tone: 'good', title: t(`nav:${touch}.done`) });
        onClose();
      },
      onSettled: () => void client.invalidateQueries({ queryKey: ['nav'] }),
    },
  );
  const submit = () => {
    setTried(true);
    if (words !== '') run.mutate(words);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`nav:${touch}.title`)}
      size={460}
      testId="nav-touch"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" busy={run.isPending} onClick={submit} testId="nav-touch-accept">
            {t(`nav:${touch}.do`)}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          <bdi className="strong num">{document.tracking_no}</bdi>
        </p>
        <p className="muted">{t(`nav:${touch}.body`)}</p>
        <TextArea
          label={t('terms:field.reason')}
          required
          value={reason}
          maxLength={NAV_REASON_LENGTH}
          error={isTried && words === '' ? t('nav:reasonRequired') : undefined}
          onChange={(event) => setReason(event.target.value)}
          testId="nav-reason"
        />
      </div>
    </Dialog>
  );
}
