import { codeText } from '@atelier/domain/contract/codes.ts';
import { TEXT_LENGTH, TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useScansInWindow } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { ReasonDialog } from '../../shared/decisions/reason-dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { FormArea, FormText } from '../../shared/form/form-field.tsx';
import { isTracking } from '../../shared/queries/site-codes.ts';
import { type PackagePath, usePackageCommand } from './use-package-command.ts';

export interface PackageDialogProps {
  shipment: ShipmentView;
  onClose: () => void;
}

interface TakeBackProps extends PackageDialogProps {
  path: PackagePath;
  /** Texts of the question, its button and what is said once it is done. */
  title: string;
  body: string;
  accept: string;
  notice: string;
  danger?: boolean;
  testId: string;
}

/** What is taken back on one package, with its reason. */
function TakeBackDialog({ shipment, path, body, accept, notice, onClose, ...dialog }: TakeBackProps) {
  const change = usePackageCommand({
    shipment,
    path,
    bodyOf: (reason: string) => ({ reason }),
    notice,
    onDone: onClose,
  });
  return (
    <ReasonDialog
      {...dialog}
      body={<p>{body}</p>}
      confirmLabel={accept}
      busy={change.isPending}
      onConfirm={change.mutate}
      onClose={onClose}
    />
  );
}

/** Back before the carrier has it: every piece as it was, still packed. */
export function UnsendDialog(props: PackageDialogProps) {
  const { t } = useTranslation('shipping');
  const tracking = props.shipment.tracking_no;
  return (
    <TakeBackDialog
      {...props}
      path="/package/unsend"
      title={t('unsend.title', { tracking })}
      body={t('unsend.body')}
      accept={t('drafts.unsend')}
      notice={t('unsend.done', { tracking })}
      testId="unsend"
    />
  );
}

export function UnsealDialog(props: PackageDialogProps) {
  const { t } = useTranslation('sending');
  return (
    <TakeBackDialog
      {...props}
      path="/package/unseal"
      title={t('seal.breakTitle', { tracking: props.shipment.tracking_no })}
      body={t('seal.breakBody')}
      accept={t('seal.break')}
      notice={t('seal.broken')}
      testId="unseal"
    />
  );
}

export function CancelPackageDialog(props: PackageDialogProps) {
  const { t } = useTranslation('sending');
  const tracking = props.shipment.tracking_no;
  return (
    <TakeBackDialog
      {...props}
      path="/package/cancel"
      title={t('cancel.title', { tracking })}
      body={t('cancel.body')}
      accept={t('cancel.yes')}
      notice={t('cancel.done', { tracking })}
      danger
      testId="cancel-package"
    />
  );
}

interface RenumberDialogProps extends PackageDialogProps {
  onRenumbered: (tracking: string) => void;
}

interface Renumbering {
  number: string;
  reason: string;
}

/** The carrier relabelled it. The old number still finds the package, and stays used. */
export function RenumberDialog({ shipment, onRenumbered, onClose }: RenumberDialogProps) {
  const { t } = useTranslation(['sending', 'shipping', 'refusals']);
  const form = useForm<Renumbering>({ defaultValues: { number: '', reason: '' } });
  const tracking = form.watch('number').trim();
  useScansInWindow((code) => form.setValue('number', codeText(code), { shouldValidate: true }));
  const renumber = usePackageCommand({
    shipment,
    path: '/package/tracking',
    bodyOf: ({ number, reason }: Renumbering) => ({
      new_tracking_no: number,
      ...(reason !== '' && { reason }),
    }),
    notice: t('sending:number.done', { tracking }),
    quiet: ['tracking_used'],
    onDone: () => onRenumbered(tracking),
    onError: ({ code }) =>
      code === 'tracking_used' && form.setError('number', { message: t('refusals:tracking_used') }),
  });
  return (
    <FormDialog
      form={form}
      title={t('sending:number.title', { tracking: shipment.tracking_no })}
      testId="renumber"
      accept={t('sending:number.yes')}
      busy={renumber.isPending}
      onSubmit={(given) => renumber.mutate(given)}
      onClose={onClose}
    >
      <p>{t('sending:number.body')}</p>
      <FormText
        form={form}
        name="number"
        label={t('sending:number.label')}
        required={t('shipping:tracking.invalid')}
        check={(typed) => (isTracking(typed) ? undefined : t('shipping:tracking.invalid'))}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={TRACKING_NUMBER.most}
        testId="renumber-input"
      />
      <FormArea
        form={form}
        name="reason"
        label={t('sending:reasonOptional')}
        maxLength={TEXT_LENGTH.reason}
      />
    </FormDialog>
  );
}
