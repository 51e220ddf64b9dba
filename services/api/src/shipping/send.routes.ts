import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import {
  sendPackageBody,
  shipmentCommandResponse,
  unbindBody,
  unsendBody,
  type SendPackageBody,
} from '@atelier/contracts/shipping/schema.ts';
import { createPlaces } from '@atelier/application/reference/places.queries.ts';
import { unpackItems } from '@atelier/application/shipping/pack.commands.ts';
import { sendBound, unsend, type Sending } from '@atelier/application/shipping/send.commands.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { defineRoute } from '../http/route.ts';
import { refuseUnfitDestination } from './new-destination.ts';
import { shipmentResponse } from './shipment-response.ts';

/** Who may send what: a shop to the warehouse or another shop, the factory to shops and clients. */
const SENDERS: readonly { url: string; permission: PermissionName; orderTypes: readonly number[] }[] = [
  { url: '/storepackage', permission: 'view prepare package page', orderTypes: [1, 4] },
  { url: '/factorypackage', permission: 'logistic ship out', orderTypes: [2] },
];
const PACKERS = ['view prepare package page', 'logistic ship out'] as const;

/** Sending, unsending and unbinding: commands on one package, idempotent by tracking number (product/shipping.md §4, §5). */
export function sendRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  const places = createPlaces(deps.db);
  for (const { url, permission, orderTypes } of SENDERS) {
    defineRoute(app, {
      method: 'POST',
      url,
      permission,
      scope: 'site',
      summary: 'Send what is bound to a tracking number; can_send is asked again inside',
      body: sendPackageBody,
      response: shipmentCommandResponse,
      handler: async (input) => {
        await refuseUnfitDestination(deps, places, input, input.body);
        const outcome = await sendBound(services, callerOf(input), sendingOf(input.body, orderTypes));
        return shipmentResponse(deps, input.body.tracking_no, outcome, 'package sent');
      },
    });
  }
  defineRoute(app, {
    method: 'POST',
    url: '/package/unbind',
    permission: PACKERS,
    scope: 'site',
    summary: 'Take items out of a package that has not been sent',
    body: unbindBody,
    response: shipmentCommandResponse,
    handler: async (input) => {
      const { tracking_no, rma_item_ids } = input.body;
      const outcome = await unpackItems(services, callerOf(input), tracking_no, rma_item_ids);
      return shipmentResponse(deps, tracking_no, outcome, 'package updated');
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/package/unsend',
    permission: PACKERS,
    scope: 'site',
    summary: 'Take a package back before the carrier picks it up',
    body: unsendBody,
    response: shipmentCommandResponse,
    handler: async (input) => {
      const { tracking_no, reason } = input.body;
      const outcome = await unsend(services, callerOf(input), tracking_no, reason);
      return shipmentResponse(deps, tracking_no, outcome, 'package updated');
    },
  });
}

function sendingOf(body: SendPackageBody, orderTypes: readonly number[]): Sending {
  return {
    trackingNumber: body.tracking_no,
    orderTypes,
    destination: body.to_client === true ? null : body.destination,
    carrier: body.carrier,
    sealNumber: body.seal_number,
    grossWeight: body.gross_weight,
  };
}
