import { loanBody, loanCancelBody, loanReturnBody } from '@atelier/contracts/deposit/loan-schema.ts';
import { itemCommandResponse } from '@atelier/contracts/repair/schema.ts';
import { cancelLoan, recordLoan, returnLoan } from '@atelier/application/repair/loan.commands.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { defineRoute } from '../http/route.ts';
import { itemResponse } from '../shared/item-response.ts';
import { loanOf } from '../shared/loan-body.ts';

const LENDERS = ['view request new rma page', 'shop handover'] as const;

/** A piece that the shop lends while the client's own is repaired (product/repair.md §21). */
export function loanRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  const recorded = {
    permission: LENDERS,
    scope: 'store',
    body: loanBody,
    response: itemCommandResponse,
  } as const;
  defineRoute(app, {
    ...recorded,
    method: 'POST',
    url: '/rma/loan',
    summary:
      'Hand a loan piece out to the client of an open repair: what it is, its value and when it is due back',
    handler: async (input) => {
      const { rma_item_id: id, ...loan } = input.body;
      return itemResponse(id, await recordLoan(services, callerOf(input), 'HandOutLoan', id, loanOf(loan)));
    },
  });
  defineRoute(app, {
    ...recorded,
    method: 'POST',
    url: '/rma/loan/change',
    summary: 'Say all facts of the loan that is out again: a mistake corrected, or a later day',
    handler: async (input) => {
      const { rma_item_id: id, ...loan } = input.body;
      return itemResponse(id, await recordLoan(services, callerOf(input), 'ChangeLoan', id, loanOf(loan)));
    },
  });
  endRoutes(app, deps);
}

function endRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/rma/loan/return',
    permission: LENDERS,
    scope: 'store',
    summary: 'Take a loan piece back, with a note on how it looks',
    body: loanReturnBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, condition } = input.body;
      const said = condition === '' ? null : condition;
      return itemResponse(id, await returnLoan(services, callerOf(input), id, said));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/rma/loan/cancel',
    permission: LENDERS,
    scope: 'store',
    summary: 'Cancel the record of a loan piece that was never handed out, with the reason',
    body: loanCancelBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, reason } = input.body;
      return itemResponse(id, await cancelLoan(services, callerOf(input), id, reason));
    },
  });
}
