import { itemStream, shipmentStream, type SiteId } from '@atelier/domain/kernel.ts';
import { isShipmentEvent } from '@atelier/domain/personal-data.ts';
import type { ShipmentEvent, ShipmentEventType } from '@atelier/domain/shipping/events.ts';
import type {
  ReceiptEvent,
  ReceiptExtra,
  ReceiptLine,
} from '@atelier/contracts/shipping/receiving-schema.ts';
import type { Shipment } from '@atelier/domain/shipping/shipment.ts';
import type { Kysely } from 'kysely';
import { itemAggregate, shipmentAggregate } from '../aggregates.ts';
import { findNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { findShipmentRecord, type ShipmentRecord } from './shipment-view.queries.ts';

/** A package as it arrives: its lines and extras, and what was noted of them. */
export interface Receipt {
  readonly record: ShipmentRecord;
  readonly shipment: Shipment;
  readonly lines: readonly ReceiptLine[];
  readonly extras: readonly ReceiptExtra[];
  readonly log: readonly ReceiptEvent[];
}

type Reader = Pick<EventStore, 'readStream' | 'readStreams'>;

/** Undefined when there is no package of this number, or it is not the caller's to see; call inside `inScope`. */
export async function findReceipt(
  trx: Kysely<Database>,
  store: Reader,
  trackingNumber: string,
): Promise<Receipt | undefined> {
  const record = await findShipmentRecord(trx, trackingNumber);
  if (record === undefined) return undefined;
  const { events } = await store.readStream(shipmentStream(record.id));
  const shipment = shipmentAggregate.stateOf(events);
  if (shipment.kind === 'none') return undefined;
  const arrivals = events
    .map(({ type, data }) => ({ type, data }))
    .filter((event) => isShipmentEvent(event))
    .flatMap((event) => notedOf(event));
  const numbers = await numbersOf(store, [
    ...shipment.lines.map((line) => line.itemId),
    ...arrivals.flatMap(({ itemId }) => itemId ?? []),
  ]);
  const names = await findNames(
    trx,
    arrivals.flatMap(({ by }) => by ?? []),
  );
  const nameOf = (by: number | null) => names.users.get(by ?? 0) ?? '';
  const strays = await straysOf(trx, events, shipment.destination);
  const lines = shipment.lines.map(({ itemId, state, receivedAt }) => ({
    item_id: itemId,
    number: numbers.get(itemId) ?? '',
    state,
    received_at: receivedAt,
    received_elsewhere: (state === 'received' && strays.get(itemId)) || '',
  }));
  const log = arrivals.map(({ kind, itemId, code, reason, at, by }) => ({
    kind,
    subject: code ?? numbers.get(itemId ?? 0) ?? '',
    reason,
    at,
    by: nameOf(by),
  }));
  return { record, shipment, lines, extras: extrasOf(shipment, log), log: log.toReversed() };
}

/** Pieces that came out of the package somewhere else than where it goes, each with that site's name. */
async function straysOf(
  trx: Kysely<Database>,
  events: readonly { readonly type: string; readonly data: unknown }[],
  destination: SiteId | null,
): Promise<ReadonlyMap<number, string>> {
  const received = events
    .map(({ type, data }) => ({ type, data }))
    .filter((event) => isShipmentEvent(event))
    .flatMap((event) => (event.type === 'ShipmentItemReceived' ? [event.data] : []));
  // The last receipt counts: one that was undone was followed by another, or the line is not received.
  const last = new Map(received.map(({ itemId, siteId }) => [itemId, siteId]));
  const elsewhere = [...last].filter(([, siteId]) => siteId !== null && siteId !== destination);
  if (elsewhere.length === 0) return new Map();
  const sites = await trx.selectFrom('sites').select(['id', 'name']).execute();
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  return new Map(elsewhere.map(([itemId, siteId]) => [itemId, names.get(siteId ?? 0) ?? '']));
}

function extrasOf(shipment: Shipment, log: readonly ReceiptEvent[]): readonly ReceiptExtra[] {
  return shipment.extras.map(({ code, itemId, state }) => {
    const first = log.findLast((one) => one.kind === 'extra' && one.subject === code);
    return { code, state, is_known: itemId !== null, at: first?.at ?? '', by: first?.by ?? '' };
  });
}

async function numbersOf(store: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const known = [...new Set(ids)];
  const histories = await store.readStreams(known.map(itemStream));
  const numbers = new Map<number, string>();
  for (const id of known) {
    const item = itemAggregate.stateOf(histories.get(itemStream(id))?.events ?? []);
    if (item.kind === 'item') numbers.set(id, item.number);
  }
  return numbers;
}

interface Noted extends Pick<ReceiptEvent, 'kind' | 'reason' | 'at'> {
  readonly itemId: number | null;
  readonly code: string | null;
  readonly by: number | null;
}

/** The events of an arrival, in the words of the contract; what is received stands at its line. */
const KINDS: Readonly<Partial<Record<ShipmentEventType, ReceiptEvent['kind']>>> = {
  ShipmentArrivalChecked: 'arrival_checked',
  ShipmentItemMissing: 'missing',
  ShipmentItemFound: 'found',
  ShipmentItemWrittenOff: 'lost',
  ShipmentExtraSetApart: 'extra',
  ShipmentExtraAdopted: 'adopted',
  ShipmentExtraHandedBack: 'handed_back',
  ShipmentClosed: 'closed',
};

function notedOf({ type, data }: ShipmentEvent): readonly Noted[] {
  const kind = KINDS[type];
  if (kind === undefined) return [];
  const noted = {
    kind,
    itemId: 'itemId' in data ? data.itemId : null,
    code: 'code' in data ? data.code : null,
    reason: 'reason' in data ? (data.reason ?? '') : '',
    at: data.at,
    by: 'by' in data ? data.by.userId : null,
  };
  return [noted];
}
