import type { Caller } from '@atelier/application/commands/run-command.ts';
import { shipmentCommandResponse } from '@atelier/contracts/shipping/schema.ts';
import { deliveredBody, type DeliveredBody } from '@atelier/contracts/shipping/outbound-schema.ts';
import { deliverPackage } from '@atelier/application/shipping/outbound.commands.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badField } from '../http/errors.ts';
import { keepSignature, SIGNED_BODY_LIMIT } from '../http/keep-signature.ts';
import { defineRoute } from '../http/route.ts';
import { shipmentResponse } from './shipment-response.ts';

/** `POST /package/delivered` (product/shipping.md §13): at the client's door, with the carrier's proof; 14 → 16. */
export function deliverRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/package/delivered',
    permission: ['logistic ship out', 'shop handover'],
    scope: 'site',
    summary: 'The carrier has delivered a parcel to its client: proof, and a signature where there is one',
    body: deliveredBody,
    response: shipmentCommandResponse,
    bodyLimit: SIGNED_BODY_LIMIT,
    handler: async (input) => {
      const { body } = input;
      const delivery = {
        itemIds: body.rma_item_ids ?? null,
        proof: proofOf(body, deps.clock.now()),
        signature: await signatureOf(deps, body, callerOf(input)),
        notReturned: body.not_returned,
      };
      const outcome = await deliverPackage(services, callerOf(input), body.tracking_no, delivery);
      return shipmentResponse(deps, body.tracking_no, outcome, 'package delivered');
    },
  });
}

const DAY_MS = 86_400_000;

/** The reference and its day, as the events hold them. A day ahead is today somewhere; two are a mistake. */
function proofOf({ proof, delivered_on: day }: DeliveredBody, now: Date): string {
  if (day === undefined) return proof;
  const latest = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  if (day > latest)
    throw badField('delivered_on', 'date_in_future', 'The delivery date cannot be in the future.');
  return `${proof} · ${day}`;
}

async function signatureOf({ blobs }: ApiDeps, body: DeliveredBody, caller: Caller): Promise<string | null> {
  const { strokes, image, signer_name } = body;
  if (strokes === undefined) return null;
  return keepSignature(blobs, { strokes, image, signer_name }, 'courier', caller);
}
