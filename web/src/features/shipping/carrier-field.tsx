import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Select } from '@atelier/ui/controls/select.tsx';
import { carriersQuery } from '../../shared/queries/carriers.ts';

/** A carrier's name by its code; the code itself while the list is not there. */
export function useCarrierName(code: string): string {
  const carriers = useQuery(carriersQuery()).data?.data;
  return carriers?.find((each) => each.code === code)?.name ?? code;
}

export interface CarrierFieldProps {
  value: string;
  onChange: (code: string) => void;
}

export function CarrierField({ value, onChange }: CarrierFieldProps) {
  const { t } = useTranslation('shipping');
  const carriers = useQuery(carriersQuery()).data?.data ?? [];
  const options = carriers.map(({ code, name }) => ({ value: code, label: name }));
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      label={t('terms:field.carrier')}
      placeholder=""
      options={isKnown ? options : [...options, { value, label: value }]}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      testId="carrier"
    />
  );
}
