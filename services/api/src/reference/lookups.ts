import {
  carriersResponse,
  cityListResponse,
  cityListQuery,
  countriesResponse,
  internationalCountriesResponse,
  languagesResponse,
  rejectReasonsResponse,
  rejectReasonsQuery,
  repairFeesResponse,
  repairFeesQuery,
  rmaReasonsResponse,
  shippingFeesResponse,
  sitesResponse,
} from '@atelier/contracts/reference/schema.ts';
import { listProvinces, type Places } from '@atelier/application/reference/places.queries.ts';
import {
  listActiveReasons,
  listRejectReasons,
  listRepairFees,
  listShippingFees,
} from '@atelier/application/reference/repair.queries.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';

// Nothing here is personal: every signed-in account may read it, a station without a worker too.
const OPEN_TO_STAFF = { method: 'GET', permission: 'session', scope: 'none' } as const;

/** Lists for address fields, filters and package screens. */
export function placeRoutes(app: FastifyInstance, places: Places, { db }: ApiDeps): void {
  defineRoute(app, {
    ...OPEN_TO_STAFF,
    url: '/get_all_country',
    summary: 'Countries with their dial codes',
    response: countriesResponse,
    handler: async () => ok(await places.countries()),
  });
  defineRoute(app, {
    ...OPEN_TO_STAFF,
    url: '/get_country_city_list',
    summary: 'Provinces of a country with their cities',
    query: cityListQuery,
    response: cityListResponse,
    handler: async ({ query }) => ok(await listProvinces(db, query.countries_id)),
  });
  defineRoute(app, {
    ...OPEN_TO_STAFF,
    url: '/get_all_language',
    summary: 'Languages in which a client can be contacted',
    response: languagesResponse,
    handler: async () => ok(await places.languages()),
  });
  defineRoute(app, {
    ...OPEN_TO_STAFF,
    url: '/carrier/list',
    summary: 'Carriers',
    response: carriersResponse,
    handler: async () => ok(await places.carriers()),
  });
  defineRoute(app, {
    ...OPEN_TO_STAFF,
    url: '/site/list',
    shows: 'no-person',
    summary: 'Shops, the warehouse and the factories',
    response: sitesResponse,
    handler: async () => ok(await places.sites()),
  });
  defineRoute(app, {
    ...OPEN_TO_STAFF,
    url: '/international/countries',
    summary: 'Countries the brand ships between',
    response: internationalCountriesResponse,
    handler: async () => ok(await places.internationalCountries()),
  });
}

/** Reasons, fees and refusals. */
export function repairLookupRoutes(app: FastifyInstance, places: Places, { db }: ApiDeps): void {
  defineRoute(app, {
    ...OPEN_TO_STAFF,
    url: '/rma_reason',
    summary: 'Active reasons with their active sub-reasons',
    response: rmaReasonsResponse,
    handler: async () => ok(await listActiveReasons(db)),
  });
  defineRoute(app, {
    ...OPEN_TO_STAFF,
    url: '/repairfees',
    summary: 'Fees out of warranty; of the own country at a shop, of every country elsewhere',
    query: repairFeesQuery,
    response: repairFeesResponse,
    handler: async ({ query, principal }) => {
      const shop = principal.storeId === undefined ? undefined : await places.findSite(principal.storeId);
      const country = query.country ?? shop?.country_code;
      return ok(await listRepairFees(db, { country, subReasonId: query.rma_sub_reason_id }));
    },
  });
  defineRoute(app, {
    ...OPEN_TO_STAFF,
    url: '/reject/reasons',
    summary: 'Reasons for which a shop or operation may reject a piece',
    query: rejectReasonsQuery,
    response: rejectReasonsResponse,
    handler: async ({ query }) => ok(await listRejectReasons(db, query.user_type)),
  });
  defineRoute(app, {
    ...OPEN_TO_STAFF,
    url: '/international/shipping_fees',
    summary: 'What sending a piece back costs, per country',
    response: shippingFeesResponse,
    handler: async () => ok(await listShippingFees(db)),
  });
}
