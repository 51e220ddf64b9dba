import { randomUUID } from 'node:crypto';
import type { FeeFirstPaint, FeeFormIssue } from '@atelier/contracts/customer-site/fee-first-paint.ts';
import { FEE_PATH } from '@atelier/domain/repair/item/fee-link-contract.ts';
import { FEE_NAME_LENGTH, feeAskedResponse } from '@atelier/contracts/repair/fee-link-schema.ts';
import type { DrawnCustomerPage } from '@atelier/contracts/customer-site/first-paint.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tooMany } from '../http/errors.ts';
import { PUBLIC_PAGE } from '../shared/page-limit.ts';
import { asPrivatePage, preferredLanguage } from '../shared/private-page.ts';

export type DrawFee = (first: FeeFirstPaint) => Promise<DrawnCustomerPage>;

interface FeePages {
  readonly app: FastifyInstance;
  /** Where forms are read. */
  readonly pages: FastifyInstance;
  readonly draw: DrawFee;
  readonly fill: (drawn: DrawnCustomerPage, first: FeeFirstPaint) => string;
}

const inAddress = z.object({ token: z.string().max(200).catch('') });
const inQuery = z.object({ language: z.string().max(10).optional().catch(undefined) });

/** Input of the page's form; invalid values count as missing. */
const sent = z.object({
  answer: z.enum(['approved', 'declined']).catch('approved'),
  name: z.string().trim().max(FEE_NAME_LENGTH).catch(''),
  typed: z.literal('on').optional().catch(undefined),
  key: z.string().max(64).catch(''),
  amount: z.coerce.number().catch(-1),
  currency: z.string().max(3).catch(''),
  conditions: z.string().max(20).catch(''),
  language: z.string().max(10).catch('en'),
});
type Sent = z.output<typeof sent>;

/**
 * The page of a customer's link, drawn by the server, and its form without a script (product/customer-page.md §6). It asks the page's own
 * calls within the process, so that limits and log lines are theirs. The token stands in the path alone, and in no log.
 */
export function serveFeePage(given: FeePages): void {
  const { pages } = given;
  const hidden = { schema: { hide: true }, config: PUBLIC_PAGE };
  const url = `${FEE_PATH}:token`;
  pages.route({
    ...hidden,
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const { language } = inQuery.parse(request.query);
      return sendFee(given, { request, reply, language });
    },
  });
  pages.route({
    ...hidden,
    method: 'POST',
    url,
    handler: (request, reply) => takeForm(given, request, reply),
  });
}

/** Once recorded, the browser is sent to the page itself: to reload it sends nothing again. */
async function takeForm(given: FeePages, request: FastifyRequest, reply: FastifyReply) {
  const { token } = inAddress.parse(request.params);
  const { typed, ...form } = sent.parse(request.body ?? {});
  const response = await given.app.inject({
    method: 'POST',
    url: '/api/fee/answer',
    payload: { ...form, token, name_signs: typed === 'on' },
    remoteAddress: request.ip,
  });
  const issue = response.statusCode === 200 ? null : issueOf(response.statusCode, response.json());
  if (issue === null) {
    const language = new URLSearchParams({ language: form.language }).toString();
    return reply.redirect(`${FEE_PATH}${encodeURIComponent(token)}?${language}`, 303);
  }
  return sendFee(given, { request, reply, language: form.language, form, issue });
}

const refused = z.object({
  code: z.union([z.string(), z.number()]),
  errors: z.array(z.object({ path: z.string() })).optional(),
});

/** Null where the page itself says what stands in the way: the link has ended, or leads to nothing. */
function issueOf(status: number, body: unknown): FeeFormIssue | null {
  const { code, errors = [] } = refused.parse(body);
  const [field] = errors;
  if (field?.path === 'name' || field?.path === 'signature' || field?.path === 'conditions')
    return field.path;
  if (status === 429) return 'busy';
  return status === 404 || code === 'fee_link_ended' || code === 'amount_invalid' ? null : 'notSent';
}

interface Shown {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly language: string | undefined;
  readonly form?: Omit<Sent, 'typed'>;
  readonly issue?: FeeFormIssue;
}

async function sendFee(given: FeePages, { request, reply, form, issue, language }: Shown): Promise<string> {
  const { token } = inAddress.parse(request.params);
  const response = await given.app.inject({
    url: `/api/fee/${encodeURIComponent(token)}`,
    query: language === undefined ? {} : { language },
    remoteAddress: request.ip,
  });
  if (response.statusCode === 429) throw tooMany(Number(response.headers['retry-after'] ?? 1));
  const isFound = response.statusCode === 200;
  const isUnknown = response.statusCode === 404 || response.statusCode === 400;
  const asked = isFound ? feeAskedResponse.parse(response.json()).data : null;
  const first: FeeFirstPaint = {
    language:
      nearestLanguage(language) ??
      nearestLanguage(asked?.language) ??
      preferredLanguage(request.headers['accept-language']),
    token,
    outcome: isFound ? 'found' : isUnknown ? 'unknown' : 'failed',
    asked,
    key: randomUUID(),
    name: form?.name ?? '',
    issue: issue ?? null,
  };
  const html = given.fill(await given.draw(first), first);
  if (first.outcome === 'failed') reply.code(503);
  asPrivatePage(reply);
  return html;
}
