import { reject, type StreamsDecision } from '../decider.ts';
import type { ItemId } from '../kernel.ts';
import type { CommandContext } from '../repair/item/commands.ts';
import type { Item } from '../repair/item/item.ts';
import { arrivalStatus } from '../repair/travel.ts';
import { type Shipment, type ShipmentState, lineOf } from '../shipping/shipment.ts';
import { foundAgain, type Adoption } from './extras.ts';
import { applyTo, itemIn, mergeStreams, type ProcessState, type ProcessEvent } from './process-state.ts';
import { receiveItem } from './receive.ts';

/**
 * A box was delivered to a site that is neither of its ends (product/shipping.md §9: "received at another store than its own").
 * A caller that gives its number and the number of a piece in it holds both: the piece is received where
 * it lies. Every other guess is answered like a package that does not exist.
 */
export function receiveAstray(
  shipment: ShipmentState,
  itemId: ItemId,
  { mayArriveAs }: Pick<Adoption, 'mayArriveAs'>,
  processState: ProcessState,
  context: CommandContext,
): StreamsDecision<ProcessEvent> {
  const item = itemIn(processState, itemId);
  if (shipment.kind === 'none' || item.kind === 'none') return reject('not_found');
  if (!isThirdPlace(shipment, context) || shipment.sentAt === null) return reject('not_found');
  const { custody } = item;
  if (isTakenInHere(shipment, item, context)) return reject('item_already_received', { item_id: itemId });
  if (custody.kind !== 'shipment' || custody.shipmentId !== shipment.id) return reject('not_found');
  const target = arrivalStatus(item.status);
  if (target === null || mayArriveAs?.includes(target) === false) return reject('not_found');
  const found = foundAgain(item, context);
  if (!found.ok) return found;
  const receipt = receiveItem(itemId, {}, applyTo(processState, found.streams), context);
  if (!receipt.ok) return receipt;
  return { ok: true, streams: mergeStreams<ProcessEvent>([...found.streams, ...receipt.streams]) };
}

/** Its ends take it in, or back, in their own ways; who stands nowhere holds nothing in the hand. */
function isThirdPlace({ origin, destination }: Shipment, { actor }: CommandContext): boolean {
  return actor.siteId !== null && actor.siteId !== origin && actor.siteId !== destination;
}

function isTakenInHere(shipment: Shipment, { id, custody }: Item, { actor }: CommandContext): boolean {
  const isHere = custody.kind === 'site' && custody.siteId === actor.siteId;
  return isHere && lineOf(shipment, id)?.state === 'received';
}
