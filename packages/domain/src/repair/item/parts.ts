import type { PartsRecord } from '../parts/part-events.ts';
import type { CallOutcome } from '../remarks/call-outcomes.ts';
import type {
  Day,
  Actor,
  BlobRef,
  ClearingRunId,
  Custody,
  Instant,
  Money,
  ShipmentId,
  SiteId,
} from '../../kernel.ts';
import type {
  Findings,
  FollowUpResult,
  HoldKind,
  Measurements,
  MoveKind,
  Outcome,
  Payment,
  ScanMark,
  WaiverCode,
} from '../../shared/item-facts.ts';
import type { FeeLinkWay } from './fee-link-contract.ts';
import type { StatusId } from '../../shared/status.ts';

/** What an undo needs to restore: the move, who made it and when, and what was true before. */
export interface LastMove {
  readonly from: StatusId;
  readonly to: StatusId;
  readonly move: MoveKind;
  readonly at: Instant;
  readonly by: Actor;
  readonly previousEnteredAt: Instant;
  readonly previousCustody: Custody;
  /** The package it was in or bound to before, so that an undone receipt finds it again. */
  readonly previousShipmentId: ShipmentId | null;
  readonly previousBeforeSend: BeforeSend | null;
}

/** What it was when it was last sent: restored when its package is unsent, however late. */
export interface BeforeSend {
  readonly status: StatusId;
  readonly enteredAt: Instant;
}

/** When it became 16, and how. */
export interface Taken {
  readonly at: Instant;
  readonly administrative: boolean;
  readonly runId: ClearingRunId | null;
}

export interface Leg {
  readonly shipmentId: ShipmentId;
  readonly trackingNumber: string;
  readonly orderType: 1 | 2 | 3 | 4;
}

/** Its ways between sites, each in a package. */
export interface Legs {
  /** The package it is bound to (still at the site) or travels in. */
  readonly current: Leg | null;
  /** Every package it travelled in, oldest first; an unsent one is taken off again. */
  readonly travelled: readonly Leg[];
  /** Every site it was ever sent from. */
  readonly sentFrom: readonly SiteId[];
}

export interface Fee {
  readonly due: Money;
  /** Agreed at the counter for the case that the repair is not free; null = no amount was named. */
  readonly agreed: Money | null;
  /** `due` was set by hand and still holds, 0 included. */
  readonly byHand: boolean;
  /** The highest amount the customer agreed to; null = none, or taken back by a rejected waiver. */
  readonly accepted: Money | null;
  /** Payments and refunds in the order of their events: a correction names its record by its place, from 1. */
  readonly payments: readonly Payment[];
  /** From the piece that this one goes on for: what was paid there and what was due. */
  readonly carried: CarriedFee | null;
  /** What was paid went on to the linked piece, where it is returned. */
  readonly isMoved: boolean;
  /** Minor units that were to be returned at a handover and were not, for a reason that was given. */
  readonly notReturned: number;
  /** Links by which the customer may answer for it, oldest first; at most the last one is open. */
  readonly links: readonly FeeLink[];
  /** `accepted` was signed by link for exactly this amount; `before` is what had been accepted until then. */
  readonly signed: { readonly before: Money | null } | null;
}

/** Minor units in the fee's currency. */
export interface CarriedFee {
  readonly paid: number;
  readonly due: number;
}

/** What became of a link: `replaced` by a newer one, `changed` with the amount it named, or answered. */
export type FeeLinkState = 'open' | 'replaced' | 'revoked' | 'changed' | FeeAnswer;
export type FeeAnswer = 'approved' | 'declined';

/** A link that staff made for one customer and one amount (product/repair.md §12.1). */
export interface FeeLink {
  /** SHA-256 of its secret, which is not stored. */
  readonly hash: string;
  readonly fee: Money;
  /** How it left the house, where that was recorded. */
  readonly way?: FeeLinkWay;
  readonly state: FeeLinkState;
  readonly answeredAt: Instant | null;
}

export interface Waiver {
  readonly code: WaiverCode;
  readonly requests: number;
  /** The fee before an approved waiver made it 0. */
  readonly waivedAmount: number | null;
}

export interface Signature {
  readonly kind: 'deposit' | 'pickup' | 'fee';
  readonly version: number;
  /** null once the customer is erased. */
  readonly signature: BlobRef | null;
  /** Signed for several pieces at once: the first piece's document. */
  readonly signing?: BlobRef | null;
  readonly at: Instant;
}

export interface Comment {
  readonly id: number;
  readonly type: 1 | 2;
  /** null once the customer is erased. */
  readonly text: string | null;
  readonly email: string | null;
  readonly at: Instant;
  readonly by: Actor;
}

/** The newest reminder to call the customer, since the piece waits. */
export interface Reminder {
  readonly number: number;
  readonly dueAt: Instant;
  readonly escalated: boolean;
  readonly remindedAt: Instant;
}

export interface FollowUp {
  readonly result: FollowUpResult;
  readonly note: string | null;
  /** Of a call from the list (product/reminders.md §4). */
  readonly outcome?: CallOutcome;
  readonly comesOn?: Day | null;
  readonly nextCallOn?: Day | null;
  readonly at: Instant;
  readonly by: Actor;
}

export interface Counterfeit {
  /** Both null once the customer is erased. */
  readonly image: BlobRef | null;
  readonly remark: string | null;
  readonly at: Instant;
  readonly by: Actor;
}

export interface OldPiece {
  readonly sku: string;
  readonly serial: string | null;
  readonly custody: Custody;
}

/** What the factory found, measured, and made of it. */
export interface Work {
  /** null until recorded. */
  readonly findings: Findings | null;
  readonly measurements: Measurements;
  /** Stones, parts and metal used, oldest first. */
  readonly parts: readonly PartsRecord[];
  /** How often it was weighed after its deposit, and when last. */
  readonly weighings: number;
  readonly lastWeighing: { readonly status: StatusId; readonly at: Instant } | null;
  readonly outcome: Outcome | null;
  /** Pieces that a new one replaced, oldest first. */
  readonly oldPieces: readonly OldPiece[];
}

export interface Remarks {
  readonly comments: readonly Comment[];
  readonly followUps: readonly FollowUp[];
  readonly reminder: Reminder | null;
}

/** The holds in the stream; a waiver under review holds too, see `holds.ts`. */
export type Holds = readonly HoldKind[];

export interface Scans {
  /** First accepted scan per target, not yet saved by a move. */
  readonly marks: readonly ScanMark[];
  readonly last: ScanMark | null;
}

export interface TransferMarks {
  /** Why another factory has to do it, as `POST /sav/need_to_transfer` said; its reason is null once the customer is erased. */
  readonly need: { readonly reason: string | null; readonly at: Instant } | null;
  /** In its site's transfer basket, for this factory. */
  readonly to: SiteId | null;
}
