import type { ConditionMark } from './picture-events.ts';
import type {
  BlobRef,
  Custody,
  CustomerRef,
  Instant,
  ItemId,
  RmaId,
  SiteId,
  WorkerId,
} from '../../kernel.ts';
import type {
  ExchangeSurvey,
  Product,
  Purchase,
  SubReasonRef,
  Warranty,
  Weights,
} from '../../shared/item-facts.ts';
import type { Collection } from '../collection/evolve-collection.ts';
import type { Clock } from '../clock/pauses.ts';
import type { ExpectedDate } from '../expected/expected-date.ts';
import type { Loan } from '../loans/loan.ts';
import type { StoragePlace } from './storage-events.ts';
import type { Status } from '../../shared/status.ts';
import type {
  LastMove,
  BeforeSend,
  Taken,
  Legs,
  Fee,
  Waiver,
  Signature,
  Counterfeit,
  Work,
  Remarks,
  Holds,
  Scans,
  TransferMarks,
} from './parts.ts';

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
  /** What is worn or damaged, on which picture; see `marks.ts`. */
  readonly marks: readonly ConditionMark[];
  readonly survey: ExchangeSurvey | null;
  /** Reports that this is a counterfeit, oldest first. */
  readonly counterfeits: readonly Counterfeit[];
  readonly warranty: Warranty;
  readonly total180: number;
  readonly createdAt: Instant;

  readonly enteredAt: Instant;
  readonly lastMove: LastMove | null;

  readonly custody: Custody;
  /** The place it was last given, and in which site; whether it still lies there says `storagePlaceOf`. */
  readonly storage: { readonly place: StoragePlace; readonly siteId: SiteId } | null;
  readonly collection: Collection;
  /** What the shop lent meanwhile, oldest first; at most one is out. */
  readonly loans: readonly Loan[];
  /** When it was last expected to be ready; whether that still counts says `expectedOf`. */
  readonly expected: ExpectedDate | null;
  /** When it waited for others, and where it passed a target; see `pauses.ts`. */
  readonly clock: Clock;
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
