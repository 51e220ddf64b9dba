import { accept, type Decision } from '../decider.ts';
import type { ChangeItemStatus, CommandContext } from './item/commands.ts';
import { custodyPasses, stamp, statusChanged } from './item/build.ts';
import type { ItemEvent } from './item/events.ts';
import { asksForAmount, asksForFee, isFeeMissing, isFeePaid, isFeeSettled } from './fees/fees.ts';
import { findingsEvents, savesFindings } from './scanning/findings.ts';
import {
  blankRefusal,
  custodyRefusal,
  endedRefusal,
  firstRefusal,
  heldRefusal,
  refuse,
  type Refusal,
} from './holds/guards.ts';
import { latestSignature, notReturnedOf, pickup, toReturnRefusal } from './handover.ts';
import type { Item } from './item/item.ts';
import { measurementEvents, measurementRefusal, weighingRefusal } from './scanning/measurements.ts';
import { isOnward, moveKindOf, type OrdinaryMove } from './item/moves.ts';
import { outcomeEvents, outcomeFor } from './scanning/outcomes.ts';
import { isToClient } from './custody.ts';
import { SEND_STATUSES, Status, type StatusId } from '../shared/status.ts';

/**
 * One item to a named target (`PUT /rmastatus`, the table of product/repair.md §2). Moves that take a package along — sending,
 * receiving, cancelling while bound — are refused here with `needs_package` or `needs_receipt`: `processes/` makes them.
 */
export function decideChangeStatus(
  command: ChangeItemStatus,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const kind = moveKindOf(item.status, command.target);
  if (kind === null) return { ok: false, rejection: noSuchMove(item, command.target) };
  const refusal = firstRefusal(
    () => heldRefusal(item, command.target),
    () => packageRefusal(item, command.target),
    () => (isOnward(kind) ? null : blankRefusal(command.reason, 'reason_required')),
    () => placeRefusal(item, command, context),
    () => targetRefusal(item, command, context),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  if (command.target === Status.TakenByClient) return takeOver(command, item, context);
  return withDetails(command, item, kind, context);
}

/** Why the table offers no move from here to there. */
export function noSuchMove(item: Item, target: StatusId) {
  if (item.status === target) return refuse('already_in_status', { status: target });
  return endedRefusal(item) ?? refuse('illegal_transition', { from: item.status, to: target });
}

function packageRefusal(item: Item, target: StatusId): Refusal {
  if (SEND_STATUSES.includes(target))
    return refuse('needs_package', { shipment_id: item.legs.current?.shipmentId ?? null });
  if (item.custody.kind === 'shipment' && target !== Status.TakenByClient) {
    return refuse('needs_receipt', { shipment_id: item.custody.shipmentId });
  }
  const leaves = target === Status.Cancelled || target === Status.ReceiveFromShop;
  return leaves && item.legs.current !== null
    ? refuse('needs_package', { shipment_id: item.legs.current.shipmentId })
    : null;
}

/** An override brings the jewel to where the actor stands; everything else happens where it lies. */
function placeRefusal(item: Item, command: ChangeItemStatus, context: CommandContext): Refusal {
  if (command.target === Status.ReceiveFromShop)
    return context.actor.siteId === null ? refuse('custody_elsewhere') : null;
  const isCarried = item.status === Status.LogisticsShipOut || isToClient(item);
  if (command.target === Status.TakenByClient && isCarried) return null;
  return custodyRefusal(item, context.actor);
}

function targetRefusal(item: Item, command: ChangeItemStatus, context: CommandContext): Refusal {
  const { target } = command;
  if (target === Status.RepairDone)
    return outcomeRefusal(item, command) ?? weighingRefusal(item, command.measurements, context.policy);
  if (asksForAmount(target) && isFeeMissing(item)) return refuse('fee_missing', { item_id: item.id });
  if (asksForFee(target) && !isFeeSettled(item)) return refuse('fee_not_settled', { ...item.fee.due });
  return (
    measurementRefusal(target, command.measurements, context.policy) ??
    weighingRefusal(item, command.measurements, context.policy)
  );
}

function outcomeRefusal(item: Item, command: ChangeItemStatus): Refusal {
  const outcome = outcomeFor(item, command.outcome);
  if (outcome === null) return refuse('outcome_required', { from: item.status });
  const isFree = outcome === 'unrepaired' || outcome === 'counterfeit';
  if (!isFree && isFeeMissing(item)) return refuse('fee_missing', { item_id: item.id });
  const replaced = command.replacement !== undefined || item.work.oldPieces.length > 0;
  return outcome === 'replaced' && !replaced ? refuse('replacement_required') : null;
}

/** 16: to the owner at the counter, or by the carrier at the client's door. */
function takeOver(command: ChangeItemStatus, item: Item, context: CommandContext): Decision<ItemEvent> {
  const { notReturned } = command;
  if (isToClient(item)) return takenAtDoor(command, item, context);
  if (item.status === Status.ShopReceived)
    return pickup(item, { signature: latestSignature(item), notReturned }, context);
  return {
    ok: false,
    rejection: refuse('illegal_transition', { from: Status.LogisticsShipOut, to: Status.TakenByClient }),
  };
}

function takenAtDoor(command: ChangeItemStatus, item: Item, context: CommandContext): Decision<ItemEvent> {
  const { notReturned } = command;
  const proof = blankRefusal(command.carrierProof, 'carrier_proof_required');
  const unpaid = isFeePaid(item) ? null : refuse('fee_not_paid', { ...item.fee.due });
  const refusal = proof ?? unpaid ?? toReturnRefusal(item, notReturned);
  if (refusal !== null) return { ok: false, rejection: refusal };
  return accept<ItemEvent>(
    statusChanged(item, Status.TakenByClient, { move: 'forward' }, context),
    ...custodyPasses(item, { kind: 'customer' }, context.now),
    {
      type: 'ItemHandedOver',
      data: {
        customerRef: item.customerRef,
        how: 'delivered',
        signature: command.deliverySignature ?? null,
        carrierProof: command.carrierProof ?? null,
        ...notReturnedOf(item, notReturned),
        ...stamp(context),
      },
    },
  );
}

/** Findings, measurements and outcome first, then the move: saved in one decision (product/repair.md §11). */
function withDetails(
  command: ChangeItemStatus,
  item: Item,
  kind: OrdinaryMove,
  context: CommandContext,
): Decision<ItemEvent> {
  const details = moveDetails(command, item, context);
  if (!details.ok) return details;
  const { target, reason } = command;
  const siteId = context.actor.siteId;
  const brought =
    target === Status.ReceiveFromShop && siteId !== null
      ? custodyPasses(item, { kind: 'site', siteId }, context.now)
      : [];
  return accept<ItemEvent>(
    ...details.events,
    statusChanged(item, target, { move: kind, reason }, context),
    ...brought,
  );
}

/** What is recorded with a move to its target, before the status itself changes. */
export function moveDetails(
  command: ChangeItemStatus,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const withFindings = savesFindings(command.target) || command.findings !== undefined;
  const findings = withFindings
    ? findingsEvents(item, command.findings ?? {}, command.listedFee, context)
    : accept<ItemEvent>();
  if (!findings.ok) return findings;
  const outcome = command.target === Status.RepairDone ? outcomeEvents(item, command, context) : [];
  return accept<ItemEvent>(
    ...findings.events,
    ...measurementEvents(item, command.target, command.measurements, context),
    ...outcome,
  );
}
