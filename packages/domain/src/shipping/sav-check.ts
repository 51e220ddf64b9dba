import { codeText } from '../contract/codes.ts';
import { accept, reject, type Decision } from '../decider.ts';
import type { ActorAtSite } from '../kernel.ts';
import { shipmentStamp, type ShipmentContext } from './decide.ts';
import type { ShipmentEvent } from './events.ts';
import type { Shipment } from './shipment.ts';

/** The SAV check of an inbound package (product/shipping.md §12): pieces with a wrong reason, and pieces without warranty. */
export interface SavCounts {
  readonly wrongReason: number;
  readonly noWarranty: number;
}

export type SavField = 'tracking_no' | 'wrong_reason' | 'no_warranty';

export type SavInput =
  | {
      readonly ok: true;
      readonly trackingNumber: string;
      readonly counts: SavCounts;
      /** Whose decimals were rounded: the screen warns of them. */
      readonly rounded: readonly SavField[];
    }
  | { readonly ok: false; readonly field: SavField };

/** As the call brings it: anything may stand there, and what is no number is said so by its field. */
export interface SavWords {
  readonly tracking_no?: unknown;
  readonly wrong_reason?: unknown;
  readonly no_warranty?: unknown;
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
  const rounded: SavField[] = [
    ...(counts.wrongReason === wrong ? [] : (['wrong_reason'] as const)),
    ...(counts.noWarranty === without ? [] : (['no_warranty'] as const)),
  ];
  return { ok: true, trackingNumber, counts, rounded };
}

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
): Decision<ShipmentEvent> {
  if (!isInbound(shipment, context.actor)) return reject('not_found');
  const most = shipment.lines.length;
  const wrong = [counts.wrongReason, counts.noWarranty].find(
    (count) => !Number.isSafeInteger(count) || count < 0 || count > most,
  );
  if (wrong !== undefined) return reject('amount_invalid', { amount: wrong, open: most });
  const data = { ...counts, items: most, ...shipmentStamp(context) };
  return accept<ShipmentEvent>({ type: 'ShipmentSavChecked', data });
}
