import type { SiteView } from '@atelier/domain/reference/contract.ts';
import type { ShipmentView } from '@atelier/domain/shipping/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../components/ui/select.tsx';
import { read } from '../../lib/api/client.ts';

export interface DestinationFieldProps {
  /** Begun packages have their destination; it is shown, not asked. */
  shipment: ShipmentView | null;
  value: number | null;
  onChange: (siteId: number | null) => void;
}

/** Where a package from a shop goes: the warehouse configured for it, unless one says otherwise (product.md §11). */
export function DestinationField({ shipment, value, onChange }: DestinationFieldProps) {
  const { t } = useTranslation('shipping');
  const sites = useQuery({
    queryKey: ['reference', 'sites'],
    queryFn: ({ signal }) => read<SiteView[]>('/site/list', {}, { signal }),
    staleTime: 3_600_000,
    enabled: shipment === null,
  }).data?.data;
  if (shipment !== null) {
    return (
      <span className="row destination" data-testid="destination">
        <ArrowRight size={16} aria-hidden className="flips" />
        <bdi>{shipment.to?.name ?? ''}</bdi>
      </span>
    );
  }
  const options = (sites ?? [])
    .filter((site) => site.kind !== 'shop')
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={t('seal.destination')}
      placeholder={t('seal.destinationDefault')}
      options={options}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      testId="destination-select"
    />
  );
}
