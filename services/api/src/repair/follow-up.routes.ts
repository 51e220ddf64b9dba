import { BENCH_PERMISSIONS } from '@atelier/domain/shared/bench-permissions.ts';
import { itemCommandResponse } from '@atelier/contracts/repair/schema.ts';
import {
  addresseesResponse,
  addresseesQuery,
  followUpBody,
  followUpsResponse,
  followUpsQuery,
} from '@atelier/contracts/repair/decisions-schema.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findAddressees } from '@atelier/application/repair/addressees.queries.ts';
import { recordFollowUp } from '@atelier/application/repair/decision.commands.ts';
import { findFollowUps } from '@atelier/application/repair/follow-ups.queries.ts';
import { createPlaces } from '@atelier/application/reference/places.queries.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { besideOf, momentIn } from '../shared/moment.ts';
import { defineRoute } from '../http/route.ts';
import { SHOP_VIEWERS } from '../http/viewers.ts';
import { itemResponse } from '../shared/item-response.ts';

/** Pickup follow-ups (product/repair.md §16), and whom a remark may be addressed to. */
export function followUpRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  const places = createPlaces(deps.db);
  defineRoute(app, {
    method: 'POST',
    url: '/add_after_sales',
    permission: ['shop handover', 'view (shop) get all rma'],
    scope: 'store',
    summary: 'Log a call or a reminder to the client whose piece is ready',
    body: followUpBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, result, note, outcome, comes_on: comesOn = null } = input.body;
      const { comes_at: pickup = null, shop_id: shopId = null, overbook = false } = input.body;
      if (outcome === undefined && comesOn !== null)
        throw badField('comes_on', 'invalid_input', 'Give the outcome, too.');
      if (shopId !== null && (await places.findSite(shopId))?.kind !== 'shop')
        throw badField('shop_id', 'wrong_destination', 'Choose a shop.');
      const call = outcome && { outcome, comesOn, pickup, shopId, overbook };
      return itemResponse(id, await recordFollowUp(services, callerOf(input), id, result, note, call));
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/get_after_sale_list',
    shows: 'persons',
    // A station's hand reads no words about customers.
    permission: [...SHOP_VIEWERS, 'view list all rma page for operation'],
    scope: 'site',
    summary: 'The pickup follow-ups of an item, the newest first',
    query: followUpsQuery,
    response: followUpsResponse,
    handler: async ({ query, scope }) => {
      const moment = momentIn(query, deps.clock);
      const reader = { store: deps.store, scope, moment };
      const list = await inScope(deps.db, scope, (trx) => findFollowUps(trx, query.rma_item_id, reader));
      if (list === undefined) throw notFound();
      return ok(list, { total: list.length, ...besideOf(moment) });
    },
  });
  addresseesRoute(app, deps);
}

function addresseesRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/comment/addressees',
    permission: BENCH_PERMISSIONS,
    scope: 'site',
    summary: 'Colleagues who can see an item and may be addressed in a remark on it',
    query: addresseesQuery,
    response: addresseesResponse,
    handler: async ({ query, scope }) => {
      const list = await inScope(deps.db, scope, (trx) => findAddressees(trx, query.rma_item_id));
      if (list === undefined) throw notFound();
      return ok(list, { total: list.length });
    },
  });
}
