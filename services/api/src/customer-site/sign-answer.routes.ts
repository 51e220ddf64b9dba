import { LEAST_INK } from '@atelier/domain/customer-site/phone-signature.ts';
import {
  signAnswerBody,
  signTokenParams,
  signViewResponse,
  type SignAnswerBody,
  type SignView,
} from '@atelier/contracts/customer-site/sign-schema.ts';
import {
  findSignSession,
  keepGivenSignature,
  type SignSession,
} from '@atelier/application/customer-site/sign-sessions.commands.ts';
import { createPlaces, type Places } from '@atelier/application/reference/places.queries.ts';
import { countFailure, isShut } from '@atelier/application/shared/failure-count.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError, badField, notFound, tooMany } from '../http/errors.ts';
import { SIGNED_BODY_LIMIT } from '../http/keep-signature.ts';
import { defineRoute } from '../http/route.ts';
import { openAsked, openGiven, sealGiven } from './sign-box.ts';

/** By address: the phones of a whole boutique share one. A code's own answers are counted over all addresses and nodes. */
const READS = { max: 60, windowMs: 60_000 };
const ANSWERS = { max: 20, windowMs: 60_000 };
const ANSWERS_OF_CODE = { most: 20, lockMs: 900_000, quietMs: 900_000 } as const;
const LOCK_SECONDS = 900;

/**
 * What a client signs for on their phone, public for a holder of the code (product/customer-page.md §12). The token is never
 * logged; an unknown one is answered like one that has ended.
 */
export function signAnswerRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const places = createPlaces(deps.db);
  defineRoute(app, {
    method: 'GET',
    url: '/sign/:token',
    permission: 'public',
    scope: 'link',
    summary: 'What a code for a phone asks to sign for: pieces, their condition and fees',
    params: signTokenParams,
    response: signViewResponse,
    limit: READS,
    handler: async ({ params: { token } }) => ok(await viewOf(deps, places, await sessionBy(deps, token))),
  });
  defineRoute(app, {
    method: 'POST',
    url: '/sign/answer',
    permission: 'public',
    scope: 'link',
    summary: 'The client signs by their code, once',
    body: signAnswerBody,
    response: signViewResponse,
    bodyLimit: SIGNED_BODY_LIMIT,
    limit: ANSWERS,
    handler: async ({ body }) => {
      const session = await sessionBy(deps, body.token);
      await keepAnswer(deps, session, body);
      return ok(await viewOf(deps, places, await sessionBy(deps, body.token)));
    },
  });
}

async function sessionBy({ db, clock }: ApiDeps, token: string): Promise<SignSession> {
  const session = await findSignSession(db, token, clock.now());
  if (session === undefined) throw notFound();
  return session;
}

async function keepAnswer(deps: ApiDeps, session: SignSession, body: SignAnswerBody): Promise<void> {
  const counted = { account: `sign ${session.id}`, address: '*' };
  const count = await countFailure(deps.db, counted, ANSWERS_OF_CODE, deps.clock.now());
  if (isShut(count, ANSWERS_OF_CODE.most)) throw tooMany(LOCK_SECONDS);
  if (!isSigned(body)) throw badField('signature', 'signature_required', 'The signature is missing.');
  const { token: _token, ...given } = body;
  const sealed = sealGiven(deps, session.id, given);
  if (await keepGivenSignature(deps.db, session.id, sealed, deps.clock.now())) return;
  const now = await sessionBy(deps, body.token);
  // The page sends the same key again when it did not receive the first response.
  if (openGiven(deps, now)?.key !== body.key)
    throw new ApiError(409, 'already_signed', 'This code was signed for.');
}

function isSigned({ strokes, signer_name: name }: SignAnswerBody): boolean {
  const points = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
  return points >= LEAST_INK.points || name.length >= LEAST_INK.letters;
}

/** Once it is signed the list is no longer shown: another reader of the same code learns nothing. */
async function viewOf(deps: ApiDeps, places: Places, session: SignSession): Promise<SignView> {
  const { language, list } = openAsked(deps, session);
  const site = session.siteId === null ? undefined : await places.findSite(session.siteId);
  const isSignedFor = session.given !== null;
  return {
    standing: isSignedFor ? 'signed' : 'waiting',
    kind: list.kind,
    language,
    shop_name: site?.name ?? '',
    pieces: isSignedFor ? [] : list.pieces,
    totals: isSignedFor ? [] : list.totals,
  };
}
