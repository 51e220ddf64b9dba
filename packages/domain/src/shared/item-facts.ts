import type { BlobRef, Day, Instant, Money, SiteId, UserId, WorkerId } from '../kernel.ts';
import type { ProductKind } from './product.ts';
import type { StatusId } from './status.ts';

/** Values that item events, the item's state and its row share. */

export type MoveKind =
  | 'forward'
  | 'lateral'
  /** Back to an earlier bench, with a reason. */
  | 'rework'
  /** From a bench back to the SAV check, with a reason. */
  | 'recall'
  /** 1 → 3 without a package, with a reason. */
  | 'override'
  /** Takes the last move back and restores its entry time. */
  | 'undo'
  /** 15 → 16 by order clear: no signature, no payment, custody stays. */
  | 'administrative'
  | 'undo-administrative'
  | 'cancel'
  /** 15 → 21 when the store rejects the repair; the linked item goes on. */
  | 'store-reject'
  /** A lost item is settled → 21. */
  | 'settlement'
  /** 16 → 21 after 14 days. */
  | 'closing';

export const OUTCOMES = ['repaired', 'unrepaired', 'replaced', 'counterfeit'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Whether the customer was asked by link for the amount that is due: not yet answered, or declined. */
export const FEE_ASKED = ['open', 'declined'] as const;
export type FeeAsked = (typeof FEE_ASKED)[number];

/** What the customer's page says of a fee that needs the customer's agreement (product/customer-page.md §3). */
export const FEE_WAITS = ['no', 'unasked', 'asked', 'declined'] as const;
export type FeeWait = (typeof FEE_WAITS)[number];

export const HOLDS = ['approval', 'missing', 'dispute', 'stone', 'part', 'client', 'tool'] as const;
export type HoldKind = (typeof HOLDS)[number];

/** Who has to act before a stage can go on; where several have to, the first is shown (product/dashboard.md §3). */
export const PAUSE_REASONS = ['headquarters', 'client', 'part'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** 0 No, 1 Review, 10 Reject, 11 Approve (product/repair.md §13). */
export type WaiverCode = 0 | 1 | 10 | 11;

/** The choices of the quality investigation, in the words of product/repair.md §10. */
export const QUALITY_CAUSES = [
  'Production Issue',
  'Design Issue',
  'Components Issue',
  'Customers Issue',
  'Expire Warranty',
  'SAV Repair Issue',
] as const;
export type QualityCause = (typeof QUALITY_CAUSES)[number];

export const FOLLOW_UP_RESULTS = [
  'Phone contacted',
  'Phone no answer',
  'Whatsapp reminder sent',
  'Wechat reminder sent',
  'Email reminder sent',
] as const;
export type FollowUpResult = (typeof FOLLOW_UP_RESULTS)[number];

export type ScanVerdict =
  | 'accepted'
  | 'already_done'
  | 'wrong_package'
  | 'wrong_stage'
  | 'unknown'
  | 'cancelled'
  | 'held';

export interface Product {
  readonly sku: string;
  readonly size: string | null;
  readonly name: string;
  readonly kind: ProductKind;
  readonly isGold: boolean;
  readonly serial: string | null;
  readonly certificateNo: string | null;
  /** Checked against the certificate (gold only). */
  readonly sequenceNumber: string | null;
}

export interface Purchase {
  readonly platform: string;
  readonly purchaseDate: Day;
  readonly fulfilledDate: Day | null;
  readonly originalOrderId: string | null;
  readonly originalOrderNumber: string | null;
  readonly invoiceNumber: string | null;
}

/** Weights at deposit: milligrams, and thousandths of a carat. */
export interface Weights {
  readonly totalMg: number | null;
  readonly goldMg: number | null;
  readonly milliCarats: number | null;
}

export interface SubReasonRef {
  readonly id: number;
  readonly reasonId: number;
}

/** Warranty as evaluated at deposit and frozen (product/deposit.md §3). `until` is the first day outside. */
export interface Warranty {
  readonly inWarranty: boolean;
  readonly until: Day;
  readonly policyVersion: number;
  readonly extended: boolean;
  /** Set by hand against the rule, and why; the reason is null once the customer is erased. */
  readonly override: { readonly inWarranty: boolean; readonly reason: string | null } | null;
}

export interface ExchangeSurvey {
  readonly reason: 'customer_wants_repair' | 'no_stock' | 'other';
  readonly comment: string;
}

/** What the factory finds (product/repair.md §11). */
export interface Findings {
  readonly reasonIds: readonly number[];
  readonly subReasons: readonly SubReasonRef[];
  readonly originalFactory: string;
  readonly causes: readonly QualityCause[];
  readonly primaryCause: QualityCause;
  readonly qualityIssue: boolean;
}

export interface Measurements {
  readonly stoneCount: number | null;
  readonly weightMg: number | null;
  readonly photos: readonly BlobRef[];
}

export interface Payment {
  readonly kind: 'payment' | 'refund';
  /** As it counts now: a correction takes the place of what was recorded first. */
  readonly paid: Money;
  readonly means: string;
  /** Null also once the customer is erased. */
  readonly reference: string | null;
  readonly at: Instant;
  readonly isCorrected: boolean;
}

export interface ScanMark {
  readonly target: StatusId;
  readonly verdict: ScanVerdict;
  readonly at: Instant;
  readonly by: UserId | null;
  readonly workerId: WorkerId | null;
  readonly siteId: SiteId | null;
}
