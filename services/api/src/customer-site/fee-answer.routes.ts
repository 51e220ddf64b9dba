import { createHash, randomUUID } from 'node:crypto';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import type { AnswerFee, CommandContext } from '@atelier/domain/repair/item/commands.ts';
import { decideAnswerFee } from '@atelier/domain/repair/fees/fee-links.ts';
import {
  feeAnswerBody,
  feeAskedQuery,
  feeAskedResponse,
  feeTokenParams,
  type FeeAnswerBody,
} from '@atelier/contracts/repair/fee-link-schema.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { isSiteNetwork } from '@atelier/application/identity/site-networks.queries.ts';
import { networkDigest } from '@atelier/application/shared/network-digest.ts';
import { feeConditionsVersion } from '@atelier/application/repair/fee-conditions.queries.ts';
import { answerFee } from '@atelier/application/customer-site/fee-answer.commands.ts';
import {
  describeAskedFee,
  findAskedFee,
  type AskedFee,
} from '@atelier/application/repair/fee-link.queries.ts';
import { contextOf, type Caller } from '@atelier/application/commands/run-command.ts';
import { countFailure, isShut } from '@atelier/application/shared/failure-count.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accepted, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound, tooMany } from '../http/errors.ts';
import { keepSignature, SIGNED_BODY_LIMIT } from '../http/keep-signature.ts';
import { defineRoute } from '../http/route.ts';

/** By address. A link's own answers are counted over all addresses and nodes. */
const READS = { max: 60, windowMs: 60_000 };
const ANSWERS = { max: 20, windowMs: 60_000 };
const ANSWERS_OF_LINK = { most: 20, lockMs: 3_600_000, quietMs: 3_600_000 } as const;
const HOUR_SECONDS = 3_600;

/**
 * A fee shown to its customer, public for a holder of the link (product/repair.md §12.1). The token is never logged; an unknown one
 * is answered like any other unknown.
 */
export function feeAnswerRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'GET',
    url: '/fee/:token',
    permission: 'public',
    scope: 'link',
    summary: "What a client's link asks: piece, work, amount, and whether an answer is still possible",
    params: feeTokenParams,
    query: feeAskedQuery,
    response: feeAskedResponse,
    limit: READS,
    handler: async ({ params: { token }, query, scope }) => {
      const asked = await askedBy(deps, token);
      const language = nearestLanguage(query.language);
      return ok(
        await inScope(deps.db, scope, (trx) => describeAskedFee(trx, asked, language, deps.policy())),
      );
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/fee/answer',
    permission: 'public',
    scope: 'link',
    summary: 'The client approves or declines the repair fee of their link, once',
    body: feeAnswerBody,
    response: feeAskedResponse,
    bodyLimit: SIGNED_BODY_LIMIT,
    limit: ANSWERS,
    handler: async ({ body, scope, request }) => {
      const position = await recordAnswer(deps, body, request);
      const asked = await askedBy(deps, body.token);
      const language = nearestLanguage(body.language);
      const view = await inScope(deps.db, scope, (trx) =>
        describeAskedFee(trx, asked, language, deps.policy()),
      );
      return ok(view, { position });
    },
  });
}

async function askedBy({ store }: ApiDeps, token: string): Promise<AskedFee> {
  try {
    const asked = await findAskedFee(store, token);
    if (asked !== undefined) return asked;
  } catch (error) {
    if (!(error instanceof ArchivedHistory)) throw error;
  }
  throw notFound();
}

/** Counted before anything is kept; the position of the answer. */
async function recordAnswer(deps: ApiDeps, body: FeeAnswerBody, request: FastifyRequest): Promise<number> {
  const { item, link } = await askedBy(deps, body.token);
  const counted = { account: `fee ${link.hash.slice(0, 40)}`, address: '*' };
  const count = await countFailure(deps.db, counted, ANSWERS_OF_LINK, deps.clock.now());
  if (isShut(count, ANSWERS_OF_LINK.most)) throw tooMany(HOUR_SECONDS);
  if (body.conditions !== feeConditionsVersion(deps.policy().feeConditions))
    throw badField('conditions', 'conditions_changed', 'The conditions have changed. Read them again.');
  const caller = callerBy(link.hash, body, request);
  const { answer, amount, currency, name, conditions, language } = body;
  const fee = { amount, currency };
  if (answer === 'approved' && !isSigned(body))
    throw badField('signature', 'signature_required', 'The signature is missing.');
  const services = commandServices(deps);
  const from = await cameFrom(deps, item, request.ip);
  const given = { linkHash: link.hash, answer, fee, name, conditions, language, ...from };
  const isOpen = mayAnswer(given, item, contextOf(services, caller));
  // An answer that is refused keeps no file. One that was recorded before is answered by its key, without a second one.
  const signature = isSigned(body) && isOpen ? await keepFeeSignature(deps, body, caller) : null;
  const outcome = await answerFee(services, caller, item.id, { ...given, signature });
  if (!outcome.ok && signature !== null) await deps.blobs.remove([signature]);
  return accepted(outcome).position;
}

type Answer = Omit<AnswerFee, 'type' | 'signature'>;

/** Whether the answer would be recorded now, its signature apart. */
const mayAnswer = (given: Answer, item: Item, context: CommandContext): boolean =>
  decideAnswerFee({ type: 'AnswerFee', ...given, signature: SIGNED }, item, context).ok;

const SIGNED = 'to be kept';

/** The network that an answer comes from, as a keyed digest, and whether the piece's shop works from there. */
async function cameFrom({ db, clock, masterKey }: ApiDeps, { storeId }: Item, address: string) {
  const network = networkDigest(masterKey, address);
  return { network, atShopNetwork: await isSiteNetwork(db, storeId, network, clock.now()) };
}

const isDrawn = ({ strokes }: FeeAnswerBody): boolean => strokes.some((stroke) => stroke.length > 0);
const isSigned = (body: FeeAnswerBody): boolean => body.name_signs || isDrawn(body);

const keepFeeSignature = ({ blobs }: ApiDeps, body: FeeAnswerBody, caller: Caller): Promise<string> =>
  keepSignature(blobs, { ...body, signer_name: body.name }, 'fee', caller);

/**
 * No account is signed in: the caller is the customer, identified by the link. The page's key makes a
 * repeated answer count once.
 */
function callerBy(linkHash: string, body: FeeAnswerBody, request: FastifyRequest): Caller {
  const { token: _token, key, ...input } = body;
  const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  return {
    actor: SYSTEM,
    scope: { kind: 'all' },
    metadata: {
      actor: { id: 'fee link', kind: 'customer' },
      commandId: randomUUID(),
      correlationId: request.id,
      occurredAt: request.server.clock.now().toISOString(),
    },
    idempotency: { person: `fee-link-${linkHash}`, key, fingerprint },
  };
}
