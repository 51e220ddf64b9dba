import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ACCESS_PATH,
  CUSTOMER_PATH,
  GUIDE_PATH,
  type CollectionFormIssue,
  type CustomerFirstPaint,
  type DrawnCustomerPage,
} from '@atelier/contracts/customer-site/first-paint.ts';
import { customerStatusQuery, customerStatusResponse } from '@atelier/contracts/customer-site/schema.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ACCESS_CHUNK, customerTemplate, FEE_CHUNK, GUIDE_CHUNK, SIGN_CHUNK } from './customer-template.ts';
import { serveCollectionForms } from './collection-document.ts';
import { serveFeePage, type DrawFee } from './fee-document.ts';
import { serveSignPage, type DrawSign } from './sign-document.ts';
import { serveTextPage, type DrawText } from './text-documents.ts';
import { tooMany } from '../http/errors.ts';
import { PUBLIC_PAGE } from '../shared/page-limit.ts';
import { asPrivatePage, preferredLanguage } from '../shared/private-page.ts';

const LONGEST_FORM_BYTES = 2_048;

type Draw = (first: CustomerFirstPaint) => Promise<DrawnCustomerPage>;
type Fill = (drawn: DrawnCustomerPage, first: CustomerFirstPaint) => string;

/** Input of a link or a form of the page; invalid values count as missing. */
const asked = z.object({
  rma_id: customerStatusQuery.shape.rma_id.catch(''),
  phone_last4: customerStatusQuery.shape.phone_last4.catch(undefined),
  language: customerStatusQuery.shape.language.catch(undefined),
  piece: z.coerce.number().int().min(0).max(999).catch(0),
  day: z.iso.date().nullable().catch(null),
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
  const { drawCustomerPage, drawFeePage, drawSignPage, drawAccessPage, drawGuidePage } =
    await loadProgram(program);
  const template = await readFile(join(webDir, 'index.html'), 'utf8');
  const manifest = await readFile(join(webDir, '.vite', 'manifest.json'), 'utf8');
  const page = { app, draw: drawCustomerPage, fill: customerTemplate(template, manifest) };
  await app.register(async (pages) => {
    const answer =
      (from: (request: FastifyRequest) => unknown) => (request: FastifyRequest, reply: FastifyReply) =>
        sendPage(page, asked.parse(from(request) ?? {}), request, reply);
    readForms(pages);
    const hidden = { schema: { hide: true }, config: PUBLIC_PAGE };
    pages.route({
      ...hidden,
      method: ['GET', 'HEAD'],
      url: CUSTOMER_PATH,
      handler: answer(({ query }) => query),
    });
    pages.route({ ...hidden, method: 'POST', url: CUSTOMER_PATH, handler: answer(({ body }) => body) });
    serveCollectionForms({
      app,
      pages,
      show: (from, issue, request, reply) => sendPage(page, asked.parse(from), request, reply, issue),
    });
    serveFeePage({ app, pages, draw: drawFeePage, fill: customerTemplate(template, manifest, FEE_CHUNK) });
    serveSignPage({ app, pages, draw: drawSignPage, fill: customerTemplate(template, manifest, SIGN_CHUNK) });
    const fillAccess = customerTemplate(template, manifest, ACCESS_CHUNK);
    serveTextPage({ pages, url: ACCESS_PATH, text: 'access', draw: drawAccessPage, fill: fillAccess });
    const fillGuide = customerTemplate(template, manifest, GUIDE_CHUNK);
    serveTextPage({ pages, url: GUIDE_PATH, text: 'guide', draw: drawGuidePage, fill: fillGuide });
  });
}

/** What the build draws on the server (`web/src/server.ts`). */
interface Program {
  readonly drawLogin: (language: string, notice: string) => Promise<string>;
  readonly drawCustomerPage: Draw;
  readonly drawFeePage: DrawFee;
  readonly drawSignPage: DrawSign;
  readonly drawAccessPage: DrawText;
  readonly drawGuidePage: DrawText;
}

/** Draws the sign-in page around its form; nothing where the build holds no program that could. */
export async function loginDrawer(
  webDir: string,
  notice: string,
): Promise<(language: string) => Promise<string>> {
  const path = join(webDir, 'server', 'customer-page.js');
  const program = existsSync(path) ? await loadProgram(path) : undefined;
  return async (language) => (await program?.drawLogin?.(language, notice)) ?? '';
}

async function loadProgram(path: string): Promise<Program> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build's own entry, web/src/server.ts
  return (await import(pathToFileURL(path).href)) as Program;
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
  issue: CollectionFormIssue | null = null,
): Promise<string> {
  const first = { ...(await firstPaint(page.app, from, request)), issue };
  const html = page.fill(await page.draw(first), first);
  if (first.outcome === 'failed') reply.code(503);
  asPrivatePage(reply);
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
  const shown = { piece: from.piece, day: from.day, issue: null } as const;
  const paint = { language, lookup, items: [], etag: null, ...shown } as const;
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
  if (response.statusCode === 429) throw tooMany(Number(response.headers['retry-after'] ?? 1));
  if (response.statusCode === 404 || response.statusCode === 400) return { ...paint, outcome: 'unknown' };
  if (response.statusCode !== 200) return { ...paint, outcome: 'failed' };
  const items = customerStatusResponse.parse(response.json()).data;
  const { etag } = response.headers;
  return { ...paint, outcome: items.length > 0 ? 'found' : 'unknown', items, etag: etag?.toString() ?? null };
}
