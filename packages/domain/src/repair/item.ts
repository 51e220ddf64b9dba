import type {
  Actor,
  BlobRef,
  ClearingRunId,
  Custody,
  CustomerRef,
  Instant,
  ItemId,
  Money,
  RmaId,
  ShipmentId,
  SiteId,
  WorkerId,
} from '../kernel.ts';
import type {
  ExchangeSurvey,
  Findings,
  FollowUpResult,
  HoldKind,
  Measurements,
  MoveKind,
  Outcome,
  Payment,
  Product,
  Purchase,
  ScanMark,
  SubReasonRef,
  WaiverCode,
  Warranty,
  Weights,
} from '../shared/item-facts.ts';
import type { FeeLinkWay } from './fee-link-contract.ts';
import type { Status, StatusId } from '../shared/status.ts';

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

/** What is known of one jewel in repair wherever it stands: custody, fee, waiver and holds beside its status. */
export interface ItemFacts {
  readonly kind: 'item';
  readonly id: ItemId;
  readonly rmaId: RmaId;
  readonly number: string;
  readonly storeId: SiteId;
  readonly customerRef: CustomerRef;
  /** Nothing personal is kept of what happens from now on. */
  readonly isCustomerErased: boolean;
  readonly linkedFrom: ItemId | null;
  readonly linkedTo: ItemId | null;
  readonly delivery: 'store' | 'client';
  readonly product: Product;
  readonly purchase: Purchase;
  readonly weights: Weights;
  readonly reasonIds: readonly number[];
  readonly subReasons: readonly SubReasonRef[];
  /** Why a piece that was repaired before comes again; empty once the customer is erased, as are the pictures. */
  readonly renewReasons: readonly string[];
  readonly images: readonly BlobRef[];
  readonly goldImage: BlobRef | null;
  readonly extendedWarrantyProof: BlobRef | null;
  /** What the customer is shown, in the order of release; see `pictures.ts`. */
  readonly releasedPictures: readonly BlobRef[];
  readonly survey: ExchangeSurvey | null;
  /** Reports that this is a counterfeit, oldest first. */
  readonly counterfeits: readonly Counterfeit[];
  readonly warranty: Warranty;
  readonly total180: number;
  readonly createdAt: Instant;

  readonly enteredAt: Instant;
  readonly lastMove: LastMove | null;

  readonly custody: Custody;
  readonly legs: Legs;

  readonly holds: Holds;
  readonly work: Work;
  readonly fee: Fee;
  readonly waiver: Waiver;
  readonly signatures: readonly Signature[];
  readonly scans: Scans;
  readonly lastWorkerId: WorkerId | null;
  readonly remarks: Remarks;
}

/** At the counter, not sent yet. */
export interface AtShop extends ItemFacts {
  readonly state: 'at-shop';
  readonly status: typeof Status.Created;
}

/** Sent with a package: to the factory, to another factory, or home. Shop to shop a piece stays `Ready`. */
export interface InTransit extends ItemFacts {
  readonly state: 'in-transit';
  readonly status: (typeof Status)['SentToWarehouse' | 'MCToCN' | 'LogisticsShipOut'];
  /** null where an undo brought it back here and does not know. */
  readonly beforeSend: BeforeSend | null;
  readonly transfer: TransferMarks;
}

/** From its receipt until it is sent home: checks, benches, repair done. */
export interface AtFactory extends ItemFacts {
  readonly state: 'at-factory';
  readonly status: (typeof Status)[
    | 'ReceiveFromShop'
    | 'SAVCheckResult'
    | 'IncomingCheck'
    | 'RepairProcess'
    | 'RepairPolish'
    | 'RepairQC'
    | 'PlatingProcess'
    | 'AssemblyProcess'
    | 'AssemblyPenPlatingProcess'
    | 'AssemblySettingStone'
    | 'AssemblySettingPearl'
    | 'FinalQCProcess'
    | 'RepairDone'];
  readonly transfer: TransferMarks;
}

/** Back in a shop, waiting for its owner. */
export interface Ready extends ItemFacts {
  readonly state: 'ready';
  readonly status: typeof Status.ShopReceived;
}

/** Taken, closed or cancelled. */
export interface Ended extends ItemFacts {
  readonly state: 'ended';
  readonly status: (typeof Status)['TakenByClient' | 'Closed' | 'Cancelled'];
  /** null for what was cancelled, settled or not accepted: its owner never took it. */
  readonly taken: Taken | null;
  readonly handedOverAt: Instant | null;
}

/** One jewel in repair. `state` follows its status and says what else is true only there. */
export type Item = AtShop | InTransit | AtFactory | Ready | Ended;

export type ItemState = { readonly kind: 'none' } | Item;

export const initialItem: ItemState = { kind: 'none' };

export const NO_TRANSFER: TransferMarks = { need: null, to: null };

/** Only in the factory's hands, or between its sites, can a piece wait for another factory. */
export function transferOf(item: Item): TransferMarks {
  return item.state === 'at-factory' || item.state === 'in-transit' ? item.transfer : NO_TRANSFER;
}
