import { sendPackage, unsendPackage } from '@atelier/domain/processes/send.ts';
import { acceptStreams, reject } from '@atelier/domain/decider.ts';
import { shipmentStream, type SiteId } from '@atelier/domain/kernel.ts';
import { decideShipment } from '@atelier/domain/shipping/decide.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { onShipment, onWholeShipment } from './pack.commands.ts';

export interface Sending {
  readonly trackingNumber: string;
  /** 1 for `/storepackage`, 2 for `/factorypackage`: a package of another kind is refused. */
  readonly orderTypes: readonly number[];
  /** Another way than the draft's; null = to the client's door; undefined = as packed. */
  readonly destination?: SiteId | null | undefined;
  readonly carrier?: string | undefined;
  readonly sealNumber?: string | undefined;
  /** Grams. */
  readonly grossWeight?: number | undefined;
}

/** `POST /storepackage` and `/factorypackage`: sends what is bound; can_send is asked again inside (product/shipping.md §4). */
export function sendBound(
  services: CommandServices,
  caller: Caller,
  sending: Sending,
): Promise<CommandOutcome> {
  return onWholeShipment(services, caller, sending.trackingNumber, (shipment, processState, context) => {
    if (!sending.orderTypes.includes(shipment.orderType)) {
      return reject('wrong_order_type', { order_type: shipment.orderType });
    }
    return sendPackage(shipment, { trackingUsed: false, ...orderOf(sending) }, processState, context);
  });
}

function orderOf({ destination, carrier, sealNumber, grossWeight }: Sending) {
  return {
    ...(destination !== undefined && { destination }),
    ...(carrier !== undefined && { carrier }),
    ...(sealNumber !== undefined && { sealNumber }),
    ...(grossWeight !== undefined && { grossWeightGrams: grossWeight }),
  };
}

/** `POST /package/unsend`: the whole package back, before pickup and before anything was received (product/shipping.md §5). */
export function unsend(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  reason: string,
): Promise<CommandOutcome> {
  return onWholeShipment(services, caller, trackingNumber, (shipment, processState, context) =>
    unsendPackage(shipment, reason, processState, context),
  );
}

/** The courier's or sender's signature on a package, an immutable version (product/shipping.md §11). `signature` is a blob's hash. */
export function signPackage(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  signature: string,
): Promise<CommandOutcome> {
  return onShipment(services, caller, trackingNumber, [], (shipment, _journey, context) => {
    const decision = decideShipment({ type: 'SignShipment', signature }, shipment, context);
    if (!decision.ok) return decision;
    return acceptStreams([{ streamId: shipmentStream(shipment.id), events: decision.events }]);
  });
}
