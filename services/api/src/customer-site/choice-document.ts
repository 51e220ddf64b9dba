import { OPT_OUT_PATH } from '@atelier/domain/messages/contract.ts';
import { ownChoiceResponse } from '@atelier/contracts/messages/schema.ts';
import { choiceWords } from '@atelier/contracts/messages/template.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { tooMany } from '../http/errors.ts';
import { serveLinkPage, type LinkForm, type LinkPage } from '../shared/link-page.ts';
import { preferredLanguage } from '../shared/private-page.ts';

const inQuery = z.object({ language: z.string().max(10).optional().catch(undefined) });
/** What the page's form sends, or a mail program in one step (RFC 8058). */
const sentForm = z.object({ declined: z.enum(['1', '0']).catch('1') });

/**
 * The page on which a customer ends messages or wants them again (product/messages.md §5): a form that needs no script. It asks the page's
 * own calls within the process, so that limits and log lines are theirs.
 */
export const serveChoicePage = (app: FastifyInstance): Promise<void> =>
  serveLinkPage(app, OPT_OUT_PATH, (form, request) => choicePage(app, form, request));

async function choicePage(
  app: FastifyInstance,
  { token, sent }: LinkForm,
  request: FastifyRequest,
): Promise<LinkPage> {
  const url = `/api/messages/choice/${encodeURIComponent(token)}`;
  const call =
    sent === null
      ? {}
      : { method: 'POST' as const, payload: { declined: sentForm.parse(sent).declined === '1' } };
  const response = await app.inject({ ...call, url, remoteAddress: request.ip });
  if (response.statusCode === 429) throw tooMany(Number(response.headers['retry-after'] ?? 1));
  const choice = response.statusCode === 200 ? ownChoiceResponse.parse(response.json()).data : null;
  const language =
    nearestLanguage(inQuery.parse(request.query).language) ??
    nearestLanguage(choice?.language) ??
    preferredLanguage(request.headers['accept-language']);
  const { title, unknown, failed, declined, wanted, again, stop } = choiceWords(language);
  if (choice === null) {
    const isUnknown = response.statusCode === 404 || response.statusCode === 400;
    const text = isUnknown ? unknown : failed;
    return { language, title, text, button: null, status: isUnknown ? 404 : 503 };
  }
  const button = choice.declined
    ? { name: 'declined', value: '0', label: again }
    : { name: 'declined', value: '1', label: stop };
  return { language, title, text: choice.declined ? declined : wanted, button, status: 200 };
}
