import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { shipmentCommandResponse } from '@atelier/contracts/shipping/schema.ts';
import {
  pickupBody,
  priceBody,
  reasonedBody,
  renumberBody,
  routeBody,
  sealBody,
} from '@atelier/contracts/shipping/outbound-schema.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { createPlaces } from '@atelier/application/reference/places.queries.ts';
import {
  cancelPackage,
  onPackageAlone,
  renumberPackage,
  type OwnCommand,
} from '@atelier/application/shipping/outbound.commands.ts';
import { findShipmentRecord } from '@atelier/application/shipping/shipment-view.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { refuseUnfitDestination } from './new-destination.ts';
import { shipmentResponse } from './shipment-response.ts';

const PACKERS = [
  'view prepare package page',
  'logistic ship out',
] as const satisfies readonly PermissionName[];

/** A package before and while it leaves: its destination, prices, seal, pick-up, its end unsent, and another number. */
export function outboundRoutes(app: FastifyInstance, deps: ApiDeps): void {
  sealRoutes(app, deps);
  destinationRoute(app, deps);
  numberRoutes(app, deps);
}

interface Spec<Body extends z.ZodType<{ tracking_no: string }>> {
  readonly url: string;
  readonly summary: string;
  readonly body: Body;
  readonly commandOf: (body: z.output<Body>, input: CommandInput) => OwnCommand | Promise<OwnCommand>;
}

/** A call that is one command on the package alone. */
function ownRoute<Body extends z.ZodType<{ tracking_no: string }>>(
  app: FastifyInstance,
  deps: ApiDeps,
  { url, summary, body, commandOf }: Spec<Body>,
): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url,
    permission: PACKERS,
    scope: 'site',
    summary,
    body,
    response: shipmentCommandResponse,
    handler: async (input) => {
      const { tracking_no: tracking } = input.body;
      const command = await commandOf(input.body, input);
      const outcome = await onPackageAlone(services, callerOf(input), tracking, command);
      return shipmentResponse(deps, tracking, outcome, 'package updated');
    },
  });
}

function sealRoutes(app: FastifyInstance, deps: ApiDeps): void {
  ownRoute(app, deps, {
    url: '/package/seal',
    summary: 'Seal a package without sending it: seal number and gross weight',
    body: sealBody,
    commandOf: ({ seal_number, gross_weight }) => ({
      type: 'SealShipment',
      sealNumber: seal_number === undefined || seal_number === '' ? null : seal_number,
      grossWeightGrams: gross_weight ?? null,
    }),
  });
  ownRoute(app, deps, {
    url: '/package/unseal',
    summary: 'Break the seal before sending, with the reason',
    body: reasonedBody,
    commandOf: ({ reason }) => ({ type: 'UnsealShipment', reason }),
  });
  ownRoute(app, deps, {
    url: '/package/pickup',
    summary: 'Record the carrier’s pickup; the package can no longer be taken back',
    body: pickupBody,
    commandOf: () => ({ type: 'RecordPickup' }),
  });
}

function destinationRoute(app: FastifyInstance, deps: ApiDeps): void {
  const places = createPlaces(deps.db);
  ownRoute(app, deps, {
    url: '/package/route',
    summary: 'Another destination or carrier, until it is sent',
    body: routeBody,
    commandOf: async (body, input) => {
      await refuseUnfitDestination(deps, places, input, body);
      const { destination, to_client: toClient, carrier } = body;
      const target = toClient === true ? null : destination;
      return {
        type: 'RouteShipment',
        ...(target !== undefined && { destination: target }),
        ...(carrier !== undefined && { carrier: carrier === '' ? null : carrier }),
      };
    },
  });
  ownRoute(app, deps, {
    url: '/package/price',
    summary: 'Declare the price of a piece that has none',
    body: priceBody,
    commandOf: async ({ tracking_no, rma_item_id, amount, currency }, { scope }) => {
      const record = await inScope(deps.db, scope, (trx) => findShipmentRecord(trx, tracking_no));
      if (record === undefined) throw notFound();
      const own = record.origin_currency;
      if (currency !== undefined && currency !== own)
        throw badField('currency', 'currency_mismatch', `This package is declared in ${own}.`);
      return { type: 'PriceItem', itemId: rma_item_id, price: { amount, currency: own } };
    },
  });
}

function numberRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/package/cancel',
    permission: PACKERS,
    scope: 'site',
    summary:
      'Discard a package that was never sent; its pieces can be packed again, its number cannot be used again',
    body: reasonedBody,
    response: shipmentCommandResponse,
    handler: async (input) => {
      const { tracking_no, reason } = input.body;
      const outcome = await cancelPackage(services, callerOf(input), tracking_no, reason);
      return shipmentResponse(deps, tracking_no, outcome, 'package cancelled');
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/package/tracking',
    permission: PACKERS,
    scope: 'site',
    summary: 'Another tracking number, before anything was received; the old one still finds the package',
    body: renumberBody,
    response: shipmentCommandResponse,
    handler: async (input) => {
      const { tracking_no: trackingNumber, new_tracking_no: newNumber, reason } = input.body;
      const numbers = { trackingNumber, newNumber, reason: reason === '' ? null : (reason ?? null) };
      const outcome = await renumberPackage(services, callerOf(input), numbers);
      return shipmentResponse(deps, newNumber, outcome, 'tracking number updated');
    },
  });
}
