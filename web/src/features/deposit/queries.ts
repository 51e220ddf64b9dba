import type { DataOf } from '../../lib/api/calls.ts';
import { HOUR_MS } from '@atelier/domain/kernel.ts';
import type { DeliveryTarget } from '@atelier/domain/reference/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { command, read } from '../../lib/api/client.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import type { DepositedPiece } from './from-file.ts';
import { readQuery } from '../../lib/api/read-query.ts';

export type CreatedRma = DataOf<'POST', '/rma'>;

/** Provinces of a country with their cities; a country without provinces answers one nameless list or none. */
export const placesQuery = (countryId: number) =>
  readQuery(
    ['reference', 'places', countryId],
    '/get_country_city_list',
    { countries_id: countryId },
    { staleTime: HOUR_MS },
  );

export const repairFeesQuery = (country: string) =>
  readQuery(['reference', 'repair-fees', country], '/repairfees', { country }, { staleTime: HOUR_MS });

export const productQuery = (sku: string) =>
  readQuery(['reference', 'product', sku], '/getwsproduct', { sku }, { staleTime: HOUR_MS, retry: false });

export const invoiceQuery = (invoiceNo: string) =>
  readQuery(
    ['reference', 'invoice', invoiceNo],
    '/verify_invoice',
    { invoice_no: invoiceNo },
    { retry: false, staleTime: 60_000 },
  );

/** A search by body, so that names never stand in an address. */
const searchQuery = <P extends '/search_contact' | '/search_order'>(name: string, path: P, keyword: string) =>
  queryOptions({
    queryKey: ['reference', name, keyword],
    queryFn: ({ signal }) => command({ path, body: { keyword }, signal, timeout: 'general' }),
    enabled: keyword.length >= 2,
    staleTime: 60_000,
  });

export const contactsQuery = (keyword: string) => searchQuery('contacts', '/search_contact', keyword);

/** `POST /search_order`: invoices by order or invoice number, SKU, serial or certificate; at most 50, newest first. */
export const ordersQuery = (keyword: string) => searchQuery('orders', '/search_order', keyword);

export interface DeliveryAsked {
  readonly country: string;
  readonly type: DeliveryTarget;
}

/** `POST /check/deliver/type`: whether the piece may go there, and what a parcel costs. */
export const deliveryQuery = (asked: DeliveryAsked) =>
  queryOptions({
    queryKey: ['reference', 'delivery', asked],
    queryFn: ({ signal }) =>
      command({ path: '/check/deliver/type', body: asked, signal, timeout: 'general' }),
    enabled: asked.country !== '',
    staleTime: 60_000,
    retry: false,
  });

export interface DuplicatesAsked {
  readonly serial: string;
  readonly invoice_no: string;
  readonly product_sku: string;
  /** The edited deposit, which is not its own duplicate. */
  readonly except_rma_id: number | null;
}

/** Open deposits of the same serial number, or of the same product on the same invoice. */
export const duplicatesQuery = (asked: DuplicatesAsked) =>
  readQuery(
    ['rma', 'duplicates', asked],
    '/rma/duplicates',
    { ...asked },
    {
      enabled: asked.serial !== '' || (asked.invoice_no !== '' && asked.product_sku !== ''),
      staleTime: 30_000,
      retry: false,
    },
  );

/** `GET /repair_history/list`: earlier repairs of the piece with this serial number. */
export const repairsQuery = (serial: string) =>
  readQuery(
    ['rma', 'repairs-of', serial],
    '/repair_history/list',
    { serial },
    { enabled: serial !== '', staleTime: 30_000, retry: false },
  );

/** A deposit with everything that was said of it, and the version that an edit is decided on. */
export interface EditedDeposit {
  readonly rma: RmaView;
  /** Pieces still at the counter; those that were cancelled are left out. */
  readonly pieces: readonly DepositedPiece[];
  /** Every piece is still at 1: then everything may be said again, otherwise the contact alone (product/deposit.md §10). */
  readonly isWhole: boolean;
  readonly etag: string | null;
}

export const editedDepositQuery = (rmaId: number) =>
  queryOptions({
    queryKey: ['rma', 'edit', rmaId],
    queryFn: async ({ signal }): Promise<EditedDeposit> => {
      const { data: rma, etag } = await read(`/rma/${rmaId}`, {}, { signal });
      const open = rma.items.filter((item) => item.rma_status_id !== Status.Cancelled);
      const pieces = await Promise.all(
        open.map(async (item): Promise<DepositedPiece> => {
          const { data: file } = await read('/rma/item', { rma_item_id: item.id }, { signal });
          return { item, file };
        }),
      );
      const isWhole = pieces.length > 0 && pieces.every(({ file }) => file.is_editable);
      return { rma, pieces, isWhole, etag };
    },
    // The form edits the version read once; a change by others is reported by the 409, not overwritten.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
