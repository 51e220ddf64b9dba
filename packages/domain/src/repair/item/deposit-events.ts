import type { DomainEvent } from '../../decider.ts';
import type { Actor, BlobRef, CustomerRef, Instant, ItemId, Money, RmaId, SiteId } from '../../kernel.ts';
import type {
  ExchangeSurvey,
  Product,
  Purchase,
  SubReasonRef,
  Warranty,
  Weights,
} from '../../shared/item-facts.ts';

/** What the counter says of one jewel: the first event of stream `item-<id>`, and what was said again before it left. */

export type ItemDeposited = DomainEvent<
  'ItemDeposited',
  {
    readonly itemId: ItemId;
    readonly rmaId: RmaId;
    /** The human number with the store's prefix: `PAR-000123`. */
    readonly number: string;
    readonly storeId: SiteId;
    readonly customerRef: CustomerRef;
    /** The item this one continues after the store rejected its repair. */
    readonly linkedFrom: ItemId | null;
    readonly product: Product;
    readonly purchase: Purchase;
    readonly weights: Weights;
    readonly reasonIds: readonly number[];
    readonly subReasons: readonly SubReasonRef[];
    /** Why a piece that was repaired before comes again; free words. */
    readonly renewReasons: readonly string[];
    readonly warranty: Warranty;
    /** What is due: the amount agreed at the counter, 0 in warranty (product/repair.md §12). */
    readonly fee: Money;
    /**
     * Agreed at the counter, in warranty too: due when the cause found is chargeable. Counts as accepted unless a waiver
     * is asked for. null = no amount was named. Since version 3.
     */
    readonly agreedFee: Money | null;
    /** Minor units paid and due for the piece that this one goes on for; absent unless that is so. */
    readonly carried?: { readonly paid: number; readonly due: number };
    /** Repairs of this piece in the 180 days before, this case excluded. */
    readonly total180: number;
    readonly images: readonly BlobRef[];
    readonly goldImage: BlobRef | null;
    /** What proves the extended warranty; since version 2. */
    readonly extendedWarrantyProof: BlobRef | null;
    readonly delivery: 'store' | 'client';
    readonly survey: ExchangeSurvey | null;
    readonly fakeProduct: { readonly image: BlobRef; readonly remark: string } | null;
    /** Of the pictures it names, in their order; absent without one, and in events from before pictures were bound (decisions/0198). */
    readonly pictureDigests?: readonly string[];
    readonly createdAt: Instant;
    readonly by: Actor;
  }
>;

/** What the deposit said, said again while the item is at 1: all of it, with warranty and fee evaluated again. */
export type ItemDepositEdited = DomainEvent<
  'ItemDepositEdited',
  Pick<
    ItemDeposited['data'],
    | 'customerRef'
    | 'product'
    | 'purchase'
    | 'weights'
    | 'reasonIds'
    | 'subReasons'
    | 'renewReasons'
    | 'warranty'
    | 'fee'
    | 'agreedFee'
    | 'total180'
    | 'images'
    | 'goldImage'
    | 'extendedWarrantyProof'
    | 'delivery'
    | 'survey'
    | 'pictureDigests'
  > & { readonly at: Instant; readonly by: Actor }
>;
/** A piece is held as a counterfeit: at the counter after the deposit, or at a bench. */
export type CounterfeitReported = DomainEvent<
  'CounterfeitReported',
  {
    readonly customerRef: CustomerRef;
    readonly image: BlobRef;
    readonly remark: string;
    readonly pictureDigests?: readonly string[];
    readonly at: Instant;
    readonly by: Actor;
  }
>;
