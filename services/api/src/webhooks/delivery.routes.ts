import {
  findResend,
  findResendTarget,
  positionOfDelivery,
  type Resend,
} from '@atelier/application/webhooks/resending.queries.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { WebhookCommand } from '@atelier/domain/webhooks/endpoint.ts';
import {
  deliveryQuery,
  resendDeliveryBody,
  resendResponse,
  sentPayloadResponse,
  type WebhookView,
} from '@atelier/contracts/webhooks/schema.ts';
import type { FastifyInstance } from 'fastify';
import type { CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { ownWebhook } from './own-webhook.ts';

const GUARD = { permission: 'manage user', scope: 'house', by: 'persons' } as const;

type Run = (
  deps: ApiDeps,
  input: CommandInput,
  webhookId: number,
  command: WebhookCommand,
  message: string,
) => Promise<ReturnType<typeof ok<WebhookView>>>;

/** One delivery: what it sends, and sending it again (product/webhooks.md §5). */
export function deliveryRoutes(app: FastifyInstance, deps: ApiDeps, run: Run): void {
  defineRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/webhook/delivery',
    summary: 'What one delivery sends, and whether it may be sent again',
    query: deliveryQuery,
    response: sentPayloadResponse,
    handler: async ({ principal, query: { id, delivery_id: deliveryId } }) => {
      const { resend } = await deliveryOf(deps, principal, id, deliveryId);
      return ok({ payload: resend.payload, not_again: resend.why });
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/webhook/resend',
    summary: 'Send one delivery again under its number; how it ended stands in the delivery log',
    body: resendDeliveryBody,
    response: resendResponse,
    handler: async (input) => {
      const { id, delivery_id: deliveryId } = input.body;
      const { position, resend } = await deliveryOf(deps, input.principal, id, deliveryId);
      if (resend.why !== null || position === null)
        throw badField('delivery_id', resend.why ?? 'test', 'This delivery cannot be sent again.');
      const { position: at } = await run(deps, input, id, { type: 'ResendDelivery', position }, '');
      return ok({ id }, { message: 'delivery sent again', position: at });
    },
  });
}

const TEST: Resend = { eventId: null, payload: null, why: 'test' };

/** A delivery of an endpoint that this person manages. @throws ApiError 404 */
async function deliveryOf(deps: ApiDeps, principal: Principal, id: number, deliveryId: number) {
  await ownWebhook(deps, principal, id);
  const [target, position] = [
    await findResendTarget(deps.db, id),
    await positionOfDelivery(deps.db, id, deliveryId),
  ];
  if (target === undefined || position === undefined) throw notFound();
  const resend = position === null ? TEST : await findResend(deps.db, deps.store, target, position);
  return { position, resend };
}
