import { acceptStreams, reject, type Decision } from '@atelier/domain/decider.ts';
import type { ShipmentId } from '@atelier/domain/kernel.ts';
import type { NavDocumentState } from '@atelier/domain/nav/document.ts';
import { navStream, type NavEvent } from '@atelier/domain/nav/events.ts';
import {
  followPackage,
  retry,
  sendByHand,
  skip,
  type NavContext,
} from '@atelier/domain/nav/follow-package.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import { navAggregate } from '../aggregates.ts';
import { findShipmentId } from '../shipping/shipment-number.queries.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { findNavPackage, isInSight, type NavPackageFacts } from './nav-package.queries.ts';

/** Brings the document in line with its package; nothing happens when it is. Safe to repeat. */
export async function followNavPackage(
  services: CommandServices,
  caller: Caller,
  { pack }: NavPackageFacts,
): Promise<CommandOutcome> {
  return onNavDocument(services, caller, pack.shipmentId, (state, context) => ({
    ok: true,
    events: followPackage(state, pack, context),
  }));
}

/** What a worker learnt or is about to do. `ok` without versions means that there was nothing to write. */
export function recordNav(
  services: CommandServices,
  caller: Caller,
  shipmentId: ShipmentId,
  decide: (state: NavDocumentState, context: NavContext) => readonly NavEvent[],
): Promise<CommandOutcome> {
  return onNavDocument(services, caller, shipmentId, (state, context) => ({
    ok: true,
    events: decide(state, context),
  }));
}

/** `POST /nav/send`: by hand for a tracking number. Answers `{shipment_id}`. */
export async function sendNavByHand(
  services: CommandServices,
  caller: Caller,
  trackingNumber: string,
  reason: string,
): Promise<CommandOutcome> {
  const shipmentId = await findShipmentId(services.db, trackingNumber);
  if (shipmentId === null) return reject('nav_not_bound');
  const facts = await findNavPackage(services, shipmentId);
  const isSeen = facts !== undefined && (await isInSight(services.db, caller.scope, shipmentId));
  if (!isSeen) return reject('nav_not_bound');
  return onNavDocument(services, caller, shipmentId, (state, context) =>
    sendByHand(state, facts.pack, reason, context),
  );
}

/** `POST /nav/retry` and `/nav/skip`, with a reason; `If-Match` names the version that was seen. */
export async function touchNavDocument(
  services: CommandServices,
  caller: Caller,
  asked: { readonly shipmentId: ShipmentId; readonly touch: 'retry' | 'skip'; readonly reason: string },
): Promise<CommandOutcome> {
  const { shipmentId, reason } = asked;
  const facts = await findNavPackage(services, shipmentId);
  const isSeen = facts !== undefined && (await isInSight(services.db, caller.scope, shipmentId));
  if (!isSeen) return reject('nav_data_not_found');
  const decide = asked.touch === 'retry' ? retry : skip;
  return onNavDocument(services, caller, shipmentId, (state, context) => decide(state, reason, context));
}

function onNavDocument(
  services: CommandServices,
  caller: Caller,
  shipmentId: ShipmentId,
  decide: (state: NavDocumentState, context: CommandContext) => Decision<NavEvent>,
): Promise<CommandOutcome> {
  const stream = navStream(shipmentId);
  return runCommand(services, caller, {
    streams: [stream],
    versioned: stream,
    decide: (states, context) => {
      const decision = decide(states.of(navAggregate, shipmentId), context);
      if (!decision.ok) return decision;
      const appended = acceptStreams([{ streamId: stream, events: decision.events }]);
      return appended.ok ? { ...appended, answer: { shipment_id: shipmentId } } : appended;
    },
  });
}
