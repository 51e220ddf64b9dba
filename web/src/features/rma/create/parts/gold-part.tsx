import { PAPER_NUMBER_LENGTH } from '@atelier/domain/reference/contract.ts';
import type { CertificateView } from '@atelier/domain/reference/schema.ts';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { read } from '../../../../lib/api/client.ts';
import { noticeError } from '../../../../lib/api/notice-error.ts';
import type { RmaValues } from '../form-values.ts';
import { FormText, useFieldError } from './form-field.tsx';
import { useRules } from '../../../../shared/rules/rules.ts';
import { FormImagesBody } from './form-images-body.tsx';

type Problem =
  | { readonly key: 'deposit:gold.unknown' | 'deposit:gold.otherPiece' }
  | { readonly key: 'deposit:gold.other'; readonly sku: string };

/** Gold: its picture and weight, and its sequence number checked against the certificate. Editing the number unchecks it (product/deposit.md §2). */
export function GoldPart({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control, getValues, setValue, trigger } = useFormContext<RmaValues>();
  const [sequence, isChecked, certified] = useWatch({
    control,
    name: [
      `items.${index}.sequence_number`,
      `items.${index}.sequence_checked`,
      `items.${index}.certified_sequence`,
    ],
  });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const error = useFieldError(`items.${index}.sequence_number`);

  const take = (certificate: CertificateView) => {
    const {
      product_sku: sku,
      serial_number: serial,
      gold_weight: gold,
      total_weight: total,
      carat_weight: carat,
    } = getValues(`items.${index}`);
    if (certificate.sku !== sku.trim().toUpperCase())
      return setProblem({ key: 'deposit:gold.other', sku: certificate.sku });
    const isOther = serial.trim() !== '' && serial.trim().toUpperCase() !== certificate.serial.toUpperCase();
    if (isOther) return setProblem({ key: 'deposit:gold.otherPiece' });
    setValue(`items.${index}.certificate_no`, certificate.cert_no, { shouldDirty: true });
    setValue(`items.${index}.certified_sequence`, certificate.sequence_number);
    setValue(`items.${index}.sequence_checked`, true);
    if (serial.trim() === '') setValue(`items.${index}.serial_number`, certificate.serial);
    if (gold === '') setValue(`items.${index}.gold_weight`, String(certificate.gold_weight));
    if (total === '') setValue(`items.${index}.total_weight`, String(certificate.total_weight));
    if (carat === '') setValue(`items.${index}.carat_weight`, String(certificate.carat_weight));
    // Only what the paper has just filled in: whatever is still blank was not forgotten yet.
    return void trigger([
      `items.${index}.sequence_number`,
      `items.${index}.gold_weight`,
      `items.${index}.total_weight`,
    ]);
  };
  const uncheck = (typed: string) => {
    setValue(`items.${index}.sequence_number`, typed, { shouldDirty: true });
    setValue(`items.${index}.sequence_checked`, false);
    setValue(`items.${index}.certificate_no`, '');
    setValue(`items.${index}.certified_sequence`, '');
    setProblem(null);
  };
  const check = async () => {
    setBusy(true);
    setProblem(null);
    try {
      take((await read<CertificateView>('/get_one_product_cert', { cert_no: sequence.trim() })).data);
    } catch (failure) {
      if (failure instanceof ApiError && failure.status < 500 && failure.kind === 'refused')
        setProblem({ key: 'deposit:gold.unknown' });
      else noticeError(failure);
    } finally {
      setBusy(false);
    }
  };
  const isDemanded = useRules().demandGoldChecks;
  const problemText =
    problem === null ? undefined : t(problem.key, 'sku' in problem ? { sku: problem.sku } : {});
  return (
    <fieldset className="sub-part" data-testid={`items.${index}.gold`}>
      <legend>{t('deposit:gold.title')}</legend>
      <FormImagesBody name={`items.${index}.gold_image`} max={1} required={isDemanded} />
      <div className="form-grid">
        <FormText
          name={`items.${index}.gold_weight`}
          required={isDemanded}
          inputMode="decimal"
          maxLength={12}
        />
        <div className="with-button span-2">
          <TextField
            label={t('deposit:gold.sequence')}
            required={isDemanded}
            dir="ltr"
            value={sequence}
            maxLength={PAPER_NUMBER_LENGTH.certificate}
            autoComplete="off"
            onChange={(event) => uncheck(event.target.value)}
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
      </div>
    </fieldset>
  );
}
