import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CustomerFirstPaint, DrawnCustomerPage } from '@atelier/domain/rma/first-paint.ts';
import { customerStatusQuery, customerStatusResponse } from '@atelier/domain/rma/schema.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { customerTemplate } from './customer-template.ts';

const PATH = '/customerStatus';
const LONGEST_FORM_BYTES = 2_048;
const MOST_LANGUAGES = 10;

type Draw = (first: CustomerFirstPaint) => Promise<DrawnCustomerPage>;
type Fill = (drawn: DrawnCustomerPage, first: CustomerFirstPaint) => string;

/** What a link or a form of the page says; what cannot be meant is as good as absent. */
const asked = z.object({
  rma_id: customerStatusQuery.shape.rma_id.catch(''),
  phone_last4: customerStatusQuery.shape.phone_last4.catch(undefined),
  language: customerStatusQuery.shape.language.catch(undefined),
  piece: z.coerce.number().int().min(0).max(999).catch(0),
});
type Asked = z.output<typeof asked>;

/**
 * The customer's page, drawn before any script runs (product/customer-page.md §5): readable without one, and the script goes on with what
 * is there. Without a build of it the page is drawn by its script alone.
 * @param webDir folder of the built screens
 */
export async function serveCustomerPage(app: FastifyInstance, webDir: string): Promise<void> {
  const program = join(webDir, 'server', 'customer-page.js');
  if (!existsSync(program)) return;
  const draw = await loadProgram(program);
  const fill = customerTemplate(
    await readFile(join(webDir, 'index.html'), 'utf8'),
    await readFile(join(webDir, '.vite', 'manifest.json'), 'utf8'),
  );
  await app.register(async (pages) => {
    const answer =
      (from: (request: FastifyRequest) => unknown) => (request: FastifyRequest, reply: FastifyReply) =>
        sendPage({ app, draw, fill }, asked.parse(from(request) ?? {}), request, reply);
    readForms(pages);
    const hidden = { schema: { hide: true } };
    pages.route({ ...hidden, method: ['GET', 'HEAD'], url: PATH, handler: answer(({ query }) => query) });
    pages.route({ ...hidden, method: 'POST', url: PATH, handler: answer(({ body }) => body) });
  });
}

async function loadProgram(path: string): Promise<Draw> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build's own entry, first-paint.server.tsx
  const program = (await import(pathToFileURL(path).href)) as { drawCustomerPage: Draw };
  return program.drawCustomerPage;
}

/** Forms, for a browser without a script. */
function readForms(pages: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: LONGEST_FORM_BYTES } as const;
  pages.addContentTypeParser<string>('application/x-www-form-urlencoded', options, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  );
}

interface Page {
  readonly app: FastifyInstance;
  readonly draw: Draw;
  readonly fill: Fill;
}

async function sendPage(
  page: Page,
  from: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const first = await firstPaint(page.app, from, request);
  const html = page.fill(await page.draw(first), first);
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
  reply.header('vary', 'accept-language').type('text/html; charset=utf-8');
  if (first.outcome === 'failed') reply.code(503);
  return html;
}

/** Asks the page's own call, so that its limits, its count of guesses and its log line hold here too. */
async function firstPaint(
  app: FastifyInstance,
  from: Asked,
  request: FastifyRequest,
): Promise<CustomerFirstPaint> {
  const language = nearestLanguage(from.language) ?? preferredLanguage(request.headers['accept-language']);
  const lookup = from.rma_id === '' ? null : { rma_id: from.rma_id, phone_last4: from.phone_last4 };
  const paint = { language, lookup, items: [], etag: null, piece: from.piece } as const;
  if (lookup === null) return { ...paint, outcome: 'unknown' };
  const response = await app.inject({
    method: 'GET',
    url: '/api/rma/currenct/status',
    query: {
      rma_id: lookup.rma_id,
      language,
      ...(lookup.phone_last4 && { phone_last4: lookup.phone_last4 }),
    },
    remoteAddress: request.ip,
  });
  if (response.statusCode === 404 || response.statusCode === 400) return { ...paint, outcome: 'unknown' };
  if (response.statusCode !== 200) return { ...paint, outcome: 'failed' };
  const items = customerStatusResponse.parse(response.json()).data;
  const { etag } = response.headers;
  return { ...paint, outcome: items.length > 0 ? 'found' : 'unknown', items, etag: etag?.toString() ?? null };
}

/** The first language of `Accept-Language`, by weight, that the page is written in. */
function preferredLanguage(header: string | undefined): ReferenceLanguage {
  const offers = (header ?? '').split(',').slice(0, MOST_LANGUAGES).map(offerOf);
  const best = offers.toSorted((a, b) => b.weight - a.weight);
  return best.flatMap(({ tag }) => nearestLanguage(tag) ?? [])[0] ?? 'en';
}

function offerOf(part: string) {
  const [tag = '', weight = '1'] = part.trim().split(/;\s*q=/);
  return { tag, weight: Number(weight) || 0 };
}
