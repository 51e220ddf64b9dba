import { PAPER_NUMBER_LENGTH } from '@atelier/domain/reference/contract.ts';
import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { useRules } from '../../../shared/rules/rules.ts';
import { FormText, useFieldError } from './form-field.tsx';
import { FormImagesBody } from './form-images-body.tsx';
import { useSequenceCheck } from './use-sequence-check.ts';

/** Gold: its picture and weight, and its sequence number checked against the certificate (product/deposit.md §2). */
export function GoldPart({ index }: { index: number }) {
  const { t } = useTranslation('deposit');
  const isDemanded = useRules().demandGoldChecks;
  return (
    <fieldset className="sub-part stack gap-10 rounded" data-testid={`items.${index}.gold`}>
      <legend>{t('gold.title')}</legend>
      <FormImagesBody name={`items.${index}.gold_image`} max={1} required={isDemanded} />
      <div className="form-grid grid at-start">
        <FormText
          name={`items.${index}.gold_weight`}
          required={isDemanded}
          inputMode="decimal"
          maxLength={12}
        />
        <SequenceField index={index} required={isDemanded} />
      </div>
    </fieldset>
  );
}

function SequenceField({ index, required }: { index: number; required: boolean }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { sequence, isChecked, certified, problem, isBusy, type, check } = useSequenceCheck(index);
  const error = useFieldError(`items.${index}.sequence_number`);
  const problemText =
    problem === null ? undefined : t(problem.key, 'sku' in problem ? { sku: problem.sku } : {});
  return (
    <div className="with-button flex at-start gap-10 span-2">
      <TextField
        label={t('deposit:gold.sequence')}
        required={required}
        dir="ltr"
        value={sequence}
        maxLength={PAPER_NUMBER_LENGTH.certificate}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
        error={isChecked ? undefined : (problemText ?? error)}
        hint={isChecked ? t('deposit:gold.checked', { sequence: certified }) : undefined}
        testId={`items.${index}.sequence_number`}
      />
      <Button
        icon={<BadgeCheck size={16} aria-hidden />}
        busy={isBusy}
        disabled={sequence.trim() === ''}
        onClick={() => void check()}
        testId={`items.${index}.gold-check`}
      >
        {t('deposit:gold.check')}
      </Button>
    </div>
  );
}
