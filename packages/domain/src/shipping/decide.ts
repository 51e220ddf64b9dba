import { codeKey } from '../contract/codes.ts';
import { accept, reject, unreachable, type Decision } from '../decider.ts';
import { shipmentStream, type Actor, type ActorAtSite, type Instant, type ShipmentId } from '../kernel.ts';
import type { ShipmentCommand } from './commands.ts';
import type { ShipmentEvent } from './events.ts';
import { lineOf, mayEndAtClient, shipmentStatus, type Shipment, type ShipmentState } from './shipment.ts';

export interface ShipmentContext {
  readonly now: Instant;
  readonly actor: ActorAtSite;
}

type Of<Type extends ShipmentCommand['type']> = Extract<ShipmentCommand, { type: Type }>;
type Result = Decision<ShipmentEvent>;

/** Names the key under which texts about a package are sealed. */
export const packageWordsRef = (id: ShipmentId): string => `package-words-${id}`;

/** A reason about a package, with the reference of the key that seals it. */
export function packageReason(
  { id }: Pick<Shipment, 'id'>,
  reason: string | null,
): { readonly reason: string | null; readonly wordsRef?: string } {
  return reason === null ? { reason } : { reason, wordsRef: packageWordsRef(id) };
}

export function shipmentStamp(context: ShipmentContext): { readonly at: Instant; readonly by: Actor } {
  const { userId, workerId } = context.actor;
  return { at: context.now, by: { userId, workerId } };
}

/** Decides a command on one package. Rejects with `not_found` when there is none, save for opening it. */
export function decideShipment(
  command: ShipmentCommand,
  state: ShipmentState,
  context: ShipmentContext,
): Result {
  if (command.type === 'OpenShipment') return decideOpen(command, state, context);
  if (state.kind === 'none') return reject('not_found');
  if (state.stage === 'cancelled') return reject('shipment_cancelled');
  switch (command.type) {
    case 'RouteShipment':
      return decideRoute(command, state, context);
    case 'PriceItem':
      return decidePrice(command, state, context);
    case 'SealShipment':
      return decideSeal(command, state, context);
    case 'UnsealShipment':
      return decideUnseal(command, state, context);
    case 'SignShipment':
      return decideSign(command, state, context);
    case 'RecordPickup':
      return decidePickup(state, context);
    case 'CheckArrival':
      return decideCheckArrival(command, state, context);
    case 'SetExtraApart':
      return decideSetApart(command, state, context);
    case 'HandBackExtra':
      return decideHandBack(command, state, context);
    case 'CloseShipment':
      return decideClose(state, context);
    default:
      return unreachable(command);
  }
}

/** A new draft. One tracking number, one package, for good (product/shipping.md §1). */
function decideOpen(command: Of<'OpenShipment'>, state: ShipmentState, context: ShipmentContext): Result {
  const { type: _type, trackingUsed, ...head } = command;
  if (state.kind !== 'none') return reject('already_exists');
  if (head.trackingNumber.trim() === '') return reject('invalid_input', { field: 'tracking_no' });
  if (trackingUsed) return reject('tracking_used');
  if (head.destination === head.origin) return reject('wrong_destination', { site_id: head.origin });
  if (head.destination === null && !mayEndAtClient(head.orderType)) return reject('wrong_destination');
  const data = { ...head, trackingKey: codeKey(head.trackingNumber), ...shipmentStamp(context) };
  return accept<ShipmentEvent>({ type: 'ShipmentOpened', data });
}

/** Another way or carrier, while it still stands here. */
function decideRoute(command: Of<'RouteShipment'>, shipment: Shipment, context: ShipmentContext): Result {
  if (!isOpen(shipment)) return reject('shipment_not_draft', { state: shipmentStatus(shipment) });
  const { destination = shipment.destination, carrier = shipment.carrier } = command;
  if (destination === shipment.origin || (destination === null && !mayEndAtClient(shipment.orderType)))
    return reject('wrong_destination', { site_id: destination });
  if (destination === shipment.destination && carrier === shipment.carrier) return accept<ShipmentEvent>();
  const data = { destination, carrier, ...shipmentStamp(context) };
  return accept<ShipmentEvent>({ type: 'ShipmentRouted', data });
}

/** Prices may be filled in until it is sent. */
function decidePrice(
  { itemId, price }: Of<'PriceItem'>,
  shipment: Shipment,
  context: ShipmentContext,
): Result {
  if (!isOpen(shipment)) return reject('shipment_not_draft', { state: shipmentStatus(shipment) });
  const line = lineOf(shipment, itemId);
  if (line === undefined) return reject('item_not_bound', { item_id: itemId });
  if (!Number.isSafeInteger(price.amount) || price.amount < 0) return reject('amount_invalid');
  if (line.price?.amount === price.amount && line.price.currency === price.currency)
    return accept<ShipmentEvent>();
  return accept<ShipmentEvent>({ type: 'ShipmentItemPriced', data: { itemId, price, at: context.now } });
}

function decideSeal(command: Of<'SealShipment'>, shipment: Shipment, context: ShipmentContext): Result {
  const { sealNumber, grossWeightGrams } = command;
  if (shipment.stage !== 'draft') return reject('shipment_not_draft', { state: shipmentStatus(shipment) });
  if (shipment.lines.length === 0) return reject('no_items');
  if (grossWeightGrams !== null && !(grossWeightGrams > 0))
    return reject('invalid_input', { field: 'gross_weight' });
  const data = { sealNumber, grossWeightGrams, ...shipmentStamp(context) };
  return accept<ShipmentEvent>({ type: 'ShipmentSealed', data });
}

