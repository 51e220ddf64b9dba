import type { Custody, Day, Instant, Money } from '../kernel.ts';
import type { ProductKind } from '../shared/product.ts';
import type { Outcome, Warranty } from '../shared/item-facts.ts';
import type { CustomerStep, StatusId } from '../shared/status.ts';
import type { FeeLinkWay } from '../repair/item/fee-link-contract.ts';
import type { OrderType } from '../shipping/events.ts';
import type { ReferenceLanguage } from '../shared/languages.ts';
import type { ItemLabelSize, PackageLabelSize } from './sizes.ts';

/** What a label of a jewel says (product/documents.md §1): nothing about its owner. */
export interface ItemLabel {
  readonly number: string;
  readonly sku: string;
  readonly size: string;
  readonly name: string;
  readonly store: string;
}

/** A site as papers name it. `country` is its ISO code. */
export interface PaperSite {
  readonly code: string;
  readonly name: string;
  readonly address: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
}

/** Weights in grams. `to` is null when the package goes to the client's door. */
export interface PackageHead {
  readonly trackingNumber: string;
  readonly orderType: OrderType;
  readonly from: PaperSite;
  readonly to: PaperSite | null;
  readonly toCountry: string | null;
  readonly carrier: string | null;
  readonly sealNumber: string | null;
  readonly grossWeight: number | null;
  readonly itemCount: number;
  readonly sentAt: Instant | null;
}

export interface PackageLine {
  readonly number: string;
  readonly sku: string;
  readonly size: string;
  readonly name: string;
  readonly reasons: readonly string[];
  /** Null while it is not known. */
  readonly price: Money | null;
}

export interface CustomsLine extends PackageLine {
  readonly metal: string;
  readonly hs: string | null;
  /** ISO code of the country it was made in; null is filled in by hand. */
  readonly origin: string | null;
  /** Milligrams; null is filled in by hand. */
  readonly netWeight: number | null;
}

export interface PaperSignature {
  readonly signer: string;
  /** In a box of 640 × 220, 0..1 both ways. */
  readonly strokes: readonly (readonly (readonly [number, number, number?])[])[];
  /** A PNG as a data URL: what there is of a signature without strokes. */
  readonly image: string | null;
}

/** What a worker's badge says beside its barcode. The barcode itself stands in no letters: it opens the station. */
export interface WorkerBadge {
  readonly barcode: string;
  readonly name: string;
  readonly workId: string;
  readonly department: string;
  readonly site: string;
}

/** What a dispute file says on paper (product/documents.md §4): a piece, who held it, and everything that happened. */
export interface DisputePaper {
  readonly number: string;
  readonly sku: string;
  readonly name: string;
  readonly madeAt: Instant;
  readonly timeZone: string;
  readonly warranty: Warranty;
  readonly custody: readonly {
    readonly kind: Custody['kind'];
    readonly name: string;
    readonly since: Instant;
    readonly until: Instant | null;
  }[];
  readonly timeline: readonly {
    readonly type: string;
    /** When it happened, as the sender stated it. */
    readonly at: Instant;
    /** When the log recorded it. */
    readonly recordedAt: Instant;
    readonly status: StatusId | null;
    readonly move: string | null;
    readonly who: string;
    /** What a person wrote, and numbers that the event names: a remark, a reason, a tracking number. */
    readonly words: string;
    /** A fee, a payment or a refund. */
    readonly money: Money | null;
    /** How a link to a fee left the house; that it was answered from the shop's own network. */
    readonly linkWay: FeeLinkWay | null;
    readonly atShop: boolean;
  }[];
  readonly signatures: readonly {
    readonly name: string;
    /** Null for a package's: its events say so. */
    readonly at: Instant | null;
    readonly strokes: PaperSignature['strokes'];
  }[];
  /** Pictures of the archive as they are kept, base64; the first of them where there are many. */
  readonly pictures: readonly { readonly name: string; readonly base64: string }[];
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
  /** Address of the piece's proof, and the key that it is checked with; null before the log has one. */
  readonly proofUrl: string;
  readonly logKey: string | null;
}

