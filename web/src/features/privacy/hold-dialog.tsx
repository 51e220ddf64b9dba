import { HOLD_REASONS, HOLD_REFERENCE_LENGTH } from '@atelier/domain/privacy/contract.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { FormSelect, FormText } from '../../shared/form/form-field.tsx';
import { finished, type PersonDialogProps } from './ask-dialog.tsx';
import { usePrivacyCommand } from './use-privacy-command.ts';

interface Held {
  reason: string;
  reference: string;
}

/** Places a legal hold: why, and the file number of whoever asks for it. */
export function HoldDialog({ person, onDone, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['privacy', 'common']);
  const form = useForm<Held>({ defaultValues: { reason: '', reference: '' } });
  const hold = usePrivacyCommand(
    (body: Held) => ({ path: '/privacy/hold', body: { ...body, customer_ref: person.customer_ref } }),
    { title: t('holds.placed'), onAccepted: () => finished({ onDone, onClose }) },
  );
  return (
    <FormDialog
      form={form}
      title={t('holds.placeTitle')}
      testId="hold"
      accept={t('holds.place')}
      busy={hold.isPending}
      onSubmit={hold.mutate}
      onClose={onClose}
    >
      <p>{t('holds.placeBody')}</p>
      <FormSelect
        form={form}
        name="reason"
        label={t('holds.reason')}
        required={t('common:reasonRequired')}
        placeholder=""
        options={HOLD_REASONS.map((reason) => ({ value: reason, label: t(`holdReason.${reason}`) }))}
        testId="hold-reason"
      />
      <FormText
        form={form}
        name="reference"
        label={t('holds.reference')}
        hint={t('holds.referenceHint')}
        maxLength={HOLD_REFERENCE_LENGTH}
        dir="auto"
        testId="hold-reference"
      />
    </FormDialog>
  );
}
