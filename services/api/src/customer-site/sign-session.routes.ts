import { randomBytes, randomUUID } from 'node:crypto';
import {
  SIGN_LIFE_MS,
  SIGN_PATH,
  type PhoneSignatureKind,
} from '@atelier/domain/customer-site/phone-signature.ts';
import { holdsAny, type Principal } from '@atelier/domain/identity/principal.ts';
import {
  endSignSessionBody,
  endSignSessionResponse,
  signSessionBody,
  signSessionQuery,
  signSessionReadResponse,
  signSessionResponse,
} from '@atelier/contracts/customer-site/sign-schema.ts';
import {
  endSignSession,
  keepSignSession,
  readSignSession,
  type SignCounter,
} from '@atelier/application/customer-site/sign-sessions.commands.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { qrCode } from '../shared/qr-code.ts';
import { openGiven, sealAsked } from './sign-box.ts';

const SECRET_BYTES = 24;
const MINUTE_MS = 60_000;
const MADE = { max: 30, windowMs: MINUTE_MS };

/** An account that records a deposit or hands pieces over may have their client sign on a phone. */
const PERMISSION_OF = {
  deposit: 'view request new rma page',
  pickup: 'shop handover',
} as const satisfies Record<PhoneSignatureKind, string>;
const SIGNERS = [PERMISSION_OF.deposit, PERMISSION_OF.pickup] as const;

/** A code for the client's phone: made, asked for its signature and ended by one counter (product/deposit.md §13). */
export function signSessionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const shared = { permission: SIGNERS, scope: 'store', by: 'persons' } as const;
  defineRoute(app, {
    ...shared,
    method: 'POST',
    url: '/sign/session',
    summary: 'Make a code by which the client signs on their own phone, once and within a quarter of an hour',
    body: signSessionBody,
    response: signSessionResponse,
    limit: MADE,
    handler: async ({ body: { language, ...list }, principal }) => {
      if (!holdsAny(principal.permissions, PERMISSION_OF[list.kind])) throw forbidden();
      const [id, token] = [randomUUID(), randomBytes(SECRET_BYTES).toString('base64url')];
      const now = deps.clock.now();
      const expiresAt = new Date(now.getTime() + SIGN_LIFE_MS);
      const asked = sealAsked(deps, id, { language, list });
      const counter = counterOf(principal);
      await keepSignSession(deps.db, { id, token, kind: list.kind, asked, expiresAt, ...counter }, now);
      const link = `${deps.config.publicUrl}${SIGN_PATH}${token}`;
      return ok({ id, link, qr: qrCode(link), expires_at: expiresAt.toISOString() });
    },
  });
  defineRoute(app, {
    ...shared,
    method: 'GET',
    url: '/sign/session',
    summary: 'Whether the client has signed on their phone, and the signature',
    query: signSessionQuery,
    response: signSessionReadResponse,
    handler: async ({ query: { id }, principal }) => {
      const session = await readSignSession(deps.db, id, counterOf(principal), deps.clock.now());
      if (session === undefined) throw notFound();
      const given = openGiven(deps, session);
      return ok({
        standing: given === null ? ('waiting' as const) : ('signed' as const),
        strokes: given?.strokes ?? [],
        signer_name: given?.signer_name ?? '',
        expires_at: session.expiresAt.toISOString(),
      });
    },
  });
  defineRoute(app, {
    ...shared,
    method: 'POST',
    url: '/sign/session/end',
    summary: 'End a code for a phone, and remove the signature that was fetched',
    body: endSignSessionBody,
    response: endSignSessionResponse,
    handler: async ({ body: { id }, principal }) => {
      if (!(await endSignSession(deps.db, id, counterOf(principal)))) throw notFound();
      return ok({ id });
    },
  });
}

const counterOf = ({ user, siteId }: Principal): SignCounter => ({
  accountId: user.id,
  siteId: siteId ?? null,
});
