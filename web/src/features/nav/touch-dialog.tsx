import { NAV_REASON_LENGTH } from '@atelier/domain/nav/contract.ts';
import type { NavDocumentView } from '@atelier/contracts/nav/schema.ts';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../shared/decisions/reason-dialog.tsx';

export type Touch = 'retry' | 'skip';

export interface TouchDialogProps {
  touch: Touch;
  document: NavDocumentView;
  onClose: () => void;
}

/** Retry and skip both ask why: what was decided by hand is read again months later. */
export function TouchDialog({ touch, document, onClose }: TouchDialogProps) {
  const { t } = useTranslation('nav');
  return (
    <ReasonDialog
      title={t(`${touch}.title`)}
      body={
        <>
          <p>
            <bdi className="strong num">{document.tracking_no}</bdi>
          </p>
          <p className="muted">{t(`${touch}.body`)}</p>
        </>
      }
      accept={t(`${touch}.do`)}
      maxLength={NAV_REASON_LENGTH}
      call={(reason) => ({
        path: `/nav/${touch}`,
        body: { id: document.id, reason },
        ifMatch: document.version,
      })}
      done={t(`${touch}.done`)}
      refreshes={[['nav']]}
      onClose={onClose}
      testId="nav-touch"
    />
  );
}
