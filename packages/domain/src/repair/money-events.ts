import type { DomainEvent } from '../decider.ts';
import type { Actor, CustomerRef, Instant, Money } from '../kernel.ts';

/** Events of an item's fee, part of stream `item-<id>` (product/repair.md §12). */

export type FeeQuoted = DomainEvent<
  'FeeQuoted',
  {
    readonly fee: Money;
    readonly because: 'findings' | 'outcome' | 'override';
    readonly reason: string | null;
    readonly policyVersion: number;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type FeeAccepted = DomainEvent<
  'FeeAccepted',
  { readonly fee: Money; readonly at: Instant; readonly by: Actor }
>;
export type WaiverRequested = DomainEvent<
  'WaiverRequested',
  { readonly customerRef: CustomerRef; readonly remark: string; readonly at: Instant; readonly by: Actor }
>;
export type WaiverDecided = DomainEvent<
  'WaiverDecided',
  { readonly decision: 10 | 11; readonly reason: string | null; readonly at: Instant; readonly by: Actor }
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
