import { holdsAny, type Principal } from '@atelier/domain/identity/principal.ts';
import { itemCommandResponse } from '@atelier/contracts/repair/schema.ts';
import { holdBody } from '@atelier/contracts/repair/decisions-schema.ts';
import { HOLD_PERMISSIONS, type PlacedHold } from '@atelier/domain/repair/holds/hold-rights.ts';
import { changeHold } from '@atelier/application/repair/decision.commands.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { forbidden } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { itemResponse } from '../shared/item-response.ts';

const HOLDERS = [...new Set(Object.values(HOLD_PERMISSIONS).flat())];

const CALLS = [
  { url: '/rma/hold', type: 'PlaceHold', summary: 'Hold a piece, with the reason' },
  { url: '/rma/hold/release', type: 'ReleaseHold', summary: 'Release a hold, with the reason' },
] as const;

/**
 * Approval and dispute by hand (product/repair.md §4). A review of a waived fee holds automatically, and ends
 * with its decision.
 */
export function holdRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  for (const { url, type, summary } of CALLS) {
    defineRoute(app, {
      method: 'POST',
      url,
      permission: HOLDERS,
      scope: 'site',
      summary,
      body: holdBody,
      response: itemCommandResponse,
      handler: async (input) => {
        const { rma_item_id: id, hold, reason } = input.body;
        admit(input.principal, hold);
        return itemResponse(id, await changeHold(services, callerOf(input), id, { type, hold, reason }));
      },
    });
  }
}

/** Each hold has its own people. */
function admit({ permissions }: Principal, hold: PlacedHold): void {
  if (!holdsAny(permissions, HOLD_PERMISSIONS[hold])) throw forbidden();
}
