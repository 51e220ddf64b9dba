import type { Custody } from '@atelier/domain/kernel.ts';
import { OUTCOMES } from '@atelier/domain/shared/item-facts.ts';
import { STATUSES } from '@atelier/domain/shared/status.ts';
import {
  CUSTOMER,
  depositTransaction,
  itemEpc,
  packageEpc,
  partyOf,
  pieceEpc,
  placesOf,
  siteLocation,
} from './epcis-names.ts';
import type { EpcisEvent } from './epcis-shapes.ts';
import {
  HANDOVER_STEPS,
  ITEM_STEPS,
  OUTCOME_DISPOSITIONS,
  PACKAGE_STEPS,
  STATUS_STEPS,
  type Step,
} from './epcis-steps.ts';
import { takenBack } from './epcis-undo.ts';
import { custodyIn, numberIn, recordIn, subjectOf, textIn, type LoggedEvent } from './logged-event.ts';

/**
 * What an event of the log is in EPCIS; nothing where no jewel and no package was touched. `before` are the events before
 * it in its stream, where `needsHistory` says so. What is taken back is sent again with a declaration of the error.
 */
export function toEpcisEvents(event: LoggedEvent, before: readonly LoggedEvent[]): readonly EpcisEvent[] {
  const wrong = takenBack(event, before);
  if (wrong === undefined) return eventsOf(event, before);
  const errorDeclaration = { declarationTime: timeOf(event), reason: 'did_not_occur' } as const;
  return eventsOf(wrong, []).map((declared) => ({
    ...declared,
    recordTime: event.recordedAt,
    errorDeclaration,
  }));
}

function eventsOf(event: LoggedEvent, before: readonly LoggedEvent[]): readonly EpcisEvent[] {
  const subject = subjectOf(event.streamId);
  if (subject?.kind === 'item') return itemEvents(event, subject.id, before);
  return subject?.kind === 'shipment' ? packageEvents(event, subject.id) : [];
}

const timeOf = ({ data, recordedAt }: LoggedEvent): string =>
  textIn(data['at']) ?? textIn(data['createdAt']) ?? recordedAt;

function headOf(event: LoggedEvent) {
  const { site } = event.metadata;
  return {
    eventID: `urn:uuid:${event.eventId}`,
    eventTime: timeOf(event),
    eventTimeZoneOffset: '+00:00',
    recordTime: event.recordedAt,
    ...(site !== undefined && { readPoint: { id: siteLocation(site) } }),
  } as const;
}

const observed = (event: LoggedEvent, epc: string, step: Step): EpcisEvent => ({
  type: 'ObjectEvent',
  ...headOf(event),
  action: 'OBSERVE',
  epcList: [epc],
  ...step,
});

function itemEvents(event: LoggedEvent, id: number, before: readonly LoggedEvent[]): readonly EpcisEvent[] {
  const { type, data } = event;
  switch (type) {
    case 'ItemDeposited':
      return deposited(event, id);
    case 'ItemStatusChanged':
      return STATUSES.filter((status) => status.id === data['to']).map((status) =>
        observed(event, itemEpc(id), STATUS_STEPS[status.id]),
      );
    case 'CustodyTransferred':
      return passed(event, id);
    case 'ItemReplaced':
      return replaced(event, id, 1 + before.filter((each) => each.type === 'ItemReplaced').length);
    case 'ItemBoundToShipment':
      return packed(event, id, { action: 'ADD', bizStep: 'packing' });
    case 'ItemUnboundFromShipment':
      return packed(event, id, { action: 'DELETE', bizStep: 'unpacking' });
    case 'OutcomeRecorded':
      return OUTCOMES.filter((outcome) => outcome === data['outcome']).map((outcome) =>
        observed(event, itemEpc(id), {
          bizStep: 'inspecting',
          disposition: OUTCOME_DISPOSITIONS[outcome],
        }),
      );
    default: {
      const step = ITEM_STEPS[type];
      return step === undefined ? [] : [observed(event, itemEpc(id), step)];
    }
  }
}

