import { capitalCode, isSameCode } from '@atelier/domain/contract/codes.ts';
import type { CertificateView } from '@atelier/contracts/reference/schema.ts';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ApiError } from '../../../lib/api/api-error.ts';
import { read } from '../../../lib/api/client.ts';
import { noticeError } from '../../../lib/api/notice-error.ts';
import type { RmaValues } from '../form-values.ts';

type Problem =
  | { readonly key: 'deposit:gold.unknown' | 'deposit:gold.otherPiece' }
  | { readonly key: 'deposit:gold.other'; readonly sku: string };

/** A sequence number and its certificate: checked on demand, unchecked by typing (product/deposit.md §2). */
export function useSequenceCheck(index: number) {
  const { control, setValue } = useFormContext<RmaValues>();
  const [sequence, isChecked, certified] = useWatch({
    control,
    name: [
      `items.${index}.sequence_number`,
      `items.${index}.sequence_checked`,
      `items.${index}.certified_sequence`,
    ],
  });
  const take = useCertificate(index);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const type = (typed: string) => {
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
      const query = { cert_no: sequence.trim() };
      setProblem(take((await read('/get_one_product_cert', query)).data));
    } catch (failure) {
      if (failure instanceof ApiError && failure.status < 500 && failure.kind === 'refused')
        setProblem({ key: 'deposit:gold.unknown' });
      else noticeError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { sequence, isChecked, certified, problem, isBusy, type, check };
}

/** Fills in what a certificate says and the form leaves blank; answers why it is not this piece's, or null. */
function useCertificate(index: number): (certificate: CertificateView) => Problem | null {
  const { getValues, setValue, trigger } = useFormContext<RmaValues>();
  return (certificate) => {
    const { product_sku: sku, serial_number: serial, ...weights } = getValues(`items.${index}`);
    if (certificate.sku !== capitalCode(sku)) return { key: 'deposit:gold.other', sku: certificate.sku };
    const isOther = serial.trim() !== '' && !isSameCode(serial, certificate.serial);
    if (isOther) return { key: 'deposit:gold.otherPiece' };
    setValue(`items.${index}.certificate_no`, certificate.cert_no, { shouldDirty: true });
    setValue(`items.${index}.certified_sequence`, certificate.sequence_number);
    setValue(`items.${index}.sequence_checked`, true);
    if (serial.trim() === '') setValue(`items.${index}.serial_number`, certificate.serial);
    for (const name of ['gold_weight', 'total_weight', 'carat_weight'] as const)
      if (weights[name] === '') setValue(`items.${index}.${name}`, String(certificate[name]));
    // Only what the paper has just filled in: whatever is still blank was not forgotten yet.
    void trigger([
      `items.${index}.sequence_number`,
      `items.${index}.gold_weight`,
      `items.${index}.total_weight`,
    ]);
    return null;
  };
}
