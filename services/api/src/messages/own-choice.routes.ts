import { randomUUID } from 'node:crypto';
import { rmaStream, SYSTEM } from '@atelier/domain/kernel.ts';
import { choiceTokenParams, ownChoiceBody, ownChoiceResponse } from '@atelier/domain/messages/schema.ts';
import type { Rma } from '@atelier/domain/rma/rma.ts';
import { rmaAggregate } from '@atelier/application/aggregates.ts';
import type { Caller } from '@atelier/application/commands/run-command.ts';
import { chooseMessages } from '@atelier/application/messages/choice.commands.ts';
import { depositOfToken, hasDeclined } from '@atelier/application/messages/choice.queries.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accepted, commandServices } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { ok } from '../envelope.ts';
import { notFound } from '../errors.ts';
import { defineRoute } from '../route.ts';

/** By address. */
const LIMIT = { max: 60, windowMs: 60_000 };

/**
 * A customer's own choice, public for whoever holds the link of a message (product/messages.md §5). The token stands in no log; an
 * unknown one is answered like any other unknown.
 */
export function ownChoiceRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const common = { permission: 'public', scope: 'link', params: choiceTokenParams, limit: LIMIT } as const;
  defineRoute(app, {
    ...common,
    method: 'GET',
    url: '/messages/choice/:token',
    summary: 'Whether the client of a link wants messages',
    response: ownChoiceResponse,
    handler: async ({ params }) => {
      const { customerRef, language } = await depositBehind(deps, params.token);
      return ok({ declined: await hasDeclined(deps.store, customerRef), language });
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
      const { position } = accepted(await chooseMessages(commandServices(deps), customerAt(request), choice));
      return ok({ declined, language }, { position });
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

/** Nobody signed in: the customer, for whom the link speaks. */
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
