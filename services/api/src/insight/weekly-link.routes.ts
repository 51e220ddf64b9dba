import { randomUUID } from 'node:crypto';
import { weeklyLinkResponse, weeklyTokenParams, noBody } from '@atelier/contracts/insight/own-mail-schema.ts';
import { changeOwnMail } from '@atelier/application/insight/weekly/own-mail.commands.ts';
import { mailBehind } from '@atelier/application/insight/weekly/own-mail.queries.ts';
import type { Caller } from '@atelier/application/commands/run-command.ts';
import { endByLink } from '@atelier/domain/insight/weekly/own-mail.ts';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accepted, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

const COMMON = {
  permission: 'public',
  scope: 'link',
  shows: 'no-person',
  params: weeklyTokenParams,
  limit: { max: 60, windowMs: 60_000 },
} as const;

/** What a mail's link does without a sign-in (docs/product/insight.md §10). The token is never logged; an unknown one is like any other unknown. */
export function weeklyLinkRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...COMMON,
    method: 'GET',
    url: '/insight/weekly/:token',
    summary: 'Whether the address that a link was mailed to receives a weekly summary',
    response: weeklyLinkResponse,
    handler: async ({ params: { token } }) => {
      const found = await mailBehind(deps.store, deps.masterKey, token);
      if (found === undefined) throw notFound();
      return ok({ wanted: isReceiving(found.mail), language: found.mail.language });
    },
  });
  defineRoute(app, {
    ...COMMON,
    method: 'POST',
    url: '/insight/weekly/:token',
    summary: 'End the weekly summary to the address that a link was mailed to',
    body: noBody,
    response: weeklyLinkResponse,
    handler: async ({ params: { token }, request }) => {
      const found = await mailBehind(deps.store, deps.masterKey, token);
      if (found === undefined) throw notFound();
      const caller = linkCaller(request);
      const { position } = accepted(
        await changeOwnMail(commandServices(deps), caller, found.userId, endByLink),
      );
      return ok({ wanted: false, language: found.mail.language }, { position });
    },
  });
}

/** An address that waits for its code may refuse it. */
const isReceiving = (mail: { readonly isConfirmed: boolean; readonly wantedSince: string | null }): boolean =>
  !mail.isConfirmed || mail.wantedSince !== null;

/** No account is signed in: the link is what acts. */
const linkCaller = (request: FastifyRequest): Caller => ({
  actor: SYSTEM,
  scope: { kind: 'all' },
  metadata: {
    actor: { id: 'mail link', kind: 'system', name: 'mail link' },
    commandId: randomUUID(),
    correlationId: request.id,
    occurredAt: request.server.clock.now().toISOString(),
  },
});
