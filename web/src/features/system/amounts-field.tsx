import { currencyDigits } from '@atelier/domain/shared/amount.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAmount } from '../../shared/item/amount.ts';
import { TextArea } from '@atelier/ui/controls/text-field.tsx';
import type { ValueFieldProps } from './value-field-props.ts';
import { asAmounts } from './value-words.ts';

const LINE = /^([A-Za-z]{3})\s+(.+)$/;

/** A currency and an amount a line, as minor units by currency; what is not such a line is left for the server to refuse. */
export function amountsIn(text: string): Record<string, number> | string {
  const read: Record<string, number> = {};
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const [, code = '', typed = ''] = LINE.exec(line) ?? [];
    const currency = code.toUpperCase();
    const minor = Intl.supportedValuesOf('currency').includes(currency) ? readAmount(typed, currency) : null;
    if (minor === null) return text;
    read[currency] = minor;
  }
  return read;
}

/** The same the other way round. */
export const amountsText = (amounts: Readonly<Record<string, number>>): string =>
  Object.entries(amounts)
    .map(([currency, minor]) => {
      const digits = currencyDigits(currency);
      return `${currency} ${(minor / 10 ** digits).toFixed(digits)}`;
    })
    .join('\n');

/** An amount for each currency that has one. */
export function AmountsField({ value, onChange, error }: ValueFieldProps) {
  const { t } = useTranslation('system');
  const [text, setText] = useState(() => amountsText(asAmounts(value) ?? {}));
  return (
    <TextArea
      label={t('newValue')}
      rows={4}
      dir="ltr"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(amountsIn(event.target.value));
      }}
      hint={t('issue.bad_amounts')}
      error={error}
      testId="new-amounts"
    />
  );
}
