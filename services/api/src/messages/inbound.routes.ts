import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import { isStopWord } from '@atelier/domain/messages/stop-words.ts';
import { inboundBody, inboundResponse } from '@atelier/contracts/messages/schema.ts';
import type { Caller } from '@atelier/application/commands/run-command.ts';
import { declineByReply } from '@atelier/application/messages/choice.commands.ts';
import { receiveMessage } from '@atelier/application/messages/receive-message.commands.ts';
import { isSignedNow } from '@atelier/application/shared/webhook-signature.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound, unauthorized, unavailable } from '../http/errors.ts';
import { signedBodyOf } from '../http/plugins/json-body.ts';
import { defineRoute } from '../http/route.ts';

/** By address: one gateway hands over what all customers answer. */
const LIMIT = { max: 600, windowMs: 60_000 };
const BODY_LIMIT = 32_768;
const LONGEST_ID = 200;
const PATIENCE_MS = 1_500;

interface SignedBy {
  readonly id: string;
  readonly body: string;
}

/** What customers answer to messages on their phones; signed by the gateway as messages to it are (product/messages.md §5). */
export function inboundRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/messages/inbound',
    permission: 'public',
    scope: 'link',
    summary:
      "A client's text from the gateway, signed: it joins their thread; a stop word ends messages to the number",
    body: inboundBody,
    response: inboundResponse,
    limit: LIMIT,
    bodyLimit: BODY_LIMIT,
    handler: async ({ body: { from, channel, text }, request }) => {
      const call = signedCall(deps, request);
      const isIndexed = await isSearchCurrent(deps);
      const isStop = isStopWord(text);
      // Before the thread: a stop word counts for its number, also where its text is kept nowhere.
      const isDeclined =
        isStop && (await declineByReply(services, deps.masterKey, gatewayAt(request, call), from));
      if (!isIndexed) throw unavailable();
      const received = { from, channel, text, gatewayId: call.id };
      const isKept = await receiveMessage(services, gatewayAt(request, call, 'text '), received);
      if (!isKept) deps.metrics.unmatchedTexts.inc();
      return ok({ outcome: isDeclined ? 'opted_out' : isKept ? 'received' : 'ignored' });
    },
  });
}

/** The number is looked for in the search index: behind the log it might miss a deposit. The gateway repeats the call. */
const isSearchCurrent = ({ waitForProjections }: ApiDeps): Promise<boolean> =>
  waitForProjections(['search'], 'newest', PATIENCE_MS);

/** Without a gateway the call is unknown, and without its signature refused. */
function signedCall({ config, clock }: ApiDeps, request: FastifyRequest): SignedBy {
  const { messageGateway } = config;
  if (messageGateway === undefined) throw notFound();
  const secret = readFileSync(messageGateway.secretFile, 'utf8').trim();
  const id = headerOf(request, 'webhook-id');
  const body = signedBodyOf(request) ?? '';
  const timestamp = headerOf(request, 'webhook-timestamp');
  const signature = headerOf(request, 'webhook-signature');
  const isKnown = id !== '' && id.length <= LONGEST_ID;
  if (!isKnown || !isSignedNow(secret, { id, timestamp, signature, body }, clock.now())) throw unauthorized();
  return { id, body };
}

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/**
 * No account is signed in. The gateway's id makes a repeated reply one: a later choice of the customer stands, and the thread has the
 * text once. A stop word and its text are two commands, each with a separate key.
 */
const gatewayAt = (request: FastifyRequest, { id, body }: SignedBy, command = ''): Caller => ({
  actor: SYSTEM,
  scope: { kind: 'all' },
  metadata: {
    actor: { id: 'message gateway', kind: 'customer' },
    commandId: randomUUID(),
    correlationId: request.id,
    occurredAt: request.server.clock.now().toISOString(),
  },
  idempotency: {
    person: 'message gateway',
    key: `${command}${id}`,
    fingerprint: createHash('sha256').update(body).digest('hex'),
  },
});
