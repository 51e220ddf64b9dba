import type {
  CountryView,
  CustomerView,
  ProductView,
  ProvinceView,
  RepairFeeView,
  VerifiedInvoiceView,
} from '@atelier/domain/reference/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { command, read } from '../../../lib/api/client.ts';

const HOUR_MS = 3_600_000;

export const countriesQuery = () =>
  queryOptions({
    queryKey: ['reference', 'countries'],
    queryFn: ({ signal }) => read<CountryView[]>('/get_all_country', {}, { signal }),
    staleTime: HOUR_MS,
  });

/** Provinces of a country with their cities; a country without provinces answers one nameless list or none. */
export const placesQuery = (countryId: number) =>
  queryOptions({
    queryKey: ['reference', 'places', countryId],
    queryFn: ({ signal }) =>
      read<ProvinceView[]>('/get_country_city_list', { countries_id: countryId }, { signal }),
    staleTime: HOUR_MS,
  });

export const repairFeesQuery = (country: string) =>
  queryOptions({
    queryKey: ['reference', 'repair-fees', country],
    queryFn: ({ signal }) => read<RepairFeeView[]>('/repairfees', { country }, { signal }),
    staleTime: HOUR_MS,
  });

export const productQuery = (sku: string) =>
  queryOptions({
    queryKey: ['reference', 'product', sku],
    queryFn: ({ signal }) => read<ProductView>('/getwsproduct', { sku }, { signal }),
    staleTime: HOUR_MS,
    retry: false,
  });

export const invoiceQuery = (invoiceNo: string) =>
  queryOptions({
    queryKey: ['reference', 'invoice', invoiceNo],
    queryFn: ({ signal }) =>
      read<VerifiedInvoiceView>('/verify_invoice', { invoice_no: invoiceNo }, { signal }),
    retry: false,
    staleTime: 60_000,
  });

/** `POST /search_contact`: a search by body, so that names never stand in an address. */
export const contactsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['reference', 'contacts', keyword],
    queryFn: ({ signal }) =>
      command<CustomerView[]>({ path: '/search_contact', body: { keyword }, signal, timeout: 'general' }),
    enabled: keyword.length >= 2,
    staleTime: 60_000,
  });
