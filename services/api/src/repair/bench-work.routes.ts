import {
  BENCH_PERMISSIONS,
  COUNTER_SCANNERS,
  WEIGHT_EXPLAINERS,
} from '@atelier/domain/shared/bench-permissions.ts';
import type { PartLine } from '@atelier/domain/repair/parts/part-events.ts';
import {
  explainBody,
  marksBody,
  measureBody,
  type PartLineBody,
  partsBody,
} from '@atelier/contracts/repair/bench-schema.ts';
import { itemCommandResponse } from '@atelier/contracts/repair/schema.ts';
import {
  explainDifference,
  markCondition,
  measureItem,
  recordParts,
} from '@atelier/application/repair/bench-work.commands.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { defineRoute } from '../http/route.ts';
import { itemResponse } from '../shared/item-response.ts';
import { gramsToMg, measurementsOf, refuseUnknownPhoto } from './move.routes.ts';

/** What a bench measures of the piece before it, and takes from stock for it (product/repair.md §9.2). */
export function benchWorkRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/rma/measure',
    permission: [...BENCH_PERMISSIONS, ...COUNTER_SCANNERS],
    scope: 'site',
    summary: 'Record the weight, the number of stones or a picture of a piece where it lies',
    body: measureBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, replaces = false, ...measured } = input.body;
      await refuseUnknownPhoto(deps, input.scope, [measured]);
      const given = { ...measurementsOf(measured), ...(replaces && { replaces: true as const }) };
      return itemResponse(id, await measureItem(services, callerOf(input), id, given));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/rma/weight/explain',
    permission: WEIGHT_EXPLAINERS,
    scope: 'site',
    summary: 'Say why the weights between two weighings of a piece differ',
    body: explainBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, note = '', ...given } = input.body;
      const said = { ...given, note: note.trim() === '' ? null : note };
      return itemResponse(id, await explainDifference(services, callerOf(input), id, said));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/rma/marks',
    permission: [...BENCH_PERMISSIONS, 'cancel or edit rma'],
    scope: 'site',
    summary: 'Mark on the pictures of a piece what is worn or damaged: all marks again',
    body: marksBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, marks } = input.body;
      return itemResponse(id, await markCondition(services, callerOf(input), id, marks));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/rma/parts',
    permission: BENCH_PERMISSIONS,
    scope: 'site',
    summary: 'Record stones, parts and metal used for a piece, or correct such a record',
    body: partsBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, lines, corrects } = input.body;
      const given = { lines: lines.map(lineOf), corrects: corrects ?? null };
      return itemResponse(id, await recordParts(services, callerOf(input), id, given));
    },
  });
}

const lineOf = ({ kind, code, pieces, weight }: PartLineBody): PartLine => ({
  kind,
  code,
  pieces: pieces ?? null,
  weightMg: weight === undefined ? null : gramsToMg(weight),
});
