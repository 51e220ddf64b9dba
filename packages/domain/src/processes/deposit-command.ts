import type { BlobRef, Day } from '../kernel.ts';
import type { ConditionMark } from '../repair/item/picture-events.ts';
import type { ItemDeposited } from '../repair/item/deposit-events.ts';
import type { Warranty } from '../shared/item-facts.ts';
import type { LoanFacts } from '../repair/loans/loan-events.ts';
import type { RmaDeposited } from '../deposit/events.ts';

type Deposited = ItemDeposited['data'];

/** One item as it is deposited: what its event will say as it is said here, and what the event's values are worked out from. */
export interface DepositItem extends Pick<
  Deposited,
  | 'itemId'
  | 'number'
  | 'product'
  | 'weights'
  | 'reasonIds'
  | 'subReasons'
  | 'renewReasons'
  | 'total180'
  | 'images'
  | 'goldImage'
  | 'extendedWarrantyProof'
  | 'survey'
  | 'fakeProduct'
> {
  /** Marks on `images`; undefined = none, or as they are where a deposit is edited. */
  readonly marks?: readonly ConditionMark[] | undefined;
  /** Lent to the client meanwhile; undefined = nothing. An edit does not touch it. */
  readonly loan?: LoanFacts | undefined;
  readonly purchaseDate: Day;
  readonly invoiceNumber: string | null;
  /** Whether the history knows this piece: then at least one renew reason is asked for. */
  readonly repairedBefore: boolean;
  /** Months of extended warranty with proof; 0 = none. */
  readonly extendedMonths: number;
  readonly warrantyOverride: Warranty['override'];
  /** Agreed at the counter, minor units; 0 = no amount was named. Due out of warranty, or when the cause found is chargeable. */
  readonly maintenanceAmount: number;
  /** The remark of a requested waiver; null = none requested. */
  readonly waiverRemark: string | null;
}

/** What the event of the deposit will say of it, and what it says of each item. */
export interface Deposit extends Omit<RmaDeposited['data'], 'itemIds' | 'createdAt' | 'by'> {
  /** The store's own currency, and its own day: the warranty is evaluated on it. */
  readonly currency: string;
  readonly depositDay: Day;
  /** The customer signed the deposit: kept with every item. null = signed later. */
  readonly signature: BlobRef | null;
  readonly items: readonly DepositItem[];
}
