import type { Custody } from '@atelier/domain/kernel.ts';

/** An event of the log as the open formats read it; one that cannot be decoded has no data. */
export interface LoggedEvent {
  readonly position: number;
  readonly streamId: string;
  readonly version: number;
  readonly eventId: string;
  readonly type: string;
  readonly recordedAt: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: {
    readonly actor: { readonly id: string | number; readonly kind: string };
    readonly worker?: { readonly id: number };
    readonly site?: number;
    readonly device?: string;
    readonly commandId: string;
    readonly occurredAt: string;
  };
}

const STREAM = /^([a-z-]+)-(\d+)$/;

/** Kind and number of a stream: `shipment-77` is package 77; null for streams that name no numbered thing. */
export function subjectOf(streamId: string): { readonly kind: string; readonly id: number } | null {
  const [, kind, digits] = STREAM.exec(streamId) ?? [];
  return kind === undefined ? null : { kind, id: Number(digits) };
}

export const numberIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

export const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export const numbersIn = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.flatMap((each) => numberIn(each) ?? []) : [];

export const recordIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** A holder as an event keeps it; null where there is none. */
export function custodyIn(value: unknown): Custody | null {
  const { kind, siteId, shipmentId, from, to, itemId } = recordIn(value);
  const site = numberIn(siteId);
  if (kind === 'customer' || kind === 'settled') return { kind };
  if ((kind === 'site' || kind === 'factory-kept') && site !== null) return { kind, siteId: site };
  const [shipment, origin, item] = [numberIn(shipmentId), numberIn(from), numberIn(itemId)];
  if (kind === 'shipment' && shipment !== null && origin !== null)
    return { kind, shipmentId: shipment, from: origin, to: numberIn(to) };
  return kind === 'passed-on' && item !== null ? { kind, itemId: item } : null;
}
