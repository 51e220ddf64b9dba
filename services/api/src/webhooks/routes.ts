import type { WebhookCommand } from '@atelier/domain/webhooks/endpoint.ts';
import {
  changeWebhookBody,
  deliveriesQuery,
  deliveriesResponse,
  makeWebhookBody,
  pingWebhookBody,
  replayWebhookBody,
  rotateWebhookBody,
  switchWebhookBody,
  webhookKeysResponse,
  webhookParams,
  webhookResponse,
  webhooksResponse,
} from '@atelier/contracts/webhooks/schema.ts';
import { findWebhook, listDeliveries } from '@atelier/application/webhooks/webhooks.queries.ts';
import { makeWebhookKey, SealingNotOn } from '@atelier/application/webhooks/webhook-keys.commands.ts';
import { changeWebhook } from '@atelier/application/webhooks/webhooks.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound, unavailable } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { checkNotArchived, endOfLog, replayedAfter } from './log-place.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import { ownWebhook, ownWebhooks } from './own-webhook.ts';
import { webhookPoll } from './webhook-poll.ts';
import { checkRoom, wishesOf } from './wishes.ts';

const GUARD = { permission: 'manage user', scope: 'house', by: 'persons' } as const;

/** Where other systems are sent what happens (product/webhooks.md): a way out, which only persons open. */
export function routes(app: FastifyInstance, deps: ApiDeps): void {
  readRoutes(app, deps);
  keysRoute(app, deps);
  makeRoutes(app, deps);
  switchRoutes(app, deps);
  sendRoutes(app, deps);
  deliveryRoutes(app, deps, run);
  deps.live?.poll(webhookPoll(deps.db));
}

function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/webhook/list',
    summary: 'The webhook endpoints, the newest first, and how sending to each stands',
    response: webhooksResponse,
    handler: async ({ principal }) => {
      const webhooks = await ownWebhooks(deps, principal);
      return ok([...webhooks], { total: webhooks.length });
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/webhook/deliveries',
    summary: 'Every attempt to deliver to one endpoint in the last 30 days, the newest first',
    query: deliveriesQuery,
    response: deliveriesResponse,
    handler: async ({ principal, query: { id, page, page_size: pageSize } }) => {
      await ownWebhook(deps, principal, id);
      const { deliveries, total } = await listDeliveries(deps.db, id, { page, pageSize });
      return ok(deliveries, { total });
    },
  });
}

function keysRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/webhook/:id/keys',
    permission: 'public',
    scope: 'none',
    summary: 'The public keys that deliveries to an endpoint are verified with',
    params: webhookParams,
    response: webhookKeysResponse,
    handler: async ({ params: { id } }) => {
      const found = await findWebhook(deps.db, id, deps.clock.now());
      if (found === undefined) throw notFound();
      return ok(found.keys);
    },
  });
}

function makeRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/webhook/create',
    summary: 'Make a webhook endpoint: it is sent what is appended to the log from now on',
    body: makeWebhookBody,
    response: webhookResponse,
    handler: async (input) => {
      const wishes = await wishesOf(deps, input.principal, input.body);
      await checkRoom(deps);
      const [webhookId = 0] = await deps.store.nextIds(1);
      const key = await newKey(deps, webhookId);
      const after = await endOfLog(deps);
      const command = { type: 'MakeWebhook', webhookId, ...wishes, ...key, after } as const;
      return run(deps, input, webhookId, command, 'endpoint made');
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/webhook/update',
    summary:
      'Change what an endpoint is called, where it is and what it is sent; a failed delivery is tried at once',
    body: changeWebhookBody,
    response: webhookResponse,
    handler: async (input) => {
      const { id, ...body } = input.body;
      await ownWebhook(deps, input.principal, id);
      const wishes = await wishesOf(deps, input.principal, body);
      return run(deps, input, id, { type: 'ChangeWebhook', ...wishes }, 'endpoint changed');
    },
  });
}

function switchRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/webhook/switch',
    summary: 'Switch an endpoint off, or on again: from where it stopped, or with what happens from now on',
    body: switchWebhookBody,
    response: webhookResponse,
    handler: async (input) => {
      const { id, on, resume } = input.body;
      const { position } = await ownWebhook(deps, input.principal, id);
      if (!on) return run(deps, input, id, { type: 'SwitchWebhookOff', why: 'person' }, 'endpoint off');
      if (resume === 'stopped') await checkNotArchived(deps, position, 'resume');
      const after = resume === 'stopped' ? null : await endOfLog(deps);
      return run(deps, input, id, { type: 'SwitchWebhookOn', after }, 'endpoint on');
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/webhook/rotate',
    summary: 'Give an endpoint a new key; deliveries are signed by the old one as well for some hours',
    body: rotateWebhookBody,
    response: webhookResponse,
    handler: async (input) => {
      const { id, overlap_hours: overlapHours } = input.body;
      await ownWebhook(deps, input.principal, id);
      const key = await newKey(deps, id);
      return run(deps, input, id, { type: 'RotateWebhookKey', ...key, overlapHours }, 'key rotated');
    },
  });
}

function sendRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/webhook/ping',
    summary: 'Send an endpoint one test delivery; how it ended stands in its delivery log',
    body: pingWebhookBody,
    response: webhookResponse,
    handler: async (input) => {
      const { id } = await ownWebhook(deps, input.principal, input.body.id);
      return run(deps, input, id, { type: 'PingWebhook' }, 'test delivery asked for');
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/webhook/replay',
    summary: 'Send an endpoint everything once more, from a position of the log or a time on',
    body: replayWebhookBody,
    response: webhookResponse,
    handler: async (input) => {
      const { id, ...from } = input.body;
      await ownWebhook(deps, input.principal, id);
      const after = await replayedAfter(deps, from);
      return run(deps, input, id, { type: 'ReplayWebhook', after }, 'replay asked for');
    },
  });
}

/** The moment of an upgrade in which nothing can be sealed passes within minutes. */
async function newKey(deps: ApiDeps, webhookId: number) {
  return makeWebhookKey(deps, webhookId).catch((error: unknown) => {
    throw error instanceof SealingNotOn ? unavailable() : error;
  });
}

async function run(
  deps: ApiDeps,
  input: CommandInput,
  webhookId: number,
  command: WebhookCommand,
  message: string,
) {
  const outcome = accepted(await changeWebhook(commandServices(deps), callerOf(input), webhookId, command));
  const id = Number(outcome.answer?.['webhook_id'] ?? webhookId);
  const view = await ownWebhook(deps, input.principal, id);
  return ok(view, { message, position: outcome.position, version: view.version });
}
