import { randomUUID } from 'node:crypto';
import { rmaStream, SYSTEM } from '@atelier/domain/kernel.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import { OPT_OUT_PATH } from '@atelier/domain/messages/contract.ts';
import {
  choicePageQuery,
  choiceTokenParams,
  ownChoiceBody,
  ownChoiceResponse,
} from '@atelier/contracts/messages/schema.ts';
import type { Rma } from '@atelier/domain/deposit/rma.ts';
import { rmaAggregate } from '@atelier/application/aggregates.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { findAskedDeposit } from '@atelier/application/customer-site/customer-status.queries.ts';
import type { Caller } from '@atelier/application/commands/run-command.ts';
import { chooseMessages } from '@atelier/application/messages/choice.commands.ts';
import { choiceToken, depositOfToken, hasDeclined } from '@atelier/application/messages/choice.queries.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accepted, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRawRoute, defineRoute } from '../http/route.ts';

/** By address. */
const LIMIT = { max: 60, windowMs: 60_000 };

/**
 * A customer's own choice, public for a holder of a message's link (product/messages.md §5). The token is never logged; an
 * unknown one is answered like any other unknown.
 */
export function ownChoiceRoutes(app: FastifyInstance, deps: ApiDeps): void {
  choicePageRoute(app, deps);
  const common = { permission: 'public', scope: 'link', params: choiceTokenParams, limit: LIMIT } as const;
  defineRoute(app, {
    ...common,
    method: 'GET',
    url: '/messages/choice/:token',
    summary: 'Whether the client of a link wants messages',
    response: ownChoiceResponse,
    handler: async ({ params }) => {
      const rma = await depositBehind(deps, params.token);
      return ok({ declined: await hasDeclined(deps.store, deps.masterKey, rma), language: rma.language });
    },
  });
  defineRoute(app, {
    ...common,
    method: 'POST',
    url: '/messages/choice/:token',
    summary: 'The client of a link wants no messages, or wants them again',
    body: ownChoiceBody,
    response: ownChoiceResponse,
    handler: async ({ params, body: { declined }, request }) => {
      const { customerRef, language } = await depositBehind(deps, params.token);
      const choice = { customerRef, declined, how: 'link' } as const;
      const { position } = accepted(
        await chooseMessages(commandServices(deps), deps.masterKey, customerAt(request), choice),
      );
      return ok({ declined, language }, { position });
    },
  });
}

/** From the page of a repair to the page of the choice: by the link only, never by a number with digits. */
function choicePageRoute(app: FastifyInstance, { db, masterKey }: ApiDeps): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/customer/messages',
    permission: 'public',
    scope: 'link',
    shows: 'no-person',
    summary: 'Leads the client from the page of their repair to their choice about messages',
    query: choicePageQuery,
    produces: 'text/html',
    limit: LIMIT,
    handler: async ({ query, scope, reply }) => {
      const asked = await inScope(db, scope, (trx) => findAskedDeposit(trx, query.rma_id));
      if (asked?.byReference !== true) throw notFound();
      const language = nearestLanguage(query.language);
      const inLanguage = language === undefined ? '' : `?language=${language}`;
      return reply.redirect(`${OPT_OUT_PATH}${choiceToken(masterKey, asked.id)}${inLanguage}`, 303);
    },
  });
}

async function depositBehind({ store, masterKey }: ApiDeps, token: string): Promise<Rma> {
  const rmaId = depositOfToken(masterKey, token);
  if (rmaId === undefined) throw notFound();
  const rma = rmaAggregate.stateOf((await store.readStream(rmaStream(rmaId))).events);
  if (rma.kind !== 'rma') throw notFound();
  return rma;
}

/** No account is signed in: the caller is the customer, identified by the link. */
const customerAt = (request: FastifyRequest): Caller => ({
  actor: SYSTEM,
  scope: { kind: 'all' },
  metadata: {
    actor: { id: 'message link', kind: 'customer' },
    commandId: randomUUID(),
    correlationId: request.id,
    occurredAt: request.server.clock.now().toISOString(),
  },
});
