import type { ConditionMark } from './picture-events.ts';
import type { ActorAtSite, BlobRef, Day, Instant, Money, SiteId } from '../../kernel.ts';
import type { FeeLinkMessage, FeeLinkWay } from './fee-link-contract.ts';
import type { FeeAnswer } from './parts.ts';
import type { ExpectedBecause } from '../expected/expected-events.ts';
import type { LoanFacts } from '../loans/loan-events.ts';
import type { LoanAtPickup } from '../loans/loan.ts';
import type { Explanation } from '../weights/weight-events.ts';
import type { PartLine } from '../parts/part-events.ts';
import type { Policy } from '../../policy.ts';
import type { ProductKind } from '../../shared/product.ts';
import type { CollectionKind } from '../collection/collection-events.ts';
import type { PickupTime, ShopClock } from '../collection/slots.ts';
import type { AgreedCall } from '../remarks/calls.ts';
import type { FollowUpResult, HoldKind, Outcome, SubReasonRef } from '../../shared/item-facts.ts';
import type { StatusId } from '../../shared/status.ts';

/** What a decision may know besides the stream: time, person and policy come in as data. */
export interface CommandContext {
  readonly now: Instant;
  readonly actor: ActorAtSite;
  readonly policy: Policy;
}

/** Findings as a station sends them; what is left out takes the stored value, else the default (product/repair.md §11). */
export interface FindingsInput {
  readonly reasonIds?: readonly number[];
  readonly subReasons?: readonly SubReasonRef[];
  readonly originalFactory?: string;
  /** The chosen cause; ignored words are refused, locked ones win. */
  readonly cause?: string;
  readonly qualityIssue?: boolean;
}

export interface MeasurementsInput {
  readonly stoneCount?: number;
  readonly weightMg?: number;
  /** Since the last weighing: recovered, and lost as dust. */
  readonly scrapMg?: number;
  readonly lossMg?: number;
  /** The last weighing was wrong: this one takes its place. */
  readonly replaces?: true;
  readonly photos?: readonly BlobRef[];
}

export interface NewPiece {
  readonly sku: string;
  readonly serial: string | null;
  /** Kept as it was when left out. */
  readonly size?: string | null;
  /** As the catalogue names the new SKU; kept as they were when left out. */
  readonly name?: string;
  readonly kind?: ProductKind;
}

/** `PUT /rmastatus`: a forward or lateral move needs nothing but the target; going back needs its reason. */
export interface ChangeItemStatus {
  readonly type: 'ChangeItemStatus';
  readonly target: StatusId;
  /** Why, when the move goes back or skips the package. */
  readonly reason?: string;
  readonly outcome?: Outcome;
  readonly findings?: FindingsInput;
  /** The listed price of the sub-reasons found, in the fee's currency; asked for chargeable causes only. */
  readonly listedFee?: Money;
  readonly measurements?: MeasurementsInput;
  /** The new piece, with outcome 'replaced'. */
  readonly replacement?: NewPiece;
  /** 16 from 14: the carrier's proof that the client has it. */
  readonly carrierProof?: string;
  /** What the client signed, or a picture of the proof, where the carrier gave one. */
  readonly deliverySignature?: BlobRef;
  /** 16: why what is to be returned is not. */
  readonly notReturned?: string | undefined;
}

/** An undo: the status it is to lead back to, where the caller names one, and why. */
export interface UndoInput {
  readonly target?: StatusId | undefined;
  readonly reason?: string | undefined;
}

/** The customer answers by link for the amount that they read. */
export interface AnswerFee {
  readonly type: 'AnswerFee';
  readonly linkHash: string;
  readonly answer: FeeAnswer;
  readonly fee: Money;
  readonly name: string;
  /** null for a declined fee without a signature. */
  readonly signature: BlobRef | null;
  readonly conditions: string;
  readonly language: string;
  /** Keyed digest of the network it comes from, and whether the piece's shop works from there. */
  readonly network?: string | undefined;
  readonly atShopNetwork?: boolean | undefined;
}

/** A payment or refund was recorded wrongly; `payment` is its place among the piece's records, from 1. */
export interface CorrectPayment {
  readonly type: 'CorrectPayment';
  readonly payment: number;
  readonly paid: Money;
  readonly means: string;
  readonly reference: string | null;
  readonly reason: string;
}

export interface RecordRefund {
  readonly type: 'RecordRefund';
  readonly refunded: Money;
  readonly means: string;
  readonly reference: string | null;
  readonly reason: string;
}

/** `signing`: the first piece's document, where several pieces are signed for at once. */
export interface RecordSignature {
  readonly type: 'RecordSignature';
  readonly kind: 'deposit' | 'pickup';
  readonly signature: BlobRef;
  readonly signing?: BlobRef | undefined;
}

