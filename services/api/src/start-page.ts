import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { preferredLanguage } from './shared/private-page.ts';

const compress = promisify(brotliCompress);

/** What the build says of an address (`web/scripts/start-files.ts`). */
const startFiles = z.object({
  path: z.string(),
  fonts: z.array(z.string()),
  sheets: z.array(z.string()),
  scripts: z.array(z.string()),
  texts: z.record(z.string(), z.array(z.string())),
});
type StartFiles = z.output<typeof startFiles>;
/** Draws the sign-in page around its form, in a language (`web/src/features/identity/login-paint.server.tsx`). */
export type DrawLogin = (language: string) => Promise<string>;

const LOGIN = '/login';

/**
 * The start page of the staff's screens. It names the scripts, sheets and texts of the screen that its address leads to: the
 * browser asks for all of them at once, not for each when the one before has arrived.
 */
export class StartPage {
  readonly #html: string;
  readonly #pages: readonly StartFiles[];
  readonly #drawLogin: DrawLogin;
  /** By address and language: few, for an address counts as its route. */
  readonly #made = new Map<string, Promise<Buffer>>();

  constructor(html: string, pages: readonly StartFiles[], drawLogin: DrawLogin) {
    this.#html = html;
    this.#pages = pages;
    this.#drawLogin = drawLogin;
  }

  /** Reads the start page of a build; a build without a list of its files starts without hints. */
  static async of(webDir: string, drawLogin: DrawLogin): Promise<StartPage> {
    const list = join(webDir, '.vite', 'start-files.json');
    const pages = existsSync(list) ? z.array(startFiles).parse(JSON.parse(await readFile(list, 'utf8'))) : [];
    return new StartPage(await readFile(join(webDir, 'index.html'), 'utf8'), pages, drawLogin);
  }

  /** Reads it again when another build lies in the folder: its files have other names. */
  static async newest(webDir: string, drawLogin: DrawLogin): Promise<() => Promise<StartPage>> {
    let page = await StartPage.of(webDir, drawLogin);
    let builtAt = await builtAtIn(webDir);
    return async () => {
      const now = await builtAtIn(webDir);
      if (now !== builtAt) page = await StartPage.of(webDir, drawLogin);
      builtAt = now;
      return page;
    };
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const [pathname = '', search = ''] = request.url.split('?');
    const language =
      nearestLanguage(new URLSearchParams(search).get('language')) ??
      preferredLanguage(request.headers['accept-language']);
    const page = this.#pageAt(pathname);
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding, accept-language');
    reply.type('text/html; charset=utf-8');
    if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return this.#htmlOf(page, language);
    reply.header('content-encoding', 'br');
    return this.#compressed(page, language);
  }

  /** A fixed address before one with parameters, whatever their order. */
  #pageAt(pathname: string): StartFiles | undefined {
    const parts = partsOf(pathname);
    const found = this.#pages.filter(({ path }) => isAt(partsOf(path), parts));
    return found.find(({ path }) => !path.includes(':')) ?? found[0];
  }

  #compressed(page: StartFiles | undefined, language: string): Promise<Buffer> {
    const key = `${page?.path} ${language}`;
    const made = this.#made.get(key) ?? this.#htmlOf(page, language).then((html) => compress(html));
    this.#made.set(key, made);
    // One that failed is tried again.
    made.catch(() => this.#made.delete(key));
    return made;
  }

  async #htmlOf(page: StartFiles | undefined, language: string): Promise<string> {
    const isDrawn = page?.path === LOGIN;
    // What is drawn already needs its sheets and its face first.
    const priority = isDrawn ? ' fetchpriority="low"' : '';
    const scripts = [...(page?.scripts ?? []), ...(page?.texts[language] ?? [])];
    const links = [
      ...(page?.sheets ?? []).map((file) => `<link rel="stylesheet" href="/${file}" />`),
      ...(page?.fonts ?? []).map((file) => `<link rel="preload" as="font" crossorigin href="/${file}" />`),
      ...scripts.map((file) => `<link rel="modulepreload" href="/${file}"${priority} />`),
    ].join('');
    const drawn = isDrawn ? await this.#drawLogin(language) : '';
    return this.#html
      .replace('<script type="module"', (start) => `${start}${priority}`)
      .replace('</head>', () => `${links}</head>`)
      .replace('<body>', () => `<body>${drawn}`);
  }
}

const builtAtIn = async (webDir: string) => (await stat(join(webDir, 'index.html'))).mtimeMs;

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

const isAt = (route: readonly string[], parts: readonly string[]): boolean =>
  route.length === parts.length &&
  route.every((part, index) => part.startsWith(':') || part === parts[index]);
