import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveChoicePage } from './customer-site/choice-document.ts';
import { serveWeeklyPage } from './insight/weekly-document.ts';
import { answerUnknownPath } from './http/plugins/failures.ts';
import type { Config } from './config.ts';
import { loginDrawer, serveCustomerPage } from './customer-site/customer-document.ts';
import { StartPage } from './start-page.ts';

const BUILT_SCREENS = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * Serves the built screens, and their start page for every path a screen answers. Files under `assets/` carry
 * a hash of their contents in the name, hence never change; everything else is asked for again.
 * @param config `webDir` is the folder with `index.html`; without one only the API answers
 */
export async function serveScreens(
  app: FastifyInstance,
  { webDir = BUILT_SCREENS, licenceNotice }: Pick<Config, 'webDir' | 'licenceNotice'>,
): Promise<void> {
  await serveChoicePage(app);
  await serveWeeklyPage(app);
  if (!existsSync(join(webDir, 'index.html'))) {
    app.setNotFoundHandler(answerUnknownPath);
    return;
  }
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    redirect: false,
    cacheControl: false,
    preCompressed: true,
    // What the API itself reads lies beside them: the program that draws the customer's page, and the list of all chunks.
    allowedPath: (path) => !/^\/+(?:server|\.vite)(?:\/|$)/u.test(path),
    setHeaders: (reply, path) => void reply.header('cache-control', cacheRule(webDir, path)),
  });
  const newest = await StartPage.newest(webDir, await loginDrawer(webDir, licenceNotice));
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) =>
    sendStartPage(await newest(), request, reply);
  app.route({ method: ['GET', 'HEAD'], url: '/', schema: { hide: true }, handler: sendPage });
  await serveCustomerPage(app, webDir);
  app.setNotFoundHandler((request, reply) => {
    return wantsPage(request) ? sendPage(request, reply) : answerUnknownPath(request, reply);
  });
}

function cacheRule(webDir: string, path: string): string {
  const hashed = path.startsWith(join(webDir, 'assets') + sep);
  return hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** A lazy chunk of an older build must fail as 404, never arrive as HTML: the screen then reloads once. */
function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/assets/')) return false;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && (request.headers.accept ?? '').includes('text/html');
}

function sendStartPage(page: StartPage, request: FastifyRequest, reply: FastifyReply) {
  // Both are reached by a link that is a credential (product/customer-page.md §1).
  if (/^\/(customerStatus|proof\/|fee\/|sign\/)/.test(request.url))
    reply.header('x-robots-tag', 'noindex, nofollow');
  return page.send(request, reply);
}
