import { MINUTE_MS } from '@atelier/domain/kernel.ts';
import { readQuery } from '../../lib/api/read-query.ts';

/** What the catalogue knows of a SKU. */
export const productQuery = (sku: string) =>
  readQuery(
    ['reference', 'product', sku],
    '/getwsproduct',
    { sku },
    { staleTime: 60 * MINUTE_MS, retry: false },
  );

export const customerRecordQuery = (id: number) =>
  readQuery(['reference', 'customer', id], '/customer/record', { customer_id: id }, { timeout: 'general' });