export type ItemCommand =
  | ChangeItemStatus
  | { readonly type: 'ReturnUnrepaired'; readonly reason: string; readonly outcome?: Outcome }
  | ({ readonly type: 'UndoMove' } & UndoInput)
  | {
      readonly type: 'ScanItem';
      readonly target: StatusId;
      /** The package the screen is working through; null = any. */
      readonly shipmentId: number | null;
      readonly trackingNumber: string | null;
    }
  | { readonly type: 'ClearScans'; readonly target: StatusId }
  | { readonly type: 'SaveFindings'; readonly findings: FindingsInput; readonly listedFee?: Money }
  | { readonly type: 'RecordMeasurements'; readonly measurements: MeasurementsInput }
  | {
      readonly type: 'RecordParts';
      readonly lines: readonly PartLine[];
      /** The record that it replaces; null = parts used now. */
      readonly corrects: number | null;
    }
  | {
      readonly type: 'ExplainDifference';
      readonly weighing: number;
      readonly explanation: Explanation;
      readonly note: string | null;
    }
  | { readonly type: 'ReplaceItem'; readonly replacement: NewPiece; readonly reason: string | null }
  | { readonly type: 'PlaceHold'; readonly hold: Exclude<HoldKind, 'missing'>; readonly reason: string }
  | { readonly type: 'ReleaseHold'; readonly hold: Exclude<HoldKind, 'missing'>; readonly reason: string }
  | { readonly type: 'OverrideFee'; readonly fee: Money; readonly reason: string }
  | { readonly type: 'AcceptFee'; readonly fee: Money }
  /** `unlessOpen`: an open link stays, and no other is made. */
  | {
      readonly type: 'MakeFeeLink';
      readonly linkHash: string;
      readonly way?: FeeLinkWay;
      readonly message?: FeeLinkMessage;
      readonly unlessOpen?: boolean;
    }
  | { readonly type: 'RevokeFeeLink' }
  | AnswerFee
  | { readonly type: 'RequestWaiver'; readonly remark: string }
  | { readonly type: 'DecideWaiver'; readonly decision: 10 | 11; readonly reason: string | null }
  | {
      readonly type: 'RecordPayment';
      readonly paid: Money;
      readonly means: string;
      readonly reference: string | null;
    }
  | CorrectPayment
  | RecordRefund
  | RecordSignature
  /** To its owner: from 15, or later after an administrative 16, or back after a cancelled deposit (20). */
  | {
      readonly type: 'HandOver';
      readonly signature: BlobRef;
      /** Why what is to be returned is not. */
      readonly notReturned?: string | undefined;
      /** What becomes of an open loan; asked for while there is one. */
      readonly loan?: LoanAtPickup | undefined;
    }
  /** `today`: on the calendar of the piece's shop. */
  | { readonly type: 'HandOutLoan'; readonly loan: LoanFacts; readonly today: Day }
  | { readonly type: 'ChangeLoan'; readonly loan: LoanFacts; readonly today: Day }
  | { readonly type: 'ReturnLoan'; readonly condition: string | null }
  | { readonly type: 'CancelLoan'; readonly reason: string }
  | { readonly type: 'CloseItem' }
  | { readonly type: 'RemindCustomer' }
  /** `usualHours`: the target of the reference data, where the configuration names none. */
  | { readonly type: 'PassStageTarget'; readonly usualHours: number | null }
  | {
      readonly type: 'ExpectReadyDate';
      readonly likely: Day;
      readonly latest: Day;
      readonly model: number;
      readonly because: ExpectedBecause;
    }
  | {
      readonly type: 'AddComment';
      readonly commentId: number;
      readonly commentType: 1 | 2;
      readonly text: string;
      readonly email: string | null;
    }
  | {
      readonly type: 'RecordFollowUp';
      readonly result: FollowUpResult;
      readonly note: string | null;
      /** How a call from the list ended, with the shop's calendar. */
      readonly call?: AgreedCall & { readonly timeZone: string; readonly isFull?: boolean };
    }
  | {
      readonly type: 'ChooseCollection';
      readonly kind: CollectionKind;
      readonly shopId: SiteId | null;
      readonly fee: Money | null;
    }
  | {
      readonly type: 'BookPickup';
      readonly time: PickupTime;
      /** Of the shop where the piece lies. */
      readonly shop: ShopClock;
      /** The shop agreed on it; a client takes one of the offered times. */
      readonly anyTime: boolean;
      /** As many other clients as the shop takes at once have booked it. */
      readonly isFull?: boolean;
    }
  | { readonly type: 'CancelPickup' }
  /** Shows the customer a picture of the piece, or no longer. */
  | { readonly type: 'ReleasePicture'; readonly imageId: string; readonly isReleased: boolean }
  /** All marks on the piece's pictures again. */
  | { readonly type: 'MarkCondition'; readonly marks: readonly ConditionMark[] }
  | { readonly type: 'NeedTransfer'; readonly reason: string }
  | { readonly type: 'WithdrawTransferNeed' }
  | { readonly type: 'FlagForTransfer'; readonly toSiteId: SiteId }
  | { readonly type: 'UnflagTransfer' }
  /** Where the shop keeps it; two empty parts take the place away. */
  | { readonly type: 'SetStoragePlace'; readonly safe: string; readonly tray: string };
