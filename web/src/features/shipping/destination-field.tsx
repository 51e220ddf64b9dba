import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Select } from '@atelier/ui/controls/select.tsx';
import { sitesQuery } from '../../shared/queries/sites.ts';
import { isOpen } from './queries.ts';
import { useRoute } from './use-route.ts';

export interface DestinationFieldProps {
  shipment: ShipmentView | null;
  /** Chosen before the package is begun; null = the usual one. */
  value: number | null;
  onChange: (siteId: number | null) => void;
}

/** Where a package from a shop goes: the warehouse configured for it, unless one says otherwise (product/shipping.md §2). */
export function DestinationField({ shipment, value, onChange }: DestinationFieldProps) {
  const { t } = useTranslation(['shipping', 'sending']);
  const route = useRoute(shipment);
  const isChoice = shipment === null || (isOpen(shipment) && shipment.order_type === 1);
  const sites = useQuery({ ...sitesQuery(), enabled: isChoice }).data?.data;
  if (!isChoice) {
    return (
      <span className="row destination" data-testid="destination">
        <ArrowRight size={16} aria-hidden className="flips" />
        <bdi>{shipment.to_client ? t('sending:destination.client') : (shipment.to?.name ?? '')}</bdi>
      </span>
    );
  }
  const options = (sites ?? [])
    .filter((site) => site.kind !== 'shop')
    .map(({ id, name }) => ({ value: id, label: name }));
  const choose = (chosen: string) => {
    if (shipment === null) return onChange(chosen === '' ? null : Number(chosen));
    if (chosen !== '') route.mutate({ destination: Number(chosen) });
  };
  return (
    <Select
      label={t('shipping:seal.destination')}
      {...(shipment === null && { placeholder: t('shipping:seal.destinationDefault') })}
      options={options}
      value={shipment === null ? (value ?? '') : (shipment.to?.id ?? '')}
      onChange={(event) => choose(event.target.value)}
      testId="destination-select"
    />
  );
}