/** Breaking the seal before sending opens the contents again. */
function decideUnseal(
  { reason }: Of<'UnsealShipment'>,
  shipment: Shipment,
  context: ShipmentContext,
): Result {
  if (shipment.stage !== 'sealed') return reject('shipment_not_draft', { state: shipmentStatus(shipment) });
  if (reason.trim() === '') return reject('reason_required');
  return accept<ShipmentEvent>({
    type: 'ShipmentUnsealed',
    data: { ...packageReason(shipment, reason), ...shipmentStamp(context) },
  });
}

/** Signatures are versions; an older one is never replaced (product/shipping.md §11). */
function decideSign({ signature }: Of<'SignShipment'>, shipment: Shipment, context: ShipmentContext): Result {
  if (!isOpen(shipment)) return reject('shipment_not_draft', { state: shipmentStatus(shipment) });
  if (signature === '') return reject('signature_required');
  const version = shipment.signatures.length + 1;
  const data = { signerRef: shipmentStream(shipment.id), version, signature, ...shipmentStamp(context) };
  return accept<ShipmentEvent>({ type: 'ShipmentSigned', data });
}

/** The carrier has it, says the end that gave it away: from now on it cannot be unsent. */
function decidePickup(shipment: Shipment, context: ShipmentContext): Result {
  if (shipment.stage !== 'sent') return reject('shipment_not_sent', { state: shipmentStatus(shipment) });
  const { siteId } = context.actor;
  if (siteId !== null && siteId !== shipment.origin)
    return reject('custody_elsewhere', { site_id: shipment.origin });
  if (shipment.pickedUpAt !== null) return accept<ShipmentEvent>();
  return accept<ShipmentEvent>({ type: 'ShipmentPickedUp', data: shipmentStamp(context) });
}

/** Seal number and gross weight at the other end (product/shipping.md §6): compared for people, never refused. */
function decideCheckArrival(
  command: Of<'CheckArrival'>,
  shipment: Shipment,
  context: ShipmentContext,
): Result {
  const { sealNumber, grossWeightGrams } = command;
  if (shipment.stage !== 'sent') return reject('shipment_not_sent', { state: shipmentStatus(shipment) });
  if (sealNumber === null && grossWeightGrams === null)
    return reject('invalid_input', { field: 'seal_number' });
  if (grossWeightGrams !== null && !(grossWeightGrams > 0))
    return reject('invalid_input', { field: 'gross_weight' });
  const { arrival } = shipment;
  const isNoted = arrival?.sealNumber === sealNumber && arrival.grossWeightGrams === grossWeightGrams;
  if (isNoted) return accept<ShipmentEvent>();
  const data = { sealNumber, grossWeightGrams, ...shipmentStamp(context) };
  return accept<ShipmentEvent>({ type: 'ShipmentArrivalChecked', data });
}

/** A piece that is not on the list waits apart, and the package is in discrepancy, until an operator adopts it. */
function decideSetApart(
  { code, itemId }: Of<'SetExtraApart'>,
  shipment: Shipment,
  context: ShipmentContext,
): Result {
  if (shipment.stage !== 'sent') return reject('shipment_not_sent', { state: shipmentStatus(shipment) });
  if (code.trim() === '') return reject('invalid_input', { field: 'code' });
  if (itemId !== null && lineOf(shipment, itemId) !== undefined) {
    return reject('already_exists', { item_id: itemId });
  }
  const known = shipment.extras.find((extra) => extra.code === code);
  if (known !== undefined && known.state !== 'handed-back') return accept<ShipmentEvent>();
  return accept<ShipmentEvent>({
    type: 'ShipmentExtraSetApart',
    data: { code, itemId, ...shipmentStamp(context) },
  });
}

/** A piece of another owner goes back or is sent on; custody never came here, so only the package records it. */
function decideHandBack(
  { code, reason }: Of<'HandBackExtra'>,
  shipment: Shipment,
  context: ShipmentContext,
): Result {
  const extra = shipment.extras.find((each) => each.code === code);
  if (extra === undefined) return reject('not_found', { code });
  if (reason.trim() === '') return reject('reason_required');
  if (extra.state === 'handed-back') return accept<ShipmentEvent>();
  if (extra.state === 'adopted') return reject('item_already_received', { code });
  return accept<ShipmentEvent>({
    type: 'ShipmentExtraHandedBack',
    data: { code, ...packageReason(shipment, reason), ...shipmentStamp(context) },
  });
}

/** Closed once every piece is received or settled and no extra waits. */
function decideClose(shipment: Shipment, context: ShipmentContext): Result {
  if (shipment.stage === 'closed') return accept<ShipmentEvent>();
  const state = shipmentStatus(shipment);
  if (shipment.stage !== 'sent') return reject('shipment_not_sent', { state });
  if (state !== 'Received') return reject('shipment_open_lines', { state });
  return accept<ShipmentEvent>({ type: 'ShipmentClosed', data: shipmentStamp(context) });
}

/** Not yet sent: contents, prices and signatures may still change. */
export function isOpen(shipment: Shipment): boolean {
  return shipment.stage === 'draft' || shipment.stage === 'sealed';
}
