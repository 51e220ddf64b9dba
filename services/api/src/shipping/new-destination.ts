import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import type { Places } from '@atelier/application/reference/places.queries.ts';
import { findShipmentRecord } from '@atelier/application/shipping/shipment-view.queries.ts';
import type { ApiDeps } from '../http/deps.ts';
import { refuseClientDelivery, refuseUnfitSite } from './destination.ts';

interface NewDestination {
  readonly tracking_no: string;
  readonly destination?: number | undefined;
  readonly to_client?: boolean | undefined;
}

/** Another destination for a package that is packed: checked before the command, which knows no sites. */
export async function refuseUnfitDestination(
  deps: ApiDeps,
  places: Places,
  { scope }: { readonly scope: DataScope },
  { tracking_no, destination, to_client }: NewDestination,
): Promise<void> {
  if (destination === undefined && to_client !== true) return;
  const record = await inScope(deps.db, scope, (trx) => findShipmentRecord(trx, tracking_no));
  // Out of sight, or sent already: the command says so itself.
  if (record === undefined || record.sent_at !== null) return;
  if (to_client === true) return refuseClientDelivery(deps, record.item_ids);
  if (destination !== undefined) await refuseUnfitSite(places, record.order_type, destination);
}
