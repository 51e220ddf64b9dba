import { custodyIn, numberIn, numbersIn, recordIn, textIn, type LoggedEvent } from './logged-event.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { Custody } from '@atelier/domain/kernel.ts';
import type { ObjectKind } from './concerns.ts';
import type { Fact } from './facts.ts';
import { objectId, type OcelObject, type OcelRelationship } from './ocel.ts';

type Values = Readonly<Record<string, Fact | null>>;
type Relations = readonly (readonly [ObjectKind, number | null, string])[];

/** What an event repeats about its object: values that hold from then on, and objects it belongs to. */
interface Said {
  readonly values: Values;
  readonly relations?: Relations;
}

/** Whether the file holds an object: it names no others. */
export type Known = (kind: ObjectKind, id: number) => boolean;

/** An object in OCEL from the events of its stream, oldest first: an attribute changes when an event says so. */
export function toOcelObject(
  { kind, id }: { readonly kind: Exclude<ObjectKind, 'site'>; readonly id: number },
  events: readonly LoggedEvent[],
  isKnown: Known,
): OcelObject {
  const attributes: OcelObject['attributes'][number][] = [];
  const relationships = new Map<string, OcelRelationship>();
  const newest = new Map<string, Fact>();
  for (const event of events) {
    const { values, relations = [] } = SAID[kind](event);
    for (const [name, value] of Object.entries(values)) {
      if (value === null || newest.get(name) === value) continue;
      newest.set(name, value);
      attributes.push({ name, time: event.recordedAt, value });
    }
    for (const [of, other, qualifier] of relations)
      if (other !== null && isKnown(of, other))
        relationships.set(`${of} ${other} ${qualifier}`, { objectId: objectId(of, other), qualifier });
  }
  return { id: objectId(kind, id), type: kind, attributes, relationships: [...relationships.values()] };
}

export interface Site {
  readonly id: number;
  readonly code?: string;
  readonly kind?: string;
  readonly country?: string;
}

/** A shop, warehouse or factory: its code and country, as reference data has them, without a history. */
export function toOcelSite({ id, ...values }: Site): OcelObject {
  const { code, kind, country } = values;
  const attributes = Object.entries({ code, kind, country }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, time: EVER, value }],
  );
  return { id: objectId('site', id), type: 'site', attributes, relationships: [] };
}

/** Of a value without a history OCEL says the beginning of time. */
const EVER = '1970-01-01T00:00:00Z';

const SAID: Readonly<Record<Exclude<ObjectKind, 'site'>, (event: LoggedEvent) => Said>> = {
  item: itemSaid,
  rma: rmaSaid,
  shipment: shipmentSaid,
  worker: workerSaid,
};

function itemSaid({ type, data }: LoggedEvent): Said {
  switch (type) {
    case 'ItemDeposited':
      return deposited(data);
    case 'ItemDepositEdited':
      return { values: pieceOf(data['product']) };
    case 'ItemStatusChanged':
      return { values: { status: numberIn(data['to']) } };
    case 'CustodyTransferred':
      return { values: { holder: holderName(custodyIn(data['to'])) } };
    case 'ItemReplaced':
      return { values: pieceOf(data['newPiece']) };
    case 'OutcomeRecorded':
      return { values: { outcome: textIn(data['outcome']) } };
    case 'ItemBoundToShipment':
      return { values: {}, relations: [['shipment', numberIn(data['shipmentId']), 'packed in']] };
    case 'ItemLinked':
      return { values: {}, relations: [['item', numberIn(data['toItemId']), 'continued by']] };
    default:
      return { values: {} };
  }
}

function deposited(data: LoggedEvent['data']): Said {
  const storeId = numberIn(data['storeId']);
  return {
    values: {
      number: textIn(data['number']),
      ...pieceOf(data['product']),
      status: Status.Created,
      holder: storeId === null ? null : holderName({ kind: 'site', siteId: storeId }),
      delivery: textIn(data['delivery']),
    },
    relations: [
      ['rma', numberIn(data['rmaId']), 'deposited in'],
      ['site', storeId, 'store'],
      ['item', numberIn(data['linkedFrom']), 'continues'],
    ],
  };
}

function pieceOf(product: unknown): Values {
  const { sku, size, kind } = recordIn(product);
  return { sku: textIn(sku), size: textIn(size), kind: textIn(kind) };
}

/** A holder as a word: `site-20`, `shipment-77`, `customer`. */
function holderName(holder: Custody | null): string | null {
  if (holder === null) return null;
  if ('siteId' in holder) return objectId('site', holder.siteId);
  if ('shipmentId' in holder) return objectId('shipment', holder.shipmentId);
  return 'itemId' in holder ? objectId('item', holder.itemId) : holder.kind;
}

function rmaSaid({ type, data }: LoggedEvent): Said {
  if (type === 'RmaItemAdded')
    return { values: {}, relations: [['item', numberIn(data['itemId']), 'holds']] };
  if (type !== 'RmaDeposited' && type !== 'RmaEdited') return { values: {} };
  const values = { delivery: textIn(data['delivery']), platform: textIn(data['platform']) };
  const items = numbersIn(data['itemIds']).map((id) => ['item', id, 'holds'] as const);
  return {
    values: { number: textIn(data['number']), ...values },
    relations: [['site', numberIn(data['storeId']), 'store'], ...items],
  };
}

const SHIPMENT_STATES: Readonly<Record<string, string>> = {
  ShipmentOpened: 'draft',
  ShipmentSealed: 'sealed',
  ShipmentUnsealed: 'draft',
  ShipmentSent: 'sent',
  ShipmentUnsent: 'sealed',
  ShipmentPickedUp: 'picked up',
  ShipmentItemReceived: 'arriving',
  ShipmentClosed: 'closed',
  ShipmentCancelled: 'cancelled',
};

function shipmentSaid({ type, data }: LoggedEvent): Said {
  const state = SHIPMENT_STATES[type] ?? null;
  switch (type) {
    case 'ShipmentOpened':
      return {
        values: {
          tracking_number: textIn(data['trackingNumber']),
          order_type: numberIn(data['orderType']),
          carrier: textIn(data['carrier']),
          state,
        },
        relations: [
          ['site', numberIn(data['origin']), 'origin'],
          ['site', numberIn(data['destination']), 'destination'],
        ],
      };
    case 'ShipmentRouted':
      return {
        values: { carrier: textIn(data['carrier']) },
        relations: [['site', numberIn(data['destination']), 'destination']],
      };
    case 'ShipmentTrackingChanged':
      return { values: { tracking_number: textIn(data['to']) } };
    case 'ShipmentItemBound':
      return { values: {}, relations: [['item', numberIn(data['itemId']), 'holds']] };
    default:
      return { values: { state } };
  }
}

function workerSaid({ type, data }: LoggedEvent): Said {
  if (type === 'WorkerDeactivated') return { values: { active: false } };
  if (type === 'WorkerReactivated') return { values: { active: true } };
  if (type !== 'WorkerRegistered' && type !== 'WorkerChanged') return { values: {} };
  return {
    values: {
      work_id: textIn(data['workId']),
      department: textIn(data['department']),
      role: textIn(data['roleKey']),
      ...(type === 'WorkerRegistered' && { active: true }),
    },
    relations: [['site', numberIn(data['siteId']), 'works at']],
  };
}
