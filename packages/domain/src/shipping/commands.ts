import type { BlobRef, Money, ShipmentId, SiteId } from '../kernel.ts';
import type { OrderType } from './events.ts';

/** Commands that touch one package alone; those that move items too are in `processes/`. */
export type ShipmentCommand =
  | {
      readonly type: 'OpenShipment';
      readonly shipmentId: ShipmentId;
      readonly trackingNumber: string;
      readonly orderType: OrderType;
      readonly origin: SiteId;
      readonly destination: SiteId | null;
      readonly carrier: string | null;
      /** Whether another package carries this tracking number: looked up before deciding. */
      readonly trackingUsed: boolean;
    }
  /** Left out = as it is. */
  | {
      readonly type: 'RouteShipment';
      readonly destination?: SiteId | null;
      readonly carrier?: string | null;
    }
  | { readonly type: 'PriceItem'; readonly itemId: number; readonly price: Money }
  | {
      readonly type: 'SealShipment';
      readonly sealNumber: string | null;
      readonly grossWeightGrams: number | null;
    }
  | { readonly type: 'UnsealShipment'; readonly reason: string }
  | { readonly type: 'SignShipment'; readonly signature: BlobRef }
  | { readonly type: 'RecordPickup' }
  | {
      readonly type: 'CheckArrival';
      readonly sealNumber: string | null;
      readonly grossWeightGrams: number | null;
    }
  | { readonly type: 'SetExtraApart'; readonly code: string; readonly itemId: number | null }
  | { readonly type: 'HandBackExtra'; readonly code: string; readonly reason: string }
  | { readonly type: 'CloseShipment' };
