import { createHash } from 'node:crypto';
import { OPT_OUT_PATH } from '@atelier/domain/messages/contract.ts';
import { ownChoiceResponse } from '@atelier/contracts/messages/schema.ts';
import { choiceWords } from '@atelier/contracts/messages/template.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tooMany } from '../http/errors.ts';
import { PUBLIC_PAGE } from '../shared/page-limit.ts';
import { asPrivatePage, preferredLanguage } from '../shared/private-page.ts';

const LONGEST_FORM_BYTES = 1_024;
const inAddress = z.object({ token: z.string().max(200).catch('') });
const inQuery = z.object({ language: z.string().max(10).optional().catch(undefined) });
/** What the page's form sends, or a mail program in one step (RFC 8058). */
const sent = z.object({ declined: z.enum(['1', '0']).catch('1') });

/**
 * The page on which a customer ends messages or wants them again (product/messages.md §5): a form that needs no script. It asks the page's
 * own calls within the process, so that limits and log lines are theirs.
 */
export async function serveChoicePage(app: FastifyInstance): Promise<void> {
  await app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const hidden = { schema: { hide: true }, config: PUBLIC_PAGE, url: `${OPT_OUT_PATH}:token` };
    pages.route({
      ...hidden,
      method: ['GET', 'HEAD'],
      handler: (request, reply) => sendPage(app, request, reply),
    });
    pages.route({
      ...hidden,
      method: 'POST',
      handler: (request, reply) => {
        const declined = sent.parse(request.body ?? {}).declined === '1';
        return sendPage(app, request, reply, { method: 'POST', payload: { declined } });
      },
    });
  });
}

async function sendPage(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  call: { readonly method?: 'POST'; readonly payload?: object } = {},
): Promise<string> {
  const { token } = inAddress.parse(request.params);
  const url = `/api/messages/choice/${encodeURIComponent(token)}`;
  const response = await app.inject({ ...call, url, remoteAddress: request.ip });
  if (response.statusCode === 429) throw tooMany(Number(response.headers['retry-after'] ?? 1));
  const isFound = response.statusCode === 200;
  const choice = isFound ? ownChoiceResponse.parse(response.json()).data : null;
  const language =
    nearestLanguage(inQuery.parse(request.query).language) ??
    nearestLanguage(choice?.language) ??
    preferredLanguage(request.headers['accept-language']);
  const words = choiceWords(language);
  const isUnknown = response.statusCode === 404 || response.statusCode === 400;
  if (!isFound) reply.code(isUnknown ? 404 : 503);
  asPrivatePage(reply);
  reply.header('content-security-policy', POLICY);
  const text =
    choice === null
      ? isUnknown
        ? words.unknown
        : words.failed
      : choice.declined
        ? words.declined
        : words.wanted;
  const button = choice?.declined === true ? words.again : words.stop;
  const value = choice?.declined === true ? '0' : '1';
  const form = `<form method="post"><button name="declined" value="${value}">${button}</button></form>`;
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light dark"><title>${words.title}</title><style>${STYLE}</style></head><body><main><h1>${words.title}</h1><p role="status">${text}</p>${choice === null ? '' : form}</main></body></html>`;
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
