import { TEXT_LENGTH, TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import type { ShipmentView } from '@atelier/domain/shipping/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { ReasonDialog } from '../../shared/decisions/reason-dialog.tsx';
import { isTracking } from './tracking-bar.tsx';
import { usePackageCommand } from './use-package-command.ts';

export interface PackageDialogProps {
  shipment: ShipmentView;
  onClose: () => void;
}

/** Back before the carrier has it: every piece as it was, still packed. */
export function UnsendDialog({ shipment, onClose }: PackageDialogProps) {
  const { t } = useTranslation('shipping');
  const tracking = shipment.tracking_no;
  const unsend = usePackageCommand<string>({
    shipment,
    path: '/package/unsend',
    bodyOf: (reason) => ({ reason }),
    said: t('unsend.done', { tracking }),
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={t('unsend.title', { tracking })}
      body={t('unsend.body')}
      confirmLabel={t('drafts.unsend')}
      busy={unsend.isPending}
      onConfirm={(reason) => unsend.mutate(reason)}
      onClose={onClose}
      testId="unsend"
    />
  );
}

export function UnsealDialog({ shipment, onClose }: PackageDialogProps) {
  const { t } = useTranslation('sending');
  const tracking = shipment.tracking_no;
  const unseal = usePackageCommand<string>({
    shipment,
    path: '/package/unseal',
    bodyOf: (reason) => ({ reason }),
    said: t('seal.broken'),
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={t('seal.breakTitle', { tracking })}
      body={t('seal.breakBody')}
      confirmLabel={t('seal.break')}
      busy={unseal.isPending}
      onConfirm={(reason) => unseal.mutate(reason)}
      onClose={onClose}
      testId="unseal"
    />
  );
}

export function CancelPackageDialog({ shipment, onClose }: PackageDialogProps) {
  const { t } = useTranslation('sending');
  const tracking = shipment.tracking_no;
  const cancel = usePackageCommand<string>({
    shipment,
    path: '/package/cancel',
    bodyOf: (reason) => ({ reason }),
    said: t('cancel.done', { tracking }),
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={t('cancel.title', { tracking })}
      body={t('cancel.body')}
      confirmLabel={t('cancel.yes')}
      danger
      busy={cancel.isPending}
      onConfirm={(reason) => cancel.mutate(reason)}
      onClose={onClose}
      testId="cancel-package"
    />
  );
}

interface RenumberDialogProps extends PackageDialogProps {
  onRenumbered: (tracking: string) => void;
}

/** The carrier relabelled it. The old number still finds the package, and stays used. */
export function RenumberDialog({ shipment, onRenumbered, onClose }: RenumberDialogProps) {
  const { t } = useTranslation(['sending', 'shipping', 'errors', 'common']);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [taken, setTaken] = useState('');
  const tracking = typed.trim();
  const renumber = usePackageCommand<string>({
    shipment,
    path: '/package/tracking',
    bodyOf: (number) => ({ new_tracking_no: number, ...(reason.trim() !== '' && { reason: reason.trim() }) }),
    said: t('sending:number.done', { tracking }),
    quiet: ['tracking_used'],
    onDone: () => onRenumbered(tracking),
    onError: (error) => error.code === 'tracking_used' && setTaken(tracking),
  });
  const submit = () => {
    setTried(true);
    if (isTracking(tracking)) renumber.mutate(tracking);
  };
  const error =
    taken !== '' && taken === tracking
      ? t('errors:code.tracking_used')
      : isTried && !isTracking(tracking)
        ? t('shipping:tracking.invalid')
        : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sending:number.title', { tracking: shipment.tracking_no })}
      size={460}
      testId="renumber-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" busy={renumber.isPending} onClick={submit} testId="renumber-accept">
            {t('sending:number.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('sending:number.body')}</p>
        <TextField
          label={t('sending:number.label')}
          required
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={TRACKING_NUMBER.most}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
          testId="renumber-input"
        />
        <TextArea
          label={t('sending:reasonOptional')}
          value={reason}
          maxLength={TEXT_LENGTH.reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
