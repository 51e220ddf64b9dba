import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { SignaturePad } from '../../../shared/item/signature-pad.tsx';
import type { RmaValues } from '../form-values.ts';
import { useFieldError } from './form-field.tsx';

/** The customer signs for what they leave here. A signature that came back with the draft is shown, not asked again. */
export function SignaturePart() {
  const { t } = useTranslation(['rma', 'deposit']);
  const { getValues, setValue } = useFormContext<RmaValues>();
  const error = useFieldError('signature');
  const [kept, setKept] = useState(() => getValues('signature')?.image ?? '');
  const again = () => {
    setKept('');
    setValue('signature', null, { shouldDirty: true });
  };
  return (
    <Panel title={t('terms:field.signature')} aside={t('deposit:signature.lead')} padded>
      {kept === '' ? (
        <SignaturePad
          label={t('deposit:signature.label')}
          onChange={(signature) => setValue('signature', signature, { shouldDirty: true })}
          error={error}
        />
      ) : (
        <div className="kept-signature stack gap-8 items-start" data-testid="signature-kept">
          <img src={kept} alt={t('deposit:signature.label')} />
          <Button variant="quiet" icon={<PenLine size={16} aria-hidden />} onClick={again}>
            {t('deposit:signature.again')}
          </Button>
        </div>
      )}
    </Panel>
  );
}
