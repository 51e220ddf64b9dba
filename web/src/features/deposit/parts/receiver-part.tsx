import { DEPOSIT_LENGTH } from '@atelier/domain/deposit/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { ProvinceView } from '@atelier/contracts/reference/schema.ts';
import { fullName, fullPhone } from '@atelier/domain/deposit/names.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Combobox } from '@atelier/ui/controls/combobox.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { useEdited } from '../edited.ts';
import { countriesQuery } from '../../../shared/queries/countries.ts';
import { placesQuery } from '../queries.ts';
import type { RmaValues } from '../form-values.ts';
import { fromShop } from '../prefill.ts';
import { useFill } from '../use-fill.ts';
import { sitesQuery } from '../../../shared/queries/sites.ts';
import { DeliveryField } from './delivery-field.tsx';
import { FormText, useFieldError } from './form-field.tsx';
import { usePlaces } from './use-places.ts';

interface Named {
  readonly name: string;
  readonly local_name: string | null;
}

const labelOf = ({ name, local_name }: Named): string =>
  local_name === null || local_name === name ? name : `${name} · ${local_name}`;
const optionsOf = (places: readonly Named[]) =>
  places.map((place) => ({ value: place.name, label: labelOf(place) }));

/** Where the piece, or messages about it, go back to. */
export function ReceiverPart() {
  const { t } = useTranslation(['rma', 'common', 'deposit']);
  const { control, setValue } = useFormContext<RmaValues>();
  const { country: nameOf } = useStaffFormat();
  const { countries, provinces, cities, asksProvince, asksCity, chooseCountry } = usePlaces();
  const mode = useEdited();
  const countryError = useFieldError('country');
  const countryOptions = useMemo(
    () =>
      countries
        .map(({ code }) => ({ value: code, label: nameOf(code) }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [countries, nameOf],
  );
  return (
    <Panel title={t('deposit:section.receiver')} padded>
      <ReceiverShortcuts />
      <div className="form-grid grid at-start">
        <Controller
          control={control}
          name="country"
          render={({ field }) => (
            <Combobox
              label={t('terms:field.country')}
              required
              value={field.value === '' ? null : field.value}
              options={countryOptions}
              onChange={(code) => chooseCountry(code ?? '')}
              onBlur={field.onBlur}
              emptyText={t('common:noMatch')}
              error={countryError}
              testId="country"
            />
          )}
        />
        {asksProvince && (
          <PlaceField name="province" options={optionsOf(provinces)} onPick={() => setValue('city', '')} />
        )}
        {asksCity && <PlaceField name="city" options={optionsOf(cities)} />}
        <FormText name="address" required maxLength={DEPOSIT_LENGTH.address} className="span-2" />
        <FormText name="receiver_name" required maxLength={DEPOSIT_LENGTH.receiverName} />
        <FormText name="receiver_phone" required type="tel" dir="ltr" maxLength={TEXT_LENGTH.dialled} />
      </div>
      {mode?.isWhole !== false && (
        <div className="delivery">
          <DeliveryField />
        </div>
      )}
    </Panel>
  );
}

interface PlaceFieldProps {
  name: 'province' | 'city';
  options: { value: string; label: string }[];
  onPick?: () => void;
}

function PlaceField({ name, options, onPick }: PlaceFieldProps) {
  const { t } = useTranslation(['rma', 'common', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const error = useFieldError(name);
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Combobox
          label={t(`deposit:field.${name}`)}
          required
          value={field.value === '' ? null : field.value}
          options={options}
          onChange={(value) => {
            field.onChange(value ?? '');
            onPick?.();
          }}
          onBlur={field.onBlur}
          emptyText={t('common:noMatch')}
          disabled={options.length === 0}
          error={error}
          testId={name}
        />
      )}
    />
  );
}

/** The receiver is nearly always the customer, or the shop where it is collected (product/deposit.md §5). */
function ReceiverShortcuts() {
  const { t } = useTranslation(['rma', 'deposit']);
  const { getValues } = useFormContext<RmaValues>();
  const shop = useOwnShop();
  const fill = useFill();
  const asCustomer = () => {
    const { firstname, lastname, phone_code, phone } = getValues();
    fill({
      receiver_name: fullName(firstname, lastname),
      receiver_phone: phone === '' ? '' : fullPhone(phone_code, phone),
    });
  };
  return (
    <span className="row wrap receiver-shortcuts">
      <Button variant="quiet" onClick={asCustomer} testId="receiver-customer">
        {t('deposit:receiver.customer')}
      </Button>
      <Button
        variant="quiet"
        disabled={shop === null}
        onClick={() => void shop?.().then(fill)}
        testId="receiver-shop"
      >
        {t('deposit:receiver.shop')}
      </Button>
    </span>
  );
}

/** How the form is filled in with the clerk's own shop; null before the sites are known. */
function useOwnShop(): (() => Promise<Partial<RmaValues>>) | null {
  const client = useQueryClient();
  const siteId = useSession().view.site?.id;
  const shop = useQuery(sitesQuery()).data?.data.find(({ id }) => id === siteId);
  const countries = useQuery(countriesQuery()).data?.data;
  if (shop === undefined) return null;
  return async () => {
    const country = countries?.find(({ code }) => code === shop.country_code);
    const provinces = await client
      .fetchQuery(placesQuery(country?.id ?? 0))
      .then(({ data }) => data)
      .catch(() => []);
    return { ...fromShop(shop), ...placeOfCity(provinces, shop.city) };
  };
}

/** Where a city lies: a shop's record names the city only. Blank where the list does not know it. */
function placeOfCity(provinces: readonly ProvinceView[], city: string): Pick<RmaValues, 'province' | 'city'> {
  for (const { name, cities } of provinces) {
    const found = cities.find((one) => one.name === city || one.local_name === city);
    if (found !== undefined) return { province: name, city: found.name };
  }
  return { province: '', city: '' };
}
