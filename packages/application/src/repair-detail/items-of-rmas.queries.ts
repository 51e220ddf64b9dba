import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { ItemId } from '@atelier/domain/kernel.ts';
import type { Kysely } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';

export interface RmaItem {
  readonly id: ItemId;
  readonly status: number;
}

/** The items of some RMAs that this scope sees, by id: an RMA out of sight has none, like one that does not exist. */
export function listItemsOfRmas(
  db: Kysely<Database>,
  scope: DataScope,
  rmaIds: readonly number[],
): Promise<RmaItem[]> {
  return inScope(db, scope, (trx) =>
    trx.selectFrom('item_row').select(['id', 'status']).where('rma_id', 'in', rmaIds).orderBy('id').execute(),
  );
}
