import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RadioGroup } from '@atelier/ui/controls/choice.tsx';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { deliveryQuery } from '../queries.ts';
import type { RmaValues } from '../form-values.ts';
import { useFound } from '../use-found.ts';
import { useFieldError } from './form-field.tsx';

/** Whether a parcel may go to this country, and what that costs; null until it is known. */
const useDelivery = (type: 'store' | 'client', country: string) =>
  useQuery(deliveryQuery({ country, type })).data?.data ?? null;

/** Whether the repaired piece comes back to the shop or goes to the customer; a country may keep the latter shut. */
export function DeliveryField() {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control, trigger } = useFormContext<RmaValues>();
  const country = useWatch({ control, name: 'country' });
  const client = useDelivery('client', country);
  const store = useDelivery('store', useSession().view.site?.country_code ?? '');
  const isRefused = client !== null && !client.allowed;
  const error = useFieldError('delivery');
  useFound('delivery_refused', client === null ? null : isRefused, 'delivery');
  return (
    <Controller
      control={control}
      name="delivery"
      render={({ field }) => (
        <RadioGroup
          label={t('deposit:field.delivery')}
          look="cards"
          value={field.value}
          onChange={(value) => {
            field.onChange(value);
            void trigger('delivery');
          }}
          error={error ?? (isRefused && field.value === 'client' ? t('deposit:error.delivery') : undefined)}
          options={[
            {
              value: 'store',
              label: t('deposit:delivery.store'),
              note: <Fee delivery={store} />,
              testId: 'delivery-store',
            },
            {
              value: 'client',
              label: t('deposit:delivery.client'),
              note: isRefused ? t('deposit:error.delivery') : <Fee delivery={client} />,
              disabled: isRefused,
              testId: 'delivery-client',
            },
          ]}
        />
      )}
    />
  );
}

function Fee({ delivery }: { delivery: { fee: number; currency: string } | null }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const format = useStaffFormat();
  if (delivery === null) return null;
  return delivery.fee === 0
    ? t('deposit:delivery.free')
    : t('deposit:delivery.fee', { amount: format.money(delivery.fee, delivery.currency) });
}
