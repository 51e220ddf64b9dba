import { inScope } from '@atelier/application/platform/database.ts';
import { findBookedPickups } from '@atelier/application/repair/pickups.queries.ts';
import { bookedPickupsQuery, bookedPickupsResponse } from '@atelier/contracts/repair/pickup-booked-schema.ts';
import { localDay } from '@atelier/domain/calendar.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { clockOfSite } from '../shared/clock-of-site.ts';

/** Who comes to the shop on a day (product/repair.md §20): initials alone, so that a wall may show it. */
export function bookedPickupRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/pickup/booked',
    permission: ['shop handover', 'view (shop) get all rma'],
    scope: 'store',
    summary:
      'The pickups that clients booked at the shop on a day, by time: initials, place and what is to be paid',
    query: bookedPickupsQuery,
    response: bookedPickupsResponse,
    handler: ({ query, scope, principal }) =>
      inScope(deps.db, scope, async (trx) => {
        const siteId = principal.siteId ?? null;
        const { timeZone } = await clockOfSite(trx, siteId);
        const day = query.day ?? localDay(deps.clock.now().toISOString(), timeZone);
        const pickups = [...(await findBookedPickups(trx, siteId, day))];
        return ok({ day, time_zone: timeZone, pickups }, { total: pickups.length });
      }),
  });
}
