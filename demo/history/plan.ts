import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import type { Random } from '../reference/random.ts';
import type { Piece } from './facts.ts';
import type { Fault } from './faults.ts';
import type { PackagePlan } from './packages.ts';

/** A stage of a piece's way: entered there and then. Times are milliseconds since the epoch. */
export interface Visit {
  readonly status: StatusId;
  readonly site: SiteRow;
  readonly at: number;
}

/** How the way ends, as far as it has come. Without a fate it stands where its visits and packages leave it. */
export type Fate =
  | { readonly kind: 'open' }
  | { readonly kind: 'cancelled'; readonly at: number; readonly handedBackAt: number | null }
  /** Collected at the counter, or brought to the client's door. */
  | { readonly kind: 'taken'; readonly at: number }
  /** Not collected; an order clear may take it. */
  | { readonly kind: 'forgotten' }
  /** The store refuses the repair then; another deposit `continues` it. */
  | { readonly kind: 'rejected'; readonly at: number }
  | { readonly kind: 'lost'; readonly missedAt: number; readonly settledAt: number | null }
  | { readonly kind: 'found'; readonly missedAt: number };

/** What is unusual about a piece's way. */
export interface LoanPlan {
  readonly description: string;
  readonly code: string;
  /** Minor units of the shop's currency. */
  readonly value: number;
  readonly dueInDays: number;
}

export interface Turns {
  /** Moved to the wrong bench before this visit, and taken back at once. */
  readonly slipAt?: StatusId;
  /** Received by mistake at the shop, taken back, received again. */
  readonly receiptUndone?: boolean;
  /** Brought by hand: 3 without a package. */
  readonly byHand?: boolean;
  readonly hold?: 'approval' | 'dispute';
  readonly holdReleased?: boolean;
  /** Asked for at deposit, not decided yet. */
  readonly waiverOpen?: boolean;
  /** Asked for at deposit and decided so, whatever chance says; a refusal has no answer yet. */
  readonly waiverDecided?: 10 | 11;
  /** The counter doubts that it is the brand's, and says so with a picture. */
  readonly suspected?: boolean;
  /** The shop has called each time it should, whatever chance says. */
  readonly alwaysCalled?: boolean;
  /** Lent at the counter; due back so many days from now, or before now where negative. */
  readonly loan?: LoanPlan;
  /** Scanned for its next bench, not yet moved there. */
  readonly markedFor?: StatusId;
  readonly feeOverride?: boolean;
  /** Flagged for this factory, waiting in the transfer basket. */
  readonly flaggedFor?: SiteRow;
  /** First received at this other shop, then sent home. */
  readonly astrayAt?: { readonly shop: SiteRow; readonly homePackage: PackagePlan };
}

/** One jewel's whole way, before its events are made. */
export interface PiecePlan {
  readonly rma: RmaPlan;
  /** The id it gets when it comes to be. */
  readonly seat: { id: number };
  readonly piece: Piece;
  readonly claimed: readonly Fault[];
  readonly found: readonly Fault[];
  readonly random: Random;
  readonly turns: Turns;
  readonly outcome: Outcome;
  /** From 3 on. */
  readonly visits: readonly Visit[];
  readonly out: PackagePlan | null;
  readonly transfer: PackagePlan | null;
  readonly back: PackagePlan | null;
  readonly fate: Fate;
}

/** One deposit. */
export interface RmaPlan {
  readonly seat: { id: number };
  readonly shop: SiteRow;
  readonly depositAt: number;
  readonly delivery: 'store' | 'client';
  readonly random: Random;
  readonly pieces: PiecePlan[];
  /** The piece that the store refused: this plan's only piece continues it, without a separate deposit. */
  readonly continues: PiecePlan | null;
}
