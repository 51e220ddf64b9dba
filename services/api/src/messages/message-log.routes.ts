import { MESSAGE_READERS, MESSAGE_WRITERS } from '@atelier/domain/messages/contract.ts';
import {
  choiceBody,
  choiceResponse,
  messagesQuery,
  messagesResponse,
  replyBody,
  replyResponse,
  seenBody,
  seenResponse,
} from '@atelier/contracts/messages/schema.ts';
import { rmaStream } from '@atelier/domain/kernel.ts';
import { rmaAggregate } from '@atelier/application/aggregates.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { chooseMessages } from '@atelier/application/messages/choice.commands.ts';
import { hasDeclined } from '@atelier/application/messages/choice.queries.ts';
import type { FactSettings } from '@atelier/application/messages/message-facts.queries.ts';
import { listMessagesOfPiece } from '@atelier/application/messages/messages.queries.ts';
import {
  findWayToReply,
  replyToCustomer,
  seeMessages,
} from '@atelier/application/messages/reply.commands.ts';
import type { Moment } from '@atelier/domain/audit/moment.ts';
import { streamsUntil } from '@atelier/application/commands/past-streams.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { besideOf, momentIn } from '../shared/moment.ts';

const CHOICE_OF_CLIENT = 'Only the client can want messages again.';

/** By account: an answer is written by hand. */
const REPLIES = { max: 30, windowMs: 60_000 };

/** What was written to the customer of a piece, and whether they want it. */
export function messageLogRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  const house = factSettingsOf(deps);
  const find = async (scope: DataScope, itemId: number, moment: Moment | null = null) => {
    const reader = { store: deps.store, scope, moment };
    const found = await inScope(deps.db, scope, (trx) => listMessagesOfPiece(trx, reader, itemId));
    if (found === undefined) throw notFound();
    return found;
  };
  defineRoute(app, {
    method: 'GET',
    url: '/messages',
    permission: MESSAGE_READERS,
    scope: 'site',
    summary:
      'Messages to the client about a piece and what they wrote, the newest first, and whether they can be answered',
    shows: 'persons',
    query: messagesQuery,
    response: messagesResponse,
    handler: async ({ query, scope }) => {
      const moment = momentIn(query, deps.clock);
      const { rmaId, lines } = await find(scope, query.rma_item_id, moment);
      const streams = streamsUntil(deps.store, moment);
      const histories = await streams.readStreams([rmaStream(rmaId)]);
      const rma = rmaAggregate.stateOf(histories.get(rmaStream(rmaId))?.events ?? []);
      if (rma.kind !== 'rma') throw notFound();
      const declined = await hasDeclined(streams, deps.masterKey, rma);
      // The past is not answered.
      const way = moment === null ? await findWayToReply(services, house, rma) : null;
      const reply = { channel: way?.channel ?? null, why: way?.why ?? null, due_at: way?.dueAt ?? null };
      return ok({ declined, messages: [...lines], reply }, besideOf(moment));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/messages/choice',
    permission: MESSAGE_WRITERS,
    scope: 'store',
    summary: 'Record that the client of a piece wants no messages; only they can want them again',
    body: choiceBody,
    response: choiceResponse,
    handler: async (input) => {
      const { rma_item_id: itemId, declined } = input.body;
      if (!declined) throw badField('declined', 'choice_of_client', CHOICE_OF_CLIENT);
      const { customerRef } = await find(input.scope, itemId);
      const choice = { customerRef, declined, how: 'staff' } as const;
      const { position } = accepted(await chooseMessages(services, deps.masterKey, callerOf(input), choice));
      return ok({ declined }, { position });
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/messages/reply',
    permission: MESSAGE_WRITERS,
    scope: 'store',
    summary: 'Answer the texts of the client of a piece by the channel they wrote on; they are read with it',
    body: replyBody,
    response: replyResponse,
    limit: REPLIES,
    handler: async (input) => {
      const { rma_item_id: itemId, text, up_to: upTo } = input.body;
      const { rmaId } = await find(input.scope, itemId);
      const { answer, position } = accepted(
        await replyToCustomer(services, house, callerOf(input), { rmaId, text, upTo }),
      );
      return ok({ message_id: Number(answer?.['message_id']) }, { position });
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/messages/seen',
    permission: MESSAGE_WRITERS,
    scope: 'store',
    summary: 'Mark the texts of the client of a piece as read, up to the newest that was shown',
    body: seenBody,
    response: seenResponse,
    handler: async (input) => {
      const { rma_item_id: itemId, up_to: upTo } = input.body;
      const { rmaId } = await find(input.scope, itemId);
      const { answer, position } = accepted(await seeMessages(services, callerOf(input), { rmaId, upTo }));
      return ok({ seen: Number(answer?.['seen'] ?? 0) }, { position });
    },
  });
}

const factSettingsOf = ({ masterKey, config }: ApiDeps): FactSettings => ({
  masterKey,
  phoneChannel: config.messageGateway?.channel ?? null,
});
