import { useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { addresseesQuery } from '../queries.ts';
import { type Bound, FormSelect } from '../../../shared/form/form-field.tsx';

/** The field holds an email; '' = no one in particular. */
export interface AddresseeFieldProps<Values extends FieldValues> extends Pick<
  Bound<Values>,
  'form' | 'name'
> {
  itemId: number;
}

/** Whom a remark is for: a colleague who sees the piece (product/repair.md §16). Without the list it is for everybody. */
export function AddresseeField<Values extends FieldValues>({
  itemId,
  ...bound
}: AddresseeFieldProps<Values>) {
  const { t } = useTranslation('decisions');
  const colleagues = useQuery(addresseesQuery(itemId)).data?.data ?? [];
  if (colleagues.length === 0) return null;
  return (
    <FormSelect
      {...bound}
      label={t('addressee.label')}
      hint={t('addressee.hint')}
      placeholder={t('addressee.nobody')}
      options={colleagues.map(({ email, name, site }) => ({
        value: email,
        label: t('addressee.option', { name, site: site === '' ? t('addressee.house') : site }),
      }))}
      testId="remark-addressee"
    />
  );
}
