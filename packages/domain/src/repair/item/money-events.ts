import type { DomainEvent } from '../../decider.ts';
import type { FeeLinkMessage, FeeLinkWay } from './fee-link-contract.ts';
import type { Actor, BlobRef, CustomerRef, Instant, Money } from '../../kernel.ts';

/** Events of an item's fee, part of stream `item-<id>` (product/repair.md §12). */

export type FeeQuoted = DomainEvent<
  'FeeQuoted',
  {
    readonly fee: Money;
    readonly because: 'findings' | 'outcome' | 'override';
    /** Null also once the customer is erased. */
    readonly reason: string | null;
    /** Whose key seals the reason; absent without one, and in events from before reasons were sealed. */
    readonly customerRef?: CustomerRef;
    readonly policyVersion: number;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type FeeAccepted = DomainEvent<
  'FeeAccepted',
  { readonly fee: Money; readonly at: Instant; readonly by: Actor }
>;
/** Staff made a link by which the customer answers for this amount; one made before ends. Only a hash of its secret is kept. */
export type FeeLinkMade = DomainEvent<
  'FeeLinkMade',
  {
    readonly linkHash: string;
    readonly fee: Money;
    /** How it left the house; absent in events before that was recorded. */
    readonly way?: FeeLinkWay;
    /** Staff send it by message: its number and the way they chose. */
    readonly message?: FeeLinkMessage;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type FeeLinkRevoked = DomainEvent<'FeeLinkRevoked', { readonly at: Instant; readonly by: Actor }>;
/** What a customer answered by link. Name and signature read null once they are erased. */
interface AnswerByLink {
  readonly customerRef: CustomerRef;
  readonly fee: Money;
  readonly linkHash: string;
  readonly name: string | null;
  readonly signature: BlobRef | null;
  /** Version of the conditions that stood beside the amount, and the language they were read in. */
  readonly conditions: string;
  readonly language: string;
  /** Keyed digest of the network that the answer came from, never the address; null also once they are erased. */
  readonly network?: string | null;
  /** It is a network from which the piece's own shop had worked lately. */
  readonly atShopNetwork?: boolean;
  readonly at: Instant;
  readonly by: Actor;
}
export type FeeApproved = DomainEvent<'FeeApproved', AnswerByLink>;
export type FeeDeclined = DomainEvent<'FeeDeclined', AnswerByLink>;
export type WaiverRequested = DomainEvent<
  'WaiverRequested',
  { readonly customerRef: CustomerRef; readonly remark: string; readonly at: Instant; readonly by: Actor }
>;
export type WaiverDecided = DomainEvent<
  'WaiverDecided',
  {
    readonly decision: 10 | 11;
    /** Null also once the customer is erased. */
    readonly reason: string | null;
    readonly customerRef?: CustomerRef;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type PaymentRecorded = DomainEvent<
  'PaymentRecorded',
  {
    readonly customerRef: CustomerRef;
    readonly paid: Money;
    readonly means: string;
    readonly reference: string | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** A record was wrong: what stands here counts instead of it. An amount of 0 means that no money changed hands. */
export type PaymentCorrected = DomainEvent<
  'PaymentCorrected',
  {
    readonly customerRef: CustomerRef;
    /** Which record of the piece: 1, 2, … over its payments and refunds, in the order of their events. */
    readonly payment: number;
    readonly paid: Money;
    readonly means: string;
    readonly reference: string | null;
    /** Null once the customer is erased. */
    readonly reason: string | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** Money that was paid and is not due went back to the customer. */
export type RefundRecorded = DomainEvent<
  'RefundRecorded',
  {
    readonly customerRef: CustomerRef;
    readonly refunded: Money;
    readonly means: string;
    readonly reference: string | null;
    /** Null once the customer is erased. */
    readonly reason: string | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
