import { isAdministered } from '@atelier/domain/audit/administered.ts';
import { CONFIG_STREAM } from '@atelier/domain/system/events.ts';
import { isUndecodable } from '@atelier/event-store/errors.ts';
import type { LogEvent } from '@atelier/event-store/types.ts';

/** What a stretch of the log says about one item beyond its row as it is now: where it has been meanwhile. */
export interface TouchedItem {
  /** Version of the oldest of its events here; 0 when only something beside it changed. */
  first: number;
  /** Version after the newest of its events; 0 when only something beside it changed. */
  version: number;
  readonly statuses: Set<number>;
  readonly sites: Set<number>;
  readonly shipments: Set<number>;
  /** Shops that its client chose here. */
  readonly shops: Set<number>;
  /** How many of its events here could not be decoded: where they led stands in no other place but its row. */
  undecodable: number;
}

/** Which records a stretch of the log touched. */
export interface Touched {
  readonly items: Map<number, TouchedItem>;
  readonly rmas: Set<number>;
  readonly shipments: Set<number>;
  /** Packages that were taken back from under way: their receiver must forget them. */
  readonly unsent: Set<number>;
  readonly clearingRuns: Set<number>;
  /** Accounts, roles and workers that changed: their sessions may have other rights now. */
  readonly users: Set<number>;
  readonly rolesChanged: boolean;
  /** Position of the newest event here of the configuration or of what forms offer; 0 = none. */
  readonly config: number;
  /** Position of the newest event here of what administrators keep; 0 = none. */
  readonly administered: number;
  /** Position of the newest event here by which a person was erased; 0 = none. */
  readonly erased: number;
}

/** What says which package an item is in, or what that package is called. */
const PACKAGE_EVENTS: ReadonlySet<string> = new Set([
  'ItemBoundToShipment',
  'ItemUnboundFromShipment',
  'ItemTrackingChanged',
]);

/** What a customer wrote, and what staff did about it: shown with each piece of the deposit. */
const THREAD_EVENTS: ReadonlySet<string> = new Set([
  'CustomerMessageReceived',
  'CustomerReplyWritten',
  'CustomerMessageSeen',
]);

/** A person is gone from one of their streams, or from all of them. */
const ERASED: ReadonlySet<string> = new Set(['RmaCustomerErased', 'ItemCustomerErased', 'ErasureCompleted']);

/** What forms offer: reasons, their sub-reasons, and rows of reference data. */
const OFFERED = /^(?:(?:sub-)?reason-\d+|reference-(?:row|import)-.+)$/;

const STREAM = /^(item|rma|shipment|clearing-run|user|role|worker|worker-role)-(\d+)$/;

/**
 * Reads which records the events belong to, and where items stood between them. The record and the kind of change are
 * in an event's envelope: one that cannot be decoded touches its record all the same.
 */
export function touchedBy(events: readonly LogEvent[]): Touched {
  const touched = {
    items: new Map<number, TouchedItem>(),
    rmas: new Set<number>(),
    shipments: new Set<number>(),
    unsent: new Set<number>(),
    clearingRuns: new Set<number>(),
    users: new Set<number>(),
    rolesChanged: false,
    config: 0,
    administered: 0,
    erased: 0,
  };
  for (const event of events) {
    if (THREAD_EVENTS.has(event.type)) addRma(touched.rmas, event);
    if (event.streamId === CONFIG_STREAM || OFFERED.test(event.streamId)) touched.config = event.position;
    if (isAdministered(event.type)) touched.administered = event.position;
    if (ERASED.has(event.type)) touched.erased = event.position;
    const [, kind, digits] = STREAM.exec(event.streamId) ?? [];
    const id = Number(digits);
    if (kind === 'item') noteItem(touched.items, id, event);
    else if (kind === 'rma') touched.rmas.add(id);
    else if (kind === 'shipment') {
      touched.shipments.add(id);
      if (event.type === 'ShipmentUnsent') touched.unsent.add(id);
    } else if (kind === 'clearing-run') touched.clearingRuns.add(id);
    else if (kind === 'user') touched.users.add(id);
    else if (kind === 'role' || kind === 'worker' || kind === 'worker-role') touched.rolesChanged = true;
  }
  return touched;
}

/** An item that is touched because something it shows has changed beside it. */
export function untraced(): TouchedItem {
  return {
    first: 0,
    version: 0,
    statuses: new Set(),
    sites: new Set(),
    shipments: new Set(),
    shops: new Set(),
    undecodable: 0,
  };
}

function addRma(rmas: Set<number>, event: LogEvent): void {
  if (isUndecodable(event)) return;
  addNumber(rmas, new Map<string, unknown>(Object.entries(event.data)).get('rmaId'));
}

function noteItem(items: Map<number, TouchedItem>, id: number, event: LogEvent): void {
  const item = items.get(id) ?? untraced();
  items.set(id, item);
  item.first = item.first === 0 ? event.version : Math.min(item.first, event.version);
  item.version = Math.max(item.version, event.version);
  if (isUndecodable(event)) {
    item.undecodable += 1;
    return;
  }
  const data = new Map<string, unknown>(Object.entries(event.data));
  if (event.type === 'ItemStatusChanged') {
    addNumber(item.statuses, data.get('from'));
    addNumber(item.statuses, data.get('to'));
  } else if (event.type === 'CustodyTransferred') {
    noteCustody(item, data.get('from'));
    noteCustody(item, data.get('to'));
  } else if (event.type === 'CollectionChosen') {
    addNumber(item.shops, data.get('shopId'));
  } else if (PACKAGE_EVENTS.has(event.type)) {
    addNumber(item.shipments, data.get('shipmentId'));
  }
}

function noteCustody(item: TouchedItem, custody: unknown): void {
  if (typeof custody !== 'object' || custody === null) return;
  const facts = new Map<string, unknown>(Object.entries(custody));
  for (const name of ['siteId', 'from', 'to']) addNumber(item.sites, facts.get(name));
  addNumber(item.shipments, facts.get('shipmentId'));
}

function addNumber(into: Set<number>, value: unknown): void {
  if (typeof value === 'number') into.add(value);
}