/** What a repair costs and what became of it, minor units; `paid` is all that was paid, before what was refunded. */
export interface PaperMoney {
  readonly due: number;
  readonly paid: number;
  readonly refunded: number;
  readonly toReturn: number;
  readonly currency: string;
}

/**
 * What a customer takes home with the piece (product/documents.md §6): no personal data, so that it can be shown to anyone.
 */
export interface HandoverPaper {
  readonly number: string;
  readonly sku: string;
  readonly size: string;
  readonly name: string;
  /** Decides what the care leaflet says. */
  readonly kind: ProductKind | 'other';
  /** Names of the reasons it was brought for. */
  readonly reasons: readonly string[];
  /** What became of it; null where not recorded. */
  readonly result: Outcome | 'cancelled' | null;
  /** Steps of the customer's page, oldest first. */
  readonly steps: readonly { readonly progress: CustomerStep; readonly at: Instant }[];
  /** Null where nothing was due and nothing paid. */
  readonly money: PaperMoney | null;
  /** What was lent meanwhile, without cancelled records. */
  readonly loans: readonly PaperLoan[];
  /** The sale that the client declared at the deposit; `number` empty where none was named. */
  readonly invoice: { readonly number: string; readonly purchasedOn: Day };
  readonly shop: PaperSite & { readonly phone: string };
  readonly timeZone: string;
  readonly printedAt: Instant;
  /** The address of the page that shows the proof of its history. */
  readonly proofUrl: string;
  /** Public key of the log, NAME+ID+KEY; null before anything was sealed. */
  readonly logKey: string | null;
}

/** A piece that was lent while one is repaired (product/repair.md §21); `isBack` once it was returned. */
export interface PaperLoan {
  readonly description: string;
  readonly code: string;
  readonly value: Money | null;
  readonly dueOn: Day;
  readonly isBack: boolean;
}

/** A piece on the receipt of its deposit. `fee` is what was named at the counter; null where none was. */
export interface ReceiptPiece {
  readonly number: string;
  readonly name: string;
  readonly sku: string;
  readonly size: string;
  readonly serial: string;
  readonly reasons: readonly string[];
  readonly fee: Money | null;
  /** What was paid of it by now; null while nothing was. */
  readonly paid: Money | null;
  /** Milligrams, as weighed at the counter; null where not recorded, or the history is archived. */
  readonly weight: number | null;
  /** Null where the history is archived. */
  readonly inWarranty: boolean | null;
  /** When it is expected to be ready; null without a date, or once it is ready. */
  readonly expected: { readonly likely: Day; readonly latest: Day } | null;
  /** What is lent meanwhile; null where nothing is out. */
  readonly loan: PaperLoan | null;
  /** The first picture of the deposit that is marked, else the first, base64. */
  readonly picture: string | null;
  /** What was worn or damaged, numbered; those on the picture are drawn there. */
  readonly marks: readonly {
    readonly x: number;
    readonly y: number;
    readonly text: string;
    readonly isOnPicture: boolean;
  }[];
}

/** What a customer takes home in place of what they left (product/documents.md §7). */
export interface DepositReceipt {
  readonly number: string;
  readonly client: string;
  readonly createdAt: Instant;
  /** Who took it in at the counter; empty where not recorded. */
  readonly clerk: string;
  readonly pieces: readonly ReceiptPiece[];
  /** Whether it is handed over in the shop or sent to the client. */
  readonly delivery: 'store' | 'client';
  readonly shop: PaperSite & { readonly phone: string };
  readonly timeZone: string;
  /** What the client drew on the pad; null where nothing was, or it is on paper only. */
  readonly signature: PaperSignature | null;
  readonly printedAt: Instant;
  /** The address of the customer's page of this deposit. */
  readonly pageUrl: string;
}

/** A piece with its share of a payment. `fee` is what it cost at that moment. */
export interface PaidPiece {
  readonly number: string;
  readonly name: string;
  readonly sku: string;
  readonly fee: Money;
  readonly paid: Money;
}

