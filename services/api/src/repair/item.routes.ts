import { BENCH_PERMISSIONS, COUNTER_SCANNERS } from '@atelier/domain/shared/bench-permissions.ts';
import {
  feeAcceptBody,
  handoverBody,
  storageBody,
  itemCommandResponse,
  itemsCommandResponse,
  operationCommentBody,
  scansClearBody,
  shopCommentBody,
} from '@atelier/contracts/repair/schema.ts';
import { isStatusId } from '@atelier/domain/shared/status.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { isColleague } from '@atelier/application/repair/addressees.queries.ts';
import { handOver } from '@atelier/application/repair/handover.commands.ts';
import { setStoragePlace } from '@atelier/application/repair/storage.commands.ts';
import { acceptFee, addComment, clearScans } from '@atelier/application/repair/item-words.commands.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badField } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { rowResults } from '../http/row-results.ts';
import { saidLoansOf } from '../shared/loan-body.ts';
import { itemResponse } from '../shared/item-response.ts';

/** Remarks, fee, payment, handover and the scans' "clear all": commands on one item (product/calls.md §9). */
export function itemRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  commentRoutes(app, services, deps);
  feeRoute(app, services);
  handoverRoute(app, services);
  storageRoute(app, services);
  clearScansRoute(app, services);
}

function commentRoutes(app: FastifyInstance, services: CommandServices, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/shopcomment',
    permission: ['view (shop) get all rma', 'view request new rma page', 'cancel or edit rma'],
    scope: 'store',
    summary: "The store's remark on an item, at most 120 words",
    body: shopCommentBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { id, comment } = input.body;
      const given = { itemId: id, commentType: 1, text: comment, email: null } as const;
      return itemResponse(id, await addComment(services, callerOf(input), given), 'store remark updated');
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/operationcomment',
    permission: BENCH_PERMISSIONS,
    scope: 'site',
    summary:
      "The factory's remark on an item, at most 120 words, with an optional addressee inside the brand",
    body: operationCommentBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { id, comment, email } = input.body;
      const addressee = email === undefined || email === '' ? null : email;
      if (addressee !== null && !(await isColleague(deps.db, addressee)))
        throw badField('email', 'unknown_addressee', 'No one at the brand has this email address.');
      const given = { itemId: id, commentType: 2, text: comment, email: addressee } as const;
      return itemResponse(id, await addComment(services, callerOf(input), given), 'factory remark updated');
    },
  });
}

function feeRoute(app: FastifyInstance, services: CommandServices): void {
  defineRoute(app, {
    method: 'POST',
    url: '/rma/fee/accept',
    permission: ['take payment', 'view request new rma page'],
    scope: 'store',
    summary: 'Record that the client agrees to the repair fee',
    body: feeAcceptBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, amount, currency } = input.body;
      return itemResponse(id, await acceptFee(services, callerOf(input), id, { amount, currency }));
    },
  });
}

function handoverRoute(app: FastifyInstance, services: CommandServices): void {
  defineRoute(app, {
    method: 'POST',
    url: '/rma/handover',
    permission: 'shop handover',
    scope: 'store',
    summary: 'Hand items over to the client, with the pickup signature saved before',
    body: handoverBody,
    response: itemsCommandResponse,
    handler: async (input) => {
      const { rma_item_ids: ids, signature_id: signature, not_returned: notReturned } = input.body;
      const said = saidLoansOf(input.body.loans);
      const rows = await handOver(services, callerOf(input), ids, { signature, notReturned, said });
      return rowResults(rows, 'RMA has been updated');
    },
  });
}

function storageRoute(app: FastifyInstance, services: CommandServices): void {
  defineRoute(app, {
    method: 'POST',
    url: '/rma/storage',
    permission: ['shop handover', 'view receive package page'],
    scope: 'store',
    summary: 'Say where the shop keeps items: their safe and tray; two empty parts take the place away',
    body: storageBody,
    response: itemsCommandResponse,
    handler: async (input) => {
      const { rma_item_ids: ids, safe, tray } = input.body;
      const rows = await setStoragePlace(services, callerOf(input), ids, { safe, tray });
      return rowResults(rows, 'RMA has been updated');
    },
  });
}

function clearScansRoute(app: FastifyInstance, services: CommandServices): void {
  defineRoute(app, {
    method: 'POST',
    url: '/scan/clear',
    permission: [...BENCH_PERMISSIONS, ...COUNTER_SCANNERS],
    scope: 'site',
    summary: 'Clear all: remove the scans of a target that were not saved by a transition',
    body: scansClearBody,
    response: itemsCommandResponse,
    handler: async (input) => {
      const { ids, target } = input.body;
      if (!isStatusId(target)) throw badField('target', 'unknown_status', 'No such status.');
      return rowResults(await clearScans(services, callerOf(input), ids, target), 'RMA has been updated');
    },
  });
}
