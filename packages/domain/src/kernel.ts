/** Words every slice shares: ids, time, people, custody, money. All plain JSON. */

export type ItemId = number;
export type RmaId = number;
export type ShipmentId = number;
export type SiteId = number;
export type UserId = number;
export type WorkerId = number;
export type ClearingRunId = number;

/** UTC, ISO 8601 with milliseconds and Z: `2026-11-20T08:15:00.000Z`. */
export type Instant = string;
/** A calendar day without time or zone: `2026-11-20`. */
export type Day = string;
/** Key of the person whose data an event holds: a customer's id, or the RMA's where the shop knows none. Never a name. */
export type CustomerRef = string;
/** Key of a file in the blob store. */
export type BlobRef = string;

/** Whole minor units (cents, yen) and an ISO 4217 currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Who did it, as far as the state of a stream must remember it. `userId` null = the system itself. */
export interface Actor {
  readonly userId: UserId | null;
  readonly workerId: WorkerId | null;
}

/** Where the actor stands; null for an administrator or a job without a site. */
export interface ActorAtSite extends Actor {
  readonly siteId: SiteId | null;
}

export const SYSTEM: ActorAtSite = { userId: null, workerId: null, siteId: null };

/** The same person: the same worker, or the same account when neither was signed in as a worker. */
export function isSameActor(a: Actor, b: Actor): boolean {
  if (a.workerId !== null || b.workerId !== null) return a.workerId === b.workerId;
  return a.userId !== null && a.userId === b.userId;
}

/**
 * Who holds a jewel: always exactly one of these (product/custody.md §1).
 * `to: null` of a shipment = delivered to the client. `passed-on` = the jewel is now held through the linked item.
 */
export type Custody =
  | { readonly kind: 'site'; readonly siteId: SiteId }
  | {
      readonly kind: 'shipment';
      readonly shipmentId: ShipmentId;
      readonly from: SiteId;
      readonly to: SiteId | null;
    }
  | { readonly kind: 'customer' }
  | { readonly kind: 'factory-kept'; readonly siteId: SiteId }
  | { readonly kind: 'passed-on'; readonly itemId: ItemId }
  | { readonly kind: 'settled' };

/** The holders that `Custody` knows (product/custody.md §1): exactly one of these. */
export const HOLDER_KINDS = [
  'site',
  'shipment',
  'customer',
  'factory-kept',
  'passed-on',
  'settled',
] as const satisfies readonly Custody['kind'][];

export function isSameCustody(a: Custody, b: Custody): boolean {
  return JSON.stringify(custodyKey(a)) === JSON.stringify(custodyKey(b));
}

function custodyKey(custody: Custody): readonly (string | number | null)[] {
  switch (custody.kind) {
    case 'site':
    case 'factory-kept':
      return [custody.kind, custody.siteId];
    case 'shipment':
      return [custody.kind, custody.shipmentId, custody.from, custody.to];
    case 'passed-on':
      return [custody.kind, custody.itemId];
    case 'customer':
    case 'settled':
      return [custody.kind];
  }
}

export const itemStream = (id: ItemId): string => `item-${id}`;
export const rmaStream = (id: RmaId): string => `rma-${id}`;
export const shipmentStream = (id: ShipmentId): string => `shipment-${id}`;
export const clearingRunStream = (id: ClearingRunId): string => `clearing-run-${id}`;
export const exportStream = (id: number): string => `export-${id}`;

/** Milliseconds since the epoch of an instant. Throws on text that is none: the log never holds such. */
export function toMs(instant: Instant): number {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) throw new RangeError(`not an instant: ${instant}`);
  return ms;
}

export function toInstant(ms: number): Instant {
  return new Date(ms).toISOString();
}

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?Z$/;

/** An instant with six digits of a second: such texts sort like the moments they name. */
export function micros(instant: Instant): Instant {
  const [, seconds, fraction = ''] = INSTANT.exec(instant) ?? [];
  if (seconds === undefined) throw new RangeError(`not an instant: ${instant}`);
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
}

/** Order of two texts by their code units, for `sort`: instants by time, keys always alike. */
export function compareTexts(a: string, b: string): -1 | 0 | 1 {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
