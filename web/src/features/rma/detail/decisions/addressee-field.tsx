import type { AddresseeView } from '@atelier/domain/repair/decisions-schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../../ui/select.tsx';
import { read } from '../../../../lib/api/client.ts';

const addresseesQuery = (itemId: number) =>
  queryOptions({
    queryKey: ['decisions', 'addressees', itemId],
    queryFn: ({ signal }) =>
      read<AddresseeView[]>('/comment/addressees', { rma_item_id: itemId }, { signal }),
    staleTime: 300_000,
  });

export interface AddresseeFieldProps {
  itemId: number;
  /** '' = nobody in particular. */
  value: string;
  onChange: (email: string) => void;
}

/** Whom a remark is for: a colleague who sees the piece (product/repair.md §16). Without the list it is for everybody. */
export function AddresseeField({ itemId, value, onChange }: AddresseeFieldProps) {
  const { t } = useTranslation('decisions');
  const colleagues = useQuery(addresseesQuery(itemId)).data?.data ?? [];
  if (colleagues.length === 0) return null;
  return (
    <Select
      label={t('addressee.label')}
      hint={t('addressee.hint')}
      placeholder={t('addressee.nobody')}
      value={value}
      options={colleagues.map(({ email, name, site }) => ({
        value: email,
        label: t('addressee.option', { name, site: site === '' ? t('addressee.house') : site }),
      }))}
      onChange={(event) => onChange(event.target.value)}
      testId="remark-addressee"
    />
  );
}
