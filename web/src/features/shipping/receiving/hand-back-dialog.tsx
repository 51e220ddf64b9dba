import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../../shared/decisions/reason-dialog.tsx';
import type { Receiving } from './use-receiving.ts';

export interface HandBackDialogProps {
  code: string;
  receiving: Receiving;
  onClose: () => void;
}

/** It belongs to another site: why, and where it goes. */
export function HandBackDialog({ code, receiving, onClose }: HandBackDialogProps) {
  const { t } = useTranslation('receiving');
  return (
    <ReasonDialog
      title={t('handBack.title', { code })}
      body={<p>{t('handBack.body')}</p>}
      accept={t('extras.handBack')}
      label={t('handBack.reason')}
      required={t('handBack.required')}
      call={(reason) => ({
        path: '/package/extra/return',
        body: { tracking_no: receiving.tracking, code, reason },
      })}
      invalidates={receiving.invalidates}
      onClose={onClose}
      testId="hand-back"
    />
  );
}
