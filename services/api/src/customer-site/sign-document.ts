import { randomUUID } from 'node:crypto';
import { SIGN_PATH } from '@atelier/domain/customer-site/phone-signature.ts';
import type { DrawnCustomerPage } from '@atelier/contracts/customer-site/first-paint.ts';
import type { SignFirstPaint, SignFormIssue } from '@atelier/contracts/customer-site/sign-first-paint.ts';
import {
  SIGN_NAME_LENGTH,
  signViewResponse,
  type SignView,
} from '@atelier/contracts/customer-site/sign-schema.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tooMany } from '../http/errors.ts';
import { PUBLIC_PAGE } from '../shared/page-limit.ts';
import { asPrivatePage, preferredLanguage } from '../shared/private-page.ts';

export type DrawSign = (first: SignFirstPaint) => Promise<DrawnCustomerPage>;

interface SignPages {
  readonly app: FastifyInstance;
  /** Where forms are read. */
  readonly pages: FastifyInstance;
  readonly draw: DrawSign;
  readonly fill: (drawn: DrawnCustomerPage, first: SignFirstPaint) => string;
}

const inAddress = z.object({ token: z.string().max(200).catch('') });
const inQuery = z.object({ language: z.string().max(10).optional().catch(undefined) });

/** Input of the page's form; invalid values count as missing. */
const sent = z.object({
  name: z.string().trim().max(SIGN_NAME_LENGTH).catch(''),
  key: z.string().max(64).catch(''),
  language: z.string().max(10).catch('en'),
});

/**
 * The page that a client signs on, drawn by the server, and its form without a script (product/customer-page.md §12). It asks the
 * page's own calls within the process, so that limits and log lines are theirs. The token stands in the path alone, and in no log.
 */
export function serveSignPage(given: SignPages): void {
  const { pages } = given;
  const hidden = { schema: { hide: true }, config: PUBLIC_PAGE };
  const url = `${SIGN_PATH}:token`;
  pages.route({
    ...hidden,
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const { language } = inQuery.parse(request.query);
      const { token } = inAddress.parse(request.params);
      return sendSign(given, {
        request,
        reply,
        language,
        ...(await readSigning(given.app, token, request.ip)),
      });
    },
  });
  pages.route({
    ...hidden,
    method: 'POST',
    url,
    handler: (request, reply) => takeForm(given, request, reply),
  });
}

interface Read {
  readonly outcome: SignFirstPaint['outcome'];
  readonly signing: SignView | null;
}

async function readSigning(app: FastifyInstance, token: string, remoteAddress: string): Promise<Read> {
  return readFrom(await app.inject({ url: `/api/sign/${encodeURIComponent(token)}`, remoteAddress }));
}

type Injected = Awaited<ReturnType<FastifyInstance['inject']>>;

function readFrom(response: Injected): Read {
  const { statusCode } = response;
  if (statusCode === 429) throw tooMany(Number(response.headers['retry-after'] ?? 1));
  if (statusCode === 200) return { outcome: 'found', signing: signViewResponse.parse(response.json()).data };
  return { outcome: statusCode === 404 || statusCode === 400 ? 'unknown' : 'failed', signing: null };
}

/** Thanks are drawn at once: the counter may remove the signature before the browser could ask for another page. */
async function takeForm(given: SignPages, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { token } = inAddress.parse(request.params);
  const { name, key, language } = sent.parse(request.body ?? {});
  const response = await given.app.inject({
    method: 'POST',
    url: '/api/sign/answer',
    payload: { token, key, signer_name: name },
    remoteAddress: request.ip,
  });
  if (response.statusCode === 200)
    return sendSign(given, { request, reply, language, ...readFrom(response) });
  const issue = issueOf(response.statusCode, response.json());
  const read = await readSigning(given.app, token, request.ip);
  return sendSign(given, { request, reply, language, name, issue, ...read });
}

const refused = z.object({ errors: z.array(z.object({ path: z.string() })).optional() });

/** Null where the page itself says what stands in the way: the code has ended, or was signed for. */
function issueOf(status: number, body: unknown): SignFormIssue | null {
  const [field] = refused.parse(body).errors ?? [];
  if (field?.path === 'signature') return 'signature';
  if (status === 429) return 'busy';
  return status === 404 || status === 409 ? null : 'notSent';
}

interface Shown extends Read {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly language: string | undefined;
  readonly name?: string;
  readonly issue?: SignFormIssue | null;
}

async function sendSign(given: SignPages, shown: Shown): Promise<string> {
  const { request, reply, outcome, signing, name = '', issue = null, language } = shown;
  const { token } = inAddress.parse(request.params);
  const first: SignFirstPaint = {
    language:
      nearestLanguage(language) ??
      nearestLanguage(signing?.language) ??
      preferredLanguage(request.headers['accept-language']),
    token,
    outcome,
    signing,
    key: randomUUID(),
    name,
    issue,
  };
  const html = given.fill(await given.draw(first), first);
  if (outcome === 'failed') reply.code(503);
  asPrivatePage(reply);
  return html;
}
