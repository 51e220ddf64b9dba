import { readQuery } from '../../lib/api/read-query.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/** Every SAV check of a package; nothing is asked without a number. */
export const savChecksQuery = (tracking: string) =>
  readQuery(
    ['shipping', 'sav-checks', tracking],
    '/savcheck',
    { tracking_no: tracking },
    {
      enabled: tracking !== '',
      // A wrong number stays wrong.
      retry: (times, error) => !(error instanceof ApiError && error.status === 400) && times < 2,
    },
  );

/** Shop to factory, and from one factory to another. */
const INBOUND: readonly number[] = [1, 3];

/**
 * The packages whose pieces can be checked: something of them has been received here. What still has pieces to come
 * stands first, since work on it has begun.
 */
export function arrivedOf(packages: readonly ShipmentView[]): readonly ShipmentView[] {
  const isOpen = (row: ShipmentView) => row.received_count < row.item_count;
  return packages
    .filter(({ order_type, received_count }) => INBOUND.includes(order_type) && received_count > 0)
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
}
