import type { Custody } from '../kernel.ts';
import { Status, isFinal } from '../shared/status.ts';

/** A piece as far as forgetting its owner is concerned. */
export interface OwnedPiece {
  readonly id: number;
  readonly status: number;
  readonly custody: Custody['kind'];
  readonly holds: readonly string[];
}

/**
 * Whether the house still owes something for this piece: it is in repair, it lies with us or a carrier though its repair has ended
 * (cancelled, or cleared by the books), or its owner disputes it. Who owns it must be known until then (product/privacy.md §3).
 */
export function isOwed({ status, custody, holds }: Omit<OwnedPiece, 'id'>): boolean {
  if (holds.includes('dispute')) return true;
  if (!isFinal(status)) return true;
  if (status === Status.Closed) return false;
  return custody === 'site' || custody === 'shipment';
}

/** Ids of the pieces that keep an erasure waiting. */
export const owedPieces = (pieces: readonly OwnedPiece[]): readonly number[] =>
  pieces.filter(isOwed).map(({ id }) => id);
