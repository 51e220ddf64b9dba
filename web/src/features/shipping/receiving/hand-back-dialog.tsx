import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../../shared/decisions/reason-dialog.tsx';
import type { Receiving } from './use-receiving.ts';

export interface HandBackDialogProps {
  code: string;
  receiving: Receiving;
  onClose: () => void;
}

/** It belongs to somebody else: why, and where it goes. */
export function HandBackDialog({ code, receiving, onClose }: HandBackDialogProps) {
  const { t } = useTranslation('receiving');
  const { handBack } = receiving;
  return (
    <ReasonDialog
      title={t('handBack.title', { code })}
      body={<p>{t('handBack.body')}</p>}
      confirmLabel={t('extras.handBack')}
      label={t('handBack.reason')}
      required={t('handBack.required')}
      busy={handBack.isPending}
      onConfirm={(reason) => handBack.mutate({ code, reason }, { onSuccess: onClose })}
      onClose={onClose}
      testId="hand-back"
    />
  );
}
