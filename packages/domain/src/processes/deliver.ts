import { acceptStreams, reject, type StreamsDecision } from '../decider.ts';
import type { BlobRef, ItemId } from '../kernel.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import {
  isTravelling,
  itemsOf,
  lineOf,
  shipmentStatus,
  type Shipment,
  type ShipmentState,
} from '../shipping/shipment.ts';
import type { ProcessState, ProcessEvent } from './process-state.ts';
import { decideInTurn } from './in-turn.ts';
import { moveItem } from './move-items.ts';
import { Status } from '../shared/status.ts';

export interface Delivery {
  /** Null = everything that still travels in the package. */
  readonly itemIds: readonly ItemId[] | null;
  /** The carrier's reference, and the day where it is known. */
  readonly proof: string;
  readonly signature: BlobRef | null;
  /** Why what is to be returned is not. */
  readonly notReturned?: string | undefined;
}

/**
 * The carrier has put the pieces into their owner's hands: 14 or 15 → 16 with its proof, custody with the client, received in
 * the package (product/shipping.md §13). All or nothing; said twice it changes nothing.
 */
export function deliverToClient(
  shipment: ShipmentState,
  { itemIds, ...handover }: Delivery,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  if (shipment.kind === 'none') return reject('not_found');
  if (shipment.stage === 'cancelled') return reject('shipment_cancelled');
  if (shipment.destination !== null) return reject('wrong_destination', { site_id: shipment.destination });
  if (shipment.sentAt === null) return reject('shipment_not_sent', { state: shipmentStatus(shipment) });
  const wanted = itemIds ?? itemsOf(shipment);
  const unbound = wanted.find((itemId) => lineOf(shipment, itemId) === undefined);
  if (unbound !== undefined) return reject('item_not_bound', { item_id: unbound });
  return delivered(shipment, wanted, handover, processState, context);
}

function delivered(
  shipment: Shipment,
  wanted: readonly ItemId[],
  { proof, signature, notReturned }: Omit<Delivery, 'itemIds'>,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const travelling = wanted.filter((itemId) => isTravelling(shipment, itemId));
  const command = {
    type: 'ChangeItemStatus',
    target: Status.TakenByClient,
    carrierProof: proof,
    notReturned,
    ...(signature !== null && { deliverySignature: signature }),
  } as const;
  const move = (itemId: ItemId, now: ProcessState) => moveItem(itemId, command, now, context);
  const { rows, streams } = decideInTurn(travelling, move, processState);
  for (const { itemId, decision } of rows) {
    if (decision.ok) continue;
    const { code, details } = decision.rejection;
    return reject(code, { ...details, item_id: itemId });
  }
  return acceptStreams(streams);
}
