import { weeklyLinkResponse } from '@atelier/contracts/insight/own-mail-schema.ts';
import { weeklyPageWords } from '@atelier/contracts/insight/weekly-letter.ts';
import { WEEKLY_PATH } from '@atelier/domain/insight/weekly/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooMany } from '../http/errors.ts';
import { serveLinkPage, type LinkForm, type LinkPage } from '../shared/link-page.ts';
import { preferredLanguage } from '../shared/private-page.ts';

/** The page on which a mail's link ends the weekly summary (product/insight.md §10). It asks the page's own calls within the process. */
export const serveWeeklyPage = (app: FastifyInstance): Promise<void> =>
  serveLinkPage(app, WEEKLY_PATH, (form, request) => weeklyPage(app, form, request));

async function weeklyPage(
  app: FastifyInstance,
  { token, sent }: LinkForm,
  request: FastifyRequest,
): Promise<LinkPage> {
  const url = `/api/insight/weekly/${encodeURIComponent(token)}`;
  const call = sent === null ? {} : { method: 'POST' as const, payload: {} };
  const response = await app.inject({ ...call, url, remoteAddress: request.ip });
  if (response.statusCode === 429) throw tooMany(Number(response.headers['retry-after'] ?? 1));
  const choice = response.statusCode === 200 ? weeklyLinkResponse.parse(response.json()).data : null;
  const language = choice?.language ?? preferredLanguage(request.headers['accept-language']);
  const { title, unknown, failed, ended, wanted, stop } = weeklyPageWords(language);
  if (choice === null) {
    const isUnknown = response.statusCode === 404 || response.statusCode === 400;
    const text = isUnknown ? unknown : failed;
    return { language, title, text, button: null, status: isUnknown ? 404 : 503 };
  }
  const button = choice.wanted ? { name: 'stop', value: '1', label: stop } : null;
  return { language, title, text: choice.wanted ? wanted : ended, button, status: 200 };
}
