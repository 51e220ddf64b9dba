import { codeText } from '@atelier/domain/contract/codes.ts';
import { TEXT_LENGTH, TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useScansInWindow } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { ReasonDialog, type ReasonDialogProps } from '../../shared/decisions/reason-dialog.tsx';
import { FormArea, FormText } from '../../shared/form/form-field.tsx';
import { isTracking } from '../../shared/queries/site-codes.ts';
import { CommandDialog } from '../../shared/form/command-dialog.tsx';
import type { PathOf } from '../../lib/api/calls.ts';
import { SHIPPING } from './queries.ts';

type PackagePath = Extract<PathOf<'POST'>, `/package/${string}`>;

export interface PackageDialogProps {
  shipment: ShipmentView;
  onClose: () => void;
}

interface TakeBackProps
  extends
    PackageDialogProps,
    Pick<ReasonDialogProps<PackagePath, 'POST'>, 'title' | 'body' | 'accept' | 'done'> {
  path: PackagePath;
  danger?: boolean;
  testId: string;
}

/** What is taken back on one package, with its reason. */
const TakeBackDialog = ({ shipment: { tracking_no, version }, path, body, ...dialog }: TakeBackProps) => (
  <ReasonDialog
    {...dialog}
    body={<p>{body}</p>}
    call={(reason) => ({ path, body: { tracking_no, reason }, ifMatch: version })}
    refreshes={SHIPPING}
  />
);

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
      done={t('unsend.done', { tracking })}
      testId="unsend"
    />
  );
}

interface ReturnedDialogProps extends PackageDialogProps {
  items: readonly ItemView[];
}

/** The carrier could not deliver it: what still travels is received in the shop that sent it. */
export function ReturnedDialog({ shipment, items, onClose }: ReturnedDialogProps) {
  const { t } = useTranslation('sending');
  const tracking = shipment.tracking_no;
  const ids = items.filter(({ custody }) => custody.to_client).map(({ id }) => id);
  return (
    <CommandDialog
      title={t('returned.title', { tracking })}
      testId="returned"
      accept={t('returned.yes')}
      call={() => ({ method: 'PUT', path: '/rmastatus', body: { ids, rma_status_id: Status.ShopReceived } })}
      done={t('returned.done', { tracking })}
      refreshes={SHIPPING}
      onClose={onClose}
    >
      <p>{t('returned.body')}</p>
    </CommandDialog>
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
      done={t('seal.broken')}
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
      done={t('cancel.done', { tracking })}
      danger
      testId="cancel-package"
    />
  );
}

interface RenumberDialogProps extends PackageDialogProps {
  onRenumbered: (tracking: string) => void;
}

/** The carrier relabelled it. The old number still finds the package, and stays used. */
export function RenumberDialog({ shipment, onRenumbered, onClose }: RenumberDialogProps) {
  const { t } = useTranslation(['sending', 'shipping', 'refusals']);
  const form = useForm({ defaultValues: { number: '', reason: '' } });
  const tracking = form.watch('number').trim();
  useScansInWindow((code) => form.setValue('number', codeText(code), { shouldValidate: true }));
  return (
    <CommandDialog
      form={form}
      title={t('sending:number.title', { tracking: shipment.tracking_no })}
      testId="renumber"
      accept={t('sending:number.yes')}
      call={({ number, reason }) => ({
        path: '/package/tracking',
        body: {
          tracking_no: shipment.tracking_no,
          new_tracking_no: number,
          ...(reason !== '' && { reason }),
        },
        ifMatch: shipment.version,
      })}
      done={t('sending:number.done', { tracking })}
      quiet={['tracking_used']}
      refreshes={SHIPPING}
      onDone={() => onRenumbered(tracking)}
      onError={({ code }) =>
        code === 'tracking_used' && form.setError('number', { message: t('refusals:tracking_used') })
      }
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
    </CommandDialog>
  );
}
