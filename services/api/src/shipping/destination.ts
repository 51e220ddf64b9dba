import type { OrderType } from '@atelier/domain/shipping/events.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import type { Places } from '@atelier/application/reference/places.queries.ts';
import { checkDelivery } from '@atelier/application/reference/delivery.queries.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badField } from '../http/errors.ts';

/** Where packages of a kind may end (product/shipping.md §2): repairs at a bench, finished pieces at a shop. */
const ENDS: Readonly<Record<OrderType, readonly string[]>> = {
  1: ['warehouse', 'factory'],
  2: ['shop'],
  3: ['warehouse', 'factory'],
  4: ['shop'],
};

/** A package must not be addressed to a site that does not exist, or takes no package of its kind. */
export async function refuseUnfitSite(places: Places, orderType: OrderType, siteId: number): Promise<void> {
  const site = await places.findSite(siteId);
  if (site !== undefined && ENDS[orderType].includes(site.kind)) return;
  throw badField('destination', 'wrong_destination', 'No package of this kind goes there.');
}

/** To the client's own door only where the country and the invoices allow it (`/check/deliver/type`). */
export async function refuseClientDelivery(deps: ApiDeps, itemIds: readonly number[]): Promise<void> {
  const rows = await inScope(deps.db, { kind: 'all' }, (trx) =>
    trx
      .selectFrom('item_row as i')
      .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
      .select(['i.id', 'r.country'])
      .where('i.id', 'in', [...itemIds])
      .execute(),
  );
  for (const country of new Set(rows.map((row) => row.country))) {
    const items = rows.filter((row) => row.country === country).map((row) => row.id);
    const check = await checkDelivery(
      deps.db,
      { kind: 'all' },
      { items, country, type: 'client' },
      deps.policy(),
    );
    const reason = check?.reason ?? null;
    if (reason !== null) throw badField('to_client', reason, 'This package cannot be sent to the client.');
  }
}
