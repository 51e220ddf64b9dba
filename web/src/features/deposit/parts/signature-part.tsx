import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { ClientSignature } from '../../../shared/sign/client-signature.tsx';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { signedDeposit } from '../steps/signed-deposit.ts';
import { useFieldError } from './form-field.tsx';

/** The customer signs for what they leave here. A signature that came back with the draft is shown, not asked again. */
export function SignaturePart({ rules }: { rules: () => FormRules }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { getValues, setValue } = useFormContext<RmaValues>();
  const error = useFieldError('signature');
  return (
    <Panel title={t('terms:field.signature')} aside={t('deposit:signature.lead')} padded>
      <ClientSignature
        label={t('deposit:signature.label')}
        asked={signedDeposit(getValues(), rules())}
        first={getValues('signature')}
        onChange={(signature) => setValue('signature', signature, { shouldDirty: true })}
        error={error}
      />
    </Panel>
  );
}
