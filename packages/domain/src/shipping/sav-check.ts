import { codeText } from '../contract/codes.ts';
import { MOST_IDS } from '../contract/limits.ts';
import { accept, reject, type Decision } from '../decider.ts';
import type { ActorAtSite, Instant, ItemId } from '../kernel.ts';
import { shipmentStamp, type ShipmentContext } from './decide.ts';
import type { ShipmentEvent } from './events.ts';
import type { Shipment } from './shipment.ts';

/** The SAV check of an inbound package (product/shipping.md §12): pieces with a wrong reason, and pieces without warranty. */
export interface SavCounts {
  readonly wrongReason: number;
  readonly noWarranty: number;
}

/** The pieces behind the counts, where they were ticked one by one. */
export interface SavTicks {
  readonly wrongReason: readonly ItemId[];
  readonly noWarranty: readonly ItemId[];
}

type CountedField = 'wrong_reason' | 'no_warranty';

export type SavField = CountedField | 'tracking_no' | 'wrong_reason_items' | 'no_warranty_items';

export type SavInput =
  | {
      readonly ok: true;
      readonly trackingNumber: string;
      readonly counts: SavCounts;
      /** Undefined where only counts were given. */
      readonly ticks: SavTicks | undefined;
      /** Whose decimals were rounded: the screen warns of them. */
      readonly rounded: readonly CountedField[];
    }
  | { readonly ok: false; readonly field: SavField };

/** As the call brings it: anything may stand there, and what is no number is said so by its field. */
export interface SavWords {
  readonly tracking_no?: unknown;
  readonly wrong_reason?: unknown;
  readonly no_warranty?: unknown;
  readonly wrong_reason_items?: unknown;
  readonly no_warranty_items?: unknown;
}

const MOST_CHARACTERS = 64;
const NUMBER = /^\d+(\.\d+)?$/;

/** Reads the call: tracking number required, counts must be numbers, decimals are rounded with a warning. */
export function readSavCheck(words: SavWords): SavInput {
  const trackingNumber = typeof words.tracking_no === 'string' ? codeText(words.tracking_no) : '';
  if (trackingNumber === '' || trackingNumber.length > MOST_CHARACTERS)
    return { ok: false, field: 'tracking_no' };
  const wrong = numberIn(words.wrong_reason);
  if (wrong === null) return { ok: false, field: 'wrong_reason' };
  const without = numberIn(words.no_warranty);
  if (without === null) return { ok: false, field: 'no_warranty' };
  const counts = { wrongReason: Math.round(wrong), noWarranty: Math.round(without) };
  const rounded: CountedField[] = [
    ...(counts.wrongReason === wrong ? [] : (['wrong_reason'] as const)),
    ...(counts.noWarranty === without ? [] : (['no_warranty'] as const)),
  ];
  const ticks = ticksIn(words);
  return 'field' in ticks
    ? { ok: false, field: ticks.field }
    : { ok: true, trackingNumber, counts, ticks: ticks.read, rounded };
}

/** Both lists, or none: a check made piece by piece says for each tick which pieces. */
function ticksIn(words: SavWords): { readonly read: SavTicks | undefined } | { readonly field: SavField } {
  const { wrong_reason_items: wrong, no_warranty_items: without } = words;
  if (wrong === undefined && without === undefined) return { read: undefined };
  if (!areIds(wrong)) return { field: 'wrong_reason_items' };
  return areIds(without)
    ? { read: { wrongReason: wrong, noWarranty: without } }
    : { field: 'no_warranty_items' };
}

const areIds = (value: unknown): value is readonly ItemId[] =>
  Array.isArray(value) && value.length <= MOST_IDS && value.every((id) => Number.isSafeInteger(id) && id > 0);

/** A number, also written as text; never negative, never endless. */
function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null;
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : null;
}

/** Sent here by another site: only whom it travels to checks it; who stands nowhere checks for any. */
export function isInbound(shipment: Shipment, actor: Pick<ActorAtSite, 'siteId'>): boolean {
  const arrives = shipment.orderType === 1 || shipment.orderType === 3;
  if (!arrives || shipment.sentAt === null || shipment.stage === 'cancelled') return false;
  return actor.siteId === null || actor.siteId === shipment.destination;
}

/**
 * Records the counts: whole, 0..items. Every result is a separate event, so that the history stays; the newest
 * holds. A package that is not inbound is none for this call.
 */
export function decideSavCheck(
  counts: SavCounts,
  shipment: Shipment,
  context: ShipmentContext,
  ticks?: SavTicks,
): Decision<ShipmentEvent> {
  if (!isInbound(shipment, context.actor)) return reject('not_found');
  const most = shipment.lines.length;
  const wrong = [counts.wrongReason, counts.noWarranty].find(
    (count) => !Number.isSafeInteger(count) || count < 0 || count > most,
  );
  if (wrong !== undefined) return reject('amount_invalid', { amount: wrong, open: most });
  const field = ticks === undefined ? undefined : wrongTicks(ticks, counts, shipment);
  if (field !== undefined) return reject('invalid_input', { field });
  const data = { ...counts, items: most, ...ticksOf(ticks), ...shipmentStamp(context) };
  return accept<ShipmentEvent>({ type: 'ShipmentSavChecked', data });
}

const ticksOf = (ticks: SavTicks | undefined) =>
  ticks && { wrongReasonItems: ticks.wrongReason, noWarrantyItems: ticks.noWarranty };

/** Ticks name pieces of the package, each once, and as many as were counted. */
function wrongTicks(ticks: SavTicks, counts: SavCounts, shipment: Shipment): SavField | undefined {
  const known = new Set(shipment.lines.map(({ itemId }) => itemId));
  const agrees = (ids: readonly ItemId[], count: number) =>
    ids.length === count && new Set(ids).size === count && ids.every((id) => known.has(id));
  if (!agrees(ticks.wrongReason, counts.wrongReason)) return 'wrong_reason_items';
  return agrees(ticks.noWarranty, counts.noWarranty) ? undefined : 'no_warranty_items';
}

/**
 * Whether a package waits for its check: something arrived, and no check was made since. A piece that arrives after the
 * check asks for another one.
 */
export function awaitsSavCheck(arrivals: readonly Instant[], checks: readonly Instant[]): boolean {
  const last = (moments: readonly Instant[]) => Math.max(...moments.map((at) => Date.parse(at)));
  return arrivals.length > 0 && (checks.length === 0 || last(arrivals) > last(checks));
}