/** Money of one means, as it counts now: a correction takes the place of what was recorded first. */
export interface PaymentPart {
  readonly means: string;
  readonly reference: string;
  readonly amount: Money;
  readonly isCorrected: boolean;
}

/** What a client paid at once, on whichever of their pieces it was booked (product/documents.md §9). */
export interface PaymentReceipt {
  /** The same for every reprint, whichever of the pieces it is asked for. */
  readonly number: string;
  /** Empty once the client is erased. */
  readonly client: string;
  readonly paidAt: Instant;
  /** Who took it; empty where not recorded. */
  readonly clerk: string;
  readonly pieces: readonly PaidPiece[];
  readonly parts: readonly PaymentPart[];
  /** What went back since, with the number of its piece. */
  readonly refunds: readonly {
    readonly number: string;
    readonly means: string;
    readonly amount: Money;
    readonly at: Instant;
  }[];
  readonly shop: PaperSite & { readonly phone: string };
  readonly timeZone: string;
  readonly printedAt: Instant;
}

/** A line of what is held about a person: under a head, a caption and what is held. */
export interface PersonLine {
  readonly caption: string;
  readonly value: string;
  readonly isHead: boolean;
}

/** Everything a paper is drawn from: plain data, so that it travels to the thread that draws. */
/** How a piece of this kind is worn, cleaned and kept. */
export type CareLeaflet = Pick<HandoverPaper, 'name' | 'number' | 'kind' | 'shop'>;

export type Paper =
  | { readonly kind: 'care'; readonly care: CareLeaflet }
  | {
      readonly kind: 'item-labels';
      readonly size: ItemLabelSize;
      readonly labels: readonly ItemLabel[];
      readonly copies: number;
      readonly start: number;
    }
  | {
      readonly kind: 'package-label';
      readonly size: PackageLabelSize;
      readonly head: PackageHead;
      readonly copies: number;
    }
  | {
      readonly kind: 'packing-list';
      readonly head: PackageHead;
      readonly lines: readonly PackageLine[];
      readonly signature: PaperSignature | null;
      readonly printedAt: Instant;
      readonly timeZone: string;
    }
  | {
      readonly kind: 'customs-list';
      readonly head: PackageHead;
      readonly lines: readonly CustomsLine[];
      readonly printedAt: Instant;
      readonly timeZone: string;
    }
  | { readonly kind: 'worker-badge'; readonly badge: WorkerBadge }
  /** The codes of what a bench can be asked by scanning. */
  | { readonly kind: 'command-sheet' }
  | { readonly kind: 'dispute-file'; readonly dispute: DisputePaper }
  | { readonly kind: 'handover'; readonly handover: HandoverPaper }
  | { readonly kind: 'receipt'; readonly receipt: DepositReceipt }
  | { readonly kind: 'payment'; readonly receipt: PaymentReceipt }
  | {
      readonly kind: 'person-file';
      readonly title: string;
      readonly lines: readonly PersonLine[];
      /** The moment it was made, as it is written. */
      readonly printed: string;
    };

export interface PaperRequest {
  readonly paper: Paper;
  readonly language: ReferenceLanguage;
  readonly format: 'pdf' | 'png';
  /** Of the picture; from 1. */
  readonly page: number;
}

export interface Totals {
  /** By currency, in the order in which they first appear; minor units. */
  readonly money: readonly Money[];
  /** Lines whose price is not known. */
  readonly unknown: number;
}

/** What the lines are worth together: never added across currencies. */
export function totalsOf(lines: readonly Pick<PackageLine, 'price'>[]): Totals {
  const sums = new Map<string, number>();
  for (const { price } of lines) {
    if (price !== null) sums.set(price.currency, (sums.get(price.currency) ?? 0) + price.amount);
  }
  return {
    money: [...sums].map(([currency, amount]) => ({ currency, amount })),
    unknown: lines.filter(({ price }) => price === null).length,
  };
}
