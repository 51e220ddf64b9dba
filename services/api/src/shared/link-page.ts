import { createHash } from 'node:crypto';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PUBLIC_PAGE } from './page-limit.ts';
import { asPrivatePage } from './private-page.ts';

const LONGEST_FORM_BYTES = 1_024;
const inAddress = z.object({ token: z.string().max(200).catch('') });

export interface LinkForm {
  readonly token: string;
  /** Fields of a form that was sent, or of a mail program in one step (RFC 8058); null = the page is only read. */
  readonly sent: unknown;
}

/** What the page says. */
export interface LinkPage {
  readonly language: ReferenceLanguage;
  readonly title: string;
  readonly text: string;
  /** The button below, and what it sends; null = none. */
  readonly button: { readonly name: string; readonly value: string; readonly label: string } | null;
  /** 200 where the link is known. */
  readonly status: number;
}

type Answer = (form: LinkForm, request: FastifyRequest) => Promise<LinkPage>;

/** A public page below `path` with a form that needs no script: a mail's link leads to it, and a mail program may send the form. */
export async function serveLinkPage(app: FastifyInstance, path: string, answer: Answer): Promise<void> {
  await app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const hidden = { schema: { hide: true }, config: PUBLIC_PAGE, url: `${path}:token` };
    const draw = async (request: FastifyRequest, reply: FastifyReply, sent: unknown): Promise<string> => {
      const { token } = inAddress.parse(request.params);
      return drawn(await answer({ token, sent }, request), reply);
    };
    pages.route({
      ...hidden,
      method: ['GET', 'HEAD'],
      handler: (request, reply) => draw(request, reply, null),
    });
    pages.route({
      ...hidden,
      method: 'POST',
      handler: (request, reply) => draw(request, reply, request.body ?? {}),
    });
  });
}

function drawn({ language, title, text, button, status }: LinkPage, reply: FastifyReply): string {
  if (status !== 200) reply.code(status);
  asPrivatePage(reply);
  reply.header('content-security-policy', POLICY);
  const form =
    button === null
      ? ''
      : `<form method="post"><button name="${button.name}" value="${button.value}">${button.label}</button></form>`;
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p role="status">${text}</p>${form}</main></body></html>`;
}

/** The colours of the other public pages (`tokens.css`); letters are the system's. */
const STYLE = [
  ':root{color-scheme:light dark}',
  'body{font:1.0625rem/1.6 system-ui,sans-serif;margin:0;background:light-dark(#f7f5f2,#141311);color:light-dark(#1c1a17,#f1eee8)}',
  'main{max-inline-size:34rem;margin:12vh auto;padding:0 1.25rem;text-align:center}',
  'main::before{content:"Atelier";font:1.5rem Georgia,serif;letter-spacing:.03em}',
  'h1{font:500 2rem/1.25 Georgia,serif;margin-block:2rem 1rem}',
  'button{font:inherit;margin-block-start:1rem;padding:.75rem 1.5rem;min-block-size:2.75rem;cursor:pointer;border:0;border-radius:8px;background:light-dark(#1f4b3f,#7fc7ae);color:light-dark(#fff,#141311)}',
  'button:focus-visible{outline:3px solid light-dark(#1c1a17,#f1eee8);outline-offset:3px}',
].join('');
/** The page has one style sheet, and nothing else. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
