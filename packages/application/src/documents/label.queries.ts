import type { ItemLabel } from '@atelier/domain/documents/paper.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

export interface LabelChoice {
  readonly rmaIds: readonly number[];
  readonly itemIds: readonly number[];
}

/**
 * The labels of whole RMAs and of single items, in the order of the choice, each once; call inside `inScope`.
 * Undefined when one of the chosen is not there, or not the caller's to see.
 */
export async function findItemLabels(
  trx: Kysely<Database>,
  { rmaIds, itemIds }: LabelChoice,
): Promise<readonly ItemLabel[] | undefined> {
  const rows = await trx
    .selectFrom('item_row as i')
    .innerJoin('sites as s', 's.id', 'i.store_id')
    .select(['i.id', 'i.rma_id', 'i.number', 'i.sku', 'i.size', 'i.product_name as name', 's.name as store'])
    .where((where) =>
      where.or([
        where('i.id', '=', where.fn.any(where.val([...itemIds]))),
        where('i.rma_id', '=', where.fn.any(where.val([...rmaIds]))),
      ]),
    )
    .orderBy('i.id')
    .execute();
  const named = itemIds.map((id) => rows.filter((row) => row.id === id));
  const whole = rmaIds.map((id) => rows.filter((row) => row.rma_id === id));
  const chosen = [...whole, ...named];
  if (chosen.some((found) => found.length === 0)) return undefined;
  return [...new Set(chosen.flat())].map(({ number, sku, size, name, store }) => ({
    number,
    sku,
    size: size ?? '',
    name,
    store,
  }));
}
