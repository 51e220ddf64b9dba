import { MESSAGE_READERS } from '@atelier/domain/messages/contract.ts';
import {
  choiceBody,
  choiceResponse,
  messagesQuery,
  messagesResponse,
} from '@atelier/contracts/messages/schema.ts';
import { rmaStream } from '@atelier/domain/kernel.ts';
import { rmaAggregate } from '@atelier/application/aggregates.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { chooseMessages } from '@atelier/application/messages/choice.commands.ts';
import { hasDeclined } from '@atelier/application/messages/choice.queries.ts';
import { listMessagesOfPiece } from '@atelier/application/messages/messages.queries.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

const CHOICE_OF_CLIENT = 'Only the client can want messages again.';
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
      const { rmaId, lines } = await find(scope, query.rma_item_id);
      const { events } = await deps.store.readStream(rmaStream(rmaId));
      const rma = rmaAggregate.stateOf(events);
      const declined = rma.kind === 'rma' && (await hasDeclined(deps.store, deps.masterKey, rma));
      return ok({ declined, messages: [...lines] });
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/messages/choice',
    permission: CHOOSERS,
    scope: 'store',
    summary: 'Record that the client of a piece wants no messages; only they can want them again',
    body: choiceBody,
    response: choiceResponse,
    handler: async (input) => {
      const { rma_item_id: itemId, declined } = input.body;
      if (!declined) throw badField('declined', 'choice_of_client', CHOICE_OF_CLIENT);
      const { customerRef } = await find(input.scope, itemId);
      const choice = { customerRef, declined, how: 'staff' } as const;
      const { position } = accepted(
        await chooseMessages(commandServices(deps), deps.masterKey, callerOf(input), choice),
      );
      return ok({ declined }, { position });
    },
  });
}
