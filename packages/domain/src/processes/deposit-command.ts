import type { BlobRef, CustomerRef, Day, ItemId, RmaId, SiteId } from '../kernel.ts';
import type { ItemDeposited } from '../repair/deposit-events.ts';
import type { ExchangeSurvey, Product, SubReasonRef, Warranty, Weights } from '../shared/item-facts.ts';
import type { Address, Contact } from '../rma/events.ts';

export interface DepositItem {
  readonly itemId: ItemId;
  /** `PAR-000123`. */
  readonly number: string;
  readonly product: Product;
  readonly purchaseDate: Day;
  readonly invoiceNumber: string | null;
  readonly weights: Weights;
  readonly reasonIds: readonly number[];
  readonly subReasons: readonly SubReasonRef[];
  /** Whether the history knows this piece: then at least one renew reason is asked for. */
  readonly repairedBefore: boolean;
  readonly renewReasons: readonly string[];
  readonly total180: number;
  /** Months of extended warranty with proof; 0 = none. */
  readonly extendedMonths: number;
  /** A picture of the paper that extends the warranty. */
  readonly extendedWarrantyProof: BlobRef | null;
  readonly warrantyOverride: Warranty['override'];
  /** Agreed at the counter, minor units; 0 = no amount was named. Due out of warranty, or when the cause found is chargeable. */
  readonly maintenanceAmount: number;
  /** The remark of a requested waiver; null = none requested. */
  readonly waiverRemark: string | null;
  readonly images: readonly BlobRef[];
  readonly goldImage: BlobRef | null;
  readonly survey: ExchangeSurvey | null;
  readonly fakeProduct: ItemDeposited['data']['fakeProduct'];
}

export interface Deposit {
  readonly rmaId: RmaId;
  readonly number: string;
  readonly publicReference: string;
  readonly storeId: SiteId;
  readonly customerRef: CustomerRef;
  readonly contact: Contact;
  readonly address: Address;
  readonly delivery: 'store' | 'client';
  readonly platform: string;
  readonly fulfilledDate: Day | null;
  readonly originalOrderId: string | null;
  readonly originalOrderNumber: string | null;
  readonly isAgent: boolean;
  readonly language: string;
  /** The store's own currency, and its own day: the warranty is evaluated on it. */
  readonly currency: string;
  readonly depositDay: Day;
  /** The customer signed the deposit: kept with every item. null = signed later. */
  readonly signature: BlobRef | null;
  readonly items: readonly DepositItem[];
}
