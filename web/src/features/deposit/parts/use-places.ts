import type { ProvinceView } from '@atelier/contracts/reference/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { countriesQuery } from '../../../shared/queries/countries.ts';
import type { RmaValues } from '../form-values.ts';
import { placesQuery } from '../queries.ts';
import { useFound } from '../use-found.ts';

/** Country, then its provinces, then their cities; a level that a country lacks is not asked for (product/deposit.md §1). */
export function usePlaces() {
  const { control, setValue, getValues } = useFormContext<RmaValues>();
  const [country, province] = useWatch({ control, name: ['country', 'province'] });
  const countries = useQuery(countriesQuery()).data?.data;
  const chosen = countries?.find(({ code }) => code === country);
  const answer = useQuery({ ...placesQuery(chosen?.id ?? 0), enabled: chosen !== undefined });
  const places = answer.data?.data;
  const provinces = useMemo<readonly ProvinceView[]>(
    () => (chosen?.has_provinces === true ? (places ?? []) : []),
    [places, chosen],
  );
  const cities = useMemo(() => {
    if (chosen?.has_provinces === true) return provinces.find(({ name }) => name === province)?.cities ?? [];
    return (places ?? []).flatMap((one) => one.cities);
  }, [chosen, provinces, places, province]);
  // Before the province is chosen its cities are not known, but that one will be asked for is.
  const hasCities = cities.length > 0 || provinces.some((one) => one.cities.length > 0);
  useFound('needs_province', places === undefined ? null : provinces.length > 0, 'province');
  useFound('needs_city', places === undefined ? null : hasCities, 'city');
  const chooseCountry = (code: string) => {
    if (code === getValues('country')) return;
    setValue('country', code, { shouldDirty: true, shouldValidate: true });
    setValue('province', '');
    setValue('city', '');
  };
  // Most countries have both: until it is known their room is kept, so that nothing below them moves.
  const isUnknown = country !== '' && places === undefined && !answer.isError;
  return {
    countries: countries ?? [],
    provinces,
    cities,
    asksProvince: provinces.length > 0 || (isUnknown && chosen?.has_provinces !== false),
    asksCity: hasCities || isUnknown,
    chooseCountry,
  };
}