/** A deposit: the customer gives the jewel to the shop. One that continues another is the same jewel under a new number. */
function deposited(event: LoggedEvent, id: number): readonly EpcisEvent[] {
  const { storeId, linkedFrom, rmaId } = event.data;
  const [store, old, rma] = [numberIn(storeId), numberIn(linkedFrom), numberIn(rmaId)];
  if (store === null) return [];
  const head = {
    ...headOf(event),
    ...(rma !== null && {
      bizTransactionList: [{ type: 'rma', bizTransaction: depositTransaction(rma) } as const],
    }),
  };
  const destinationList = destinationsOf({ kind: 'site', siteId: store });
  if (old !== null) {
    const epcs = { inputEPCList: [itemEpc(old)], outputEPCList: [itemEpc(id)] };
    return [{ type: 'TransformationEvent', ...head, ...epcs, bizStep: 'other', destinationList }];
  }
  const sourceList = [{ type: 'possessing_party', source: CUSTOMER } as const];
  const step = { action: 'ADD', bizStep: 'accepting', disposition: 'in_progress' } as const;
  return [{ type: 'ObjectEvent', ...head, ...step, epcList: [itemEpc(id)], sourceList, destinationList }];
}

/** Custody passes on. To a continuing item it passes with the deposit of that one. */
function passed(event: LoggedEvent, id: number): readonly EpcisEvent[] {
  const { from, to } = event.data;
  const [giver, taker] = [custodyIn(from), custodyIn(to)];
  if (giver === null || taker === null || taker.kind === 'passed-on') return [];
  const kind = taker.kind === 'factory-kept' ? 'site' : taker.kind;
  const lists = { sourceList: sourcesOf(giver, taker), destinationList: destinationsOf(taker) };
  return [{ ...observed(event, itemEpc(id), HANDOVER_STEPS[kind]), ...lists }];
}

/** The way of a package has two ends: where it leaves is its source, where it is going its destination. */
function sourcesOf(giver: Custody, taker: Custody) {
  const place = taker.kind === 'shipment' ? placesOf(taker).from : placesOf(giver).from;
  const party = { type: 'possessing_party', source: partyOf(giver) } as const;
  return place === null ? [party] : [party, { type: 'location', source: place } as const];
}

function destinationsOf(taker: Custody) {
  const place = placesOf(taker).to;
  const party = { type: 'possessing_party', destination: partyOf(taker) } as const;
  return place === null ? [party] : [party, { type: 'location', destination: place } as const];
}

/** The old piece leaves the item and stays with the factory; the new one takes its place. */
function replaced(event: LoggedEvent, id: number, piece: number): readonly EpcisEvent[] {
  const keeper = numberIn(recordIn(event.data['oldPiece'])['keptBy']);
  if (keeper === null) return [];
  const head = headOf(event);
  const both = { type: 'AssociationEvent', parentID: itemEpc(id), bizStep: 'replacing' } as const;
  return [
    {
      ...both,
      ...head,
      action: 'DELETE',
      childEPCs: [pieceEpc(id, piece)],
      disposition: 'inactive',
      destinationList: destinationsOf({ kind: 'factory-kept', siteId: keeper }),
    },
    {
      ...both,
      ...head,
      eventID: `urn:x-atelier:event:${event.eventId}:2`,
      action: 'ADD',
      childEPCs: [pieceEpc(id, piece + 1)],
      disposition: 'active',
    },
  ];
}

type Packing =
  | { readonly action: 'ADD'; readonly bizStep: 'packing' }
  | { readonly action: 'DELETE'; readonly bizStep: 'unpacking' };

function packed(event: LoggedEvent, itemId: number, packing: Packing): readonly EpcisEvent[] {
  const shipment = numberIn(event.data['shipmentId']);
  return shipment === null ? [] : [aggregated(event, shipment, itemId, packing)];
}

const aggregated = (event: LoggedEvent, shipment: number, itemId: number, packing: Packing): EpcisEvent => ({
  type: 'AggregationEvent',
  ...headOf(event),
  parentID: packageEpc(shipment),
  childEPCs: [itemEpc(itemId)],
  ...packing,
});

function packageEvents(event: LoggedEvent, id: number): readonly EpcisEvent[] {
  const item = numberIn(event.data['itemId']);
  if (event.type === 'ShipmentItemReceived' && item !== null)
    return [aggregated(event, id, item, { action: 'DELETE', bizStep: 'unpacking' })];
  const step = PACKAGE_STEPS[event.type];
  return step === undefined ? [] : [observed(event, packageEpc(id), step)];
}
