import type { CustomerRef, ItemId, RmaId } from '@atelier/domain/kernel.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';

/** A deposit of a person, with the pieces in it. */
export interface DepositStreams {
  readonly rmaId: RmaId;
  readonly itemIds: readonly ItemId[];
  readonly customerRef: CustomerRef;
}

/** Every deposit that names one of the persons, oldest first. Call inside `inScope` of everything. */
export async function listStreamsOfCustomers(
  trx: Transaction<Database>,
  customerRefs: readonly CustomerRef[],
): Promise<readonly DepositStreams[]> {
  const rows = await trx
    .selectFrom('rma_row')
    .select(['id', 'item_ids', 'customer_ref'])
    .where('customer_ref', 'in', customerRefs)
    .orderBy('id')
    .execute();
  return rows.map(({ id, item_ids, customer_ref }) => ({
    rmaId: id,
    itemIds: item_ids,
    customerRef: customer_ref,
  }));
}
