import { shipmentStream, type ActorAtSite } from '@atelier/domain/kernel.ts';
import { isShipmentEvent } from '@atelier/domain/personal-data.ts';
import type { SavCheckView } from '@atelier/contracts/shipping/sav-check-schema.ts';
import { isInbound } from '@atelier/domain/shipping/sav-check.ts';
import type { Kysely } from 'kysely';
import { shipmentAggregate } from '../aggregates.ts';
import { findNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { findShipmentRecord } from './shipment-view.queries.ts';

export interface SavHistory {
  /** Pieces of the package now: the most a count may be. */
  readonly items: number;
  /** The newest first. */
  readonly checks: readonly SavCheckView[];
}

/**
 * Every SAV check of an inbound package. Undefined when there is none of this number, it is not the caller's to see, or
 * it does not come in here; call inside `inScope`.
 */
export async function findSavChecks(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  trackingNumber: string,
  actor: Pick<ActorAtSite, 'siteId'>,
): Promise<SavHistory | undefined> {
  const record = await findShipmentRecord(trx, trackingNumber);
  if (record === undefined) return undefined;
  const { events } = await store.readStream(shipmentStream(record.id));
  const shipment = shipmentAggregate.stateOf(events);
  if (shipment.kind === 'none' || !isInbound(shipment, actor)) return undefined;
  const saved = events
    .map(({ type, data }) => ({ type, data }))
    .filter((event) => isShipmentEvent(event))
    .filter((event) => event.type === 'ShipmentSavChecked');
  const names = await findNames(
    trx,
    saved.flatMap(({ data }) => data.by.userId ?? []),
  );
  const checks = saved.map(({ data }) => ({
    wrong_reason: data.wrongReason,
    no_warranty: data.noWarranty,
    items: data.items,
    by: names.users.get(data.by.userId ?? 0) ?? '',
    at: data.at,
  }));
  return { items: shipment.lines.length, checks: checks.toReversed() };
}
