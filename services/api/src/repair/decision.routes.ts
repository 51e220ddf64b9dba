import { itemCommandResponse } from '@atelier/contracts/repair/schema.ts';
import {
  addSavBody,
  feeOverrideBody,
  replaceBody,
  waiverDecideBody,
  waiverRequestBody,
  waiversResponse,
} from '@atelier/contracts/repair/decisions-schema.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import {
  decideWaiver,
  overrideFee,
  replaceItem,
  requestWaiver,
} from '@atelier/application/repair/decision.commands.ts';
import { saveFindings } from '@atelier/application/repair/move.commands.ts';
import { findOpenWaivers } from '@atelier/application/repair/waivers.queries.ts';
import { findItemRecords } from '@atelier/application/repair-detail/item-record.queries.ts';
import { toItemView } from '@atelier/application/repair-detail/item-view.queries.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { audienceOf } from '../http/viewers.ts';
import { defineRoute } from '../http/route.ts';
import { itemResponse } from '../shared/item-response.ts';
import { refuseFindings } from './findings-refusal.ts';
import { findingsOf } from './move.routes.ts';

/** Waived fees, fees by hand, findings without a move, replacements (product/repair.md §11, §12, §13). */
export function decisionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  waiverRoutes(app, services);
  waiverInboxRoute(app, deps);
  feeOverrideRoute(app, services);
  factoryRoutes(app, deps, services);
}

function waiverRoutes(app: FastifyInstance, services: CommandServices): void {
  defineRoute(app, {
    method: 'POST',
    url: '/rma/waiver/request',
    permission: ['view request new rma page', 'cancel or edit rma'],
    scope: 'store',
    summary: 'Ask for the fee to be waived, with a remark; one further request after a rejection',
    body: waiverRequestBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, remark } = input.body;
      return itemResponse(id, await requestWaiver(services, callerOf(input), id, remark));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/rma/waiver/decide',
    permission: 'decide waived fee',
    scope: 'site',
    summary: 'Approve (11) a waived fee, or reject it (10) with a reason',
    body: waiverDecideBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, decision, reason } = input.body;
      return itemResponse(id, await decideWaiver(services, callerOf(input), id, decision, reason));
    },
  });
}

function waiverInboxRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/rma/waivers',
    permission: 'decide waived fee',
    scope: 'site',
    summary: 'Waived fees under review, the longest waiting first',
    response: waiversResponse,
    handler: ({ principal, scope }) =>
      inScope(deps.db, scope, async (trx) => {
        const { waivers, total } = await findOpenWaivers(trx, deps.store);
        const records = await findItemRecords(
          trx,
          waivers.map(({ itemId }) => itemId),
        );
        const options = { audience: audienceOf(principal), policy: deps.policy() };
        const views = new Map(records.map((record) => [record.id, toItemView(record, options)]));
        const lines = waivers.flatMap(({ itemId, ...asked }) => {
          const item = views.get(itemId);
          return item === undefined ? [] : [{ item, ...wordsOf(asked) }];
        });
        return ok(lines, { total });
      }),
  });
}

type Asked = Omit<Awaited<ReturnType<typeof findOpenWaivers>>['waivers'][number], 'itemId'>;

function wordsOf({ remark, requestedAt, requestedBy, requests, rejectedBecause }: Asked) {
  return {
    remark,
    requested_at: requestedAt,
    requested_by: requestedBy,
    requests,
    rejected_because: rejectedBecause,
  };
}

function feeOverrideRoute(app: FastifyInstance, services: CommandServices): void {
  defineRoute(app, {
    method: 'POST',
    url: '/rma/fee/override',
    // An account that may waive a fee may also set it: there is no separate permission (decisions/0052).
    permission: 'decide waived fee',
    scope: 'site',
    summary: 'Set the repair fee by hand, with a reason; a higher one needs the client’s new agreement',
    body: feeOverrideBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, amount, currency, reason } = input.body;
      return itemResponse(
        id,
        await overrideFee(
          services,
          callerOf(input),
          id,
          { amount, currency: currency.toUpperCase() },
          reason,
        ),
      );
    },
  });
}

function factoryRoutes(app: FastifyInstance, deps: ApiDeps, services: CommandServices): void {
  defineRoute(app, {
    method: 'POST',
    url: '/operationAddSav',
    permission: ['(factory) receive from shop', 'incoming check', 'QC process', 'QC final', 'sav check'],
    scope: 'site',
    summary: 'Save the factory’s findings without a move',
    body: addSavBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { id, findings } = input.body;
      await refuseFindings(deps, input, [{ itemId: id, path: 'findings', findings }]);
      return itemResponse(id, await saveFindings(services, callerOf(input), id, findingsOf(findings)));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/rma/replace',
    permission: ['sav check', 'QC final', 'repaired'],
    scope: 'site',
    summary: 'Put a new piece in the item’s place; the old one stays with the factory',
    body: replaceBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, sku, serial_number: serial, reason } = input.body;
      return itemResponse(id, await replaceItem(services, callerOf(input), id, { sku, serial }, reason));
    },
  });
}
