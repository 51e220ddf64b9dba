import type { Actor, CustomerRef, Instant } from '../kernel.ts';
import type { HoldReason } from './contract.ts';
import type { LegalHoldEvent } from './events.ts';

/** One legal hold: the law keeps this customer's data for now. */
export interface LegalHold {
  readonly kind: 'hold';
  readonly holdId: number;
  readonly customerRef: CustomerRef;
  readonly reason: HoldReason;
  readonly placedAt: Instant;
  readonly placedBy: Actor;
  readonly releasedAt: Instant | null;
  readonly releasedBy: Actor | null;
}

export type LegalHoldState = { readonly kind: 'none' } | LegalHold;
export const initialLegalHold: LegalHoldState = { kind: 'none' };

/** Folds one event into a hold. */
export function evolveLegalHold(state: LegalHoldState, event: LegalHoldEvent): LegalHoldState {
  if (event.type === 'LegalHoldPlaced') {
    const { holdId, customerRef, reason, at, by } = event.data;
    const placed = { holdId, customerRef, reason, placedAt: at, placedBy: by };
    return { kind: 'hold', ...placed, releasedAt: null, releasedBy: null };
  }
  if (state.kind === 'none') return state;
  return { ...state, releasedAt: event.data.at, releasedBy: event.data.by };
}

export interface LegalHoldRow {
  readonly id: number;
  readonly customer_ref: string;
  readonly reason: HoldReason;
  readonly placed_at: Instant;
  readonly placed_by: number | null;
  readonly released_at: Instant | null;
  readonly released_by: number | null;
}

/** The inline read-model row (`version` and `position` are the append's). */
export function toLegalHoldRow(hold: LegalHold): LegalHoldRow {
  return {
    id: hold.holdId,
    customer_ref: hold.customerRef,
    reason: hold.reason,
    placed_at: hold.placedAt,
    placed_by: hold.placedBy.userId,
    released_at: hold.releasedAt,
    released_by: hold.releasedBy?.userId ?? null,
  };
}
