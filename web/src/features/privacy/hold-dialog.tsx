import { HOLD_REASONS, HOLD_REFERENCE_LENGTH } from '@atelier/domain/privacy/contract.ts';
import { useTranslation } from 'react-i18next';
import { FormSelect, FormText } from '../../shared/form/form-field.tsx';
import type { PersonDialogProps } from './ask-dialog.tsx';
import { CommandDialog } from '../../shared/form/command-dialog.tsx';
import { PRIVACY } from './queries.ts';

/** Places a legal hold: why, and the file number of its requester. */
export function HoldDialog({ person, onDone, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['privacy', 'common']);
  return (
    <CommandDialog
      values={{ reason: '', reference: '' }}
      title={t('holds.placeTitle')}
      testId="hold"
      accept={t('holds.place')}
      call={(held) => ({ path: '/privacy/hold', body: { ...held, customer_ref: person.customer_ref } })}
      done={t('holds.placed')}
      refreshes={PRIVACY}
      onDone={onDone}
      onClose={onClose}
    >
      {(at) => (
        <>
          <p>{t('holds.placeBody')}</p>
          <FormSelect
            {...at('reason')}
            label={t('holds.reason')}
            required={t('common:reasonRequired')}
            placeholder=""
            options={HOLD_REASONS.map((reason) => ({ value: reason, label: t(`holdReason.${reason}`) }))}
          />
          <FormText
            {...at('reference')}
            label={t('holds.reference')}
            hint={t('holds.referenceHint')}
            maxLength={HOLD_REFERENCE_LENGTH}
            dir="auto"
          />
        </>
      )}
    </CommandDialog>
  );
}
