import { MESSAGE_READERS } from '@atelier/domain/messages/contract.ts';
import {
  choiceBody,
  choiceResponse,
  messagesQuery,
  messagesResponse,
} from '@atelier/domain/messages/schema.ts';
import { inScope } from '@atelier/application/database.ts';
import { chooseMessages } from '@atelier/application/messages/choice.commands.ts';
import { hasDeclined } from '@atelier/application/messages/choice.queries.ts';
import { listMessagesOfPiece } from '@atelier/application/messages/messages.queries.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { ok } from '../envelope.ts';
import { notFound } from '../errors.ts';
import { defineRoute } from '../route.ts';

const CHOOSERS = ['view request new rma page', 'shop handover'] as const;

/** What was written to the customer of a piece, and whether they want it. */
export function messageLogRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const find = async (scope: DataScope, itemId: number) => {
    const found = await inScope(deps.db, scope, (trx) => listMessagesOfPiece(trx, deps.store, itemId));
    if (found === undefined) throw notFound();
    return found;
  };
  defineRoute(app, {
    method: 'GET',
    url: '/messages',
    permission: MESSAGE_READERS,
    scope: 'site',
    summary: 'Messages to the client about a piece, the newest first, and whether they want any',
    shows: 'persons',
    query: messagesQuery,
    response: messagesResponse,
    handler: async ({ query, scope }) => {
      const { customerRef, lines } = await find(scope, query.rma_item_id);
      return ok({ declined: await hasDeclined(deps.store, customerRef), messages: [...lines] });
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/messages/choice',
    permission: CHOOSERS,
    scope: 'store',
    summary: 'Record that the client of a piece wants no messages, or wants them again',
    body: choiceBody,
    response: choiceResponse,
    handler: async (input) => {
      const { rma_item_id: itemId, declined } = input.body;
      const { customerRef } = await find(input.scope, itemId);
      const choice = { customerRef, declined, how: 'staff' } as const;
      const { position } = accepted(await chooseMessages(commandServices(deps), callerOf(input), choice));
      return ok({ declined }, { position });
    },
  });
}
