import { randomUUID } from 'node:crypto';
import { MESSAGE_KINDS, type MessageKind } from '@atelier/domain/shared/message-terms.ts';
import {
  draftBody,
  previewResponse,
  senderBody,
  templateBody,
  testResponse,
  wordingResponse,
  type WordingView,
} from '@atelier/contracts/messages/schema.ts';
import {
  defaultTemplate,
  fillTemplate,
  placeholdersOf,
  templateIssues,
  type Words,
} from '@atelier/contracts/messages/template.ts';
import { type Template, ownTemplateOf } from '@atelier/domain/messages/wording.ts';
import { REFERENCE_LANGUAGES, type ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { moneyIn } from '@atelier/application/messages/letter.queries.ts';
import { createMailChannel } from '@atelier/application/shared/mail-channel.ts';
import { openSendWindow } from '@atelier/application/shared/send-window.ts';
import { changeWording } from '@atelier/application/messages/wording.commands.ts';
import { readWording } from '@atelier/application/messages/wording.queries.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError, badField } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

const READ = { permission: 'view system config', scope: 'house' } as const;
const CHANGE = { permission: 'engine system config', scope: 'house' } as const;
const TESTS = { max: 20, windowMs: 60_000 };

/** Senders and templates of messages (product/messages.md §4). */
export function wordingRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    ...READ,
    method: 'GET',
    url: '/system/messages',
    shows: 'no-person',
    summary: 'Senders and templates of messages to clients',
    response: wordingResponse,
    handler: async () => ok(await wordingView(deps)),
  });
  defineRoute(app, {
    ...CHANGE,
    method: 'POST',
    url: '/system/messages/sender',
    shows: 'no-person',
    summary: 'Change who messages of a shop come from, or those of all shops without a sender of their own',
    body: senderBody,
    response: wordingResponse,
    handler: async (input) => {
      const { site_id: siteId, name, address } = input.body;
      if (siteId !== null) await demandShop(deps, siteId);
      const data = { siteId, name, address };
      const change = { type: 'MessageSenderChanged', data } as const;
      const { position } = accepted(await changeWording(services, callerOf(input), change));
      return ok(await wordingView(deps), { position });
    },
  });
  defineRoute(app, {
    ...CHANGE,
    method: 'POST',
    url: '/system/messages/template',
    shows: 'no-person',
    summary: 'Change the words of a message in one language, or use the standard ones again',
    body: templateBody,
    response: wordingResponse,
    handler: async (input) => {
      const { kind, language, template } = input.body;
      if (template !== null) demandTemplate(kind, template);
      const change = { type: 'MessageTemplateChanged', data: { kind, language, template } } as const;
      const { position } = accepted(await changeWording(services, callerOf(input), change));
      return ok(await wordingView(deps), { position });
    },
  });
  draftRoutes(app, deps);
}

/** Both show what a customer would read, with sample data; nothing is kept. */
function draftRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...READ,
    method: 'POST',
    url: '/system/messages/preview',
    summary: 'Words of a message filled in with sample data',
    body: draftBody,
    response: previewResponse,
    handler: async ({ body }) => {
      demandTemplate(body.kind, body);
      return ok(sampleOf(deps, body.kind, body.language, body));
    },
  });
  defineRoute(app, {
    ...CHANGE,
    method: 'POST',
    url: '/system/messages/test',
    summary: 'Send a message with sample data to oneself',
    body: draftBody,
    response: testResponse,
    limit: TESTS,
    handler: async ({ body, principal }) => {
      demandTemplate(body.kind, body);
      const words = sampleOf(deps, body.kind, body.language, body);
      return ok(await sendTest(deps, words, body.language, principal.user.email));
    },
  });
}

async function wordingView({ store, config }: ApiDeps): Promise<WordingView> {
  const wording = await readWording(store);
  const { sender, senders } = wording;
  const templates = MESSAGE_KINDS.flatMap((kind) =>
    REFERENCE_LANGUAGES.map((language) => {
      const own = ownTemplateOf(wording, kind, language);
      const { subject, body } = own ?? defaultTemplate(kind, language);
      return { kind, language, subject, body, own: own !== undefined, places: [...placeholdersOf(kind)] };
    }),
  );
  return {
    senders: [
      ...(sender === null ? [] : [{ site_id: null, ...sender }]),
      ...[...senders].map(([siteId, each]) => ({ site_id: siteId, ...each })),
    ],
    templates,
    caught_at: config.mailCatcherUrl ?? '',
  };
}

async function demandShop({ db }: ApiDeps, siteId: number): Promise<void> {
  const shop = await db.selectFrom('sites').select('kind').where('id', '=', siteId).executeTakeFirst();
  if (shop?.kind !== 'shop') throw badField('site_id', 'unknown_site', 'There is no such shop.');
}

/** Every field that is wrong, each with its code. */
function demandTemplate(kind: MessageKind, template: Template): void {
  const issues = templateIssues(kind, template);
  const [first] = issues;
  if (first === undefined) return;
  const errors = issues.map(({ field, code, place }) => ({
    path: field,
    code,
    message: place === '' ? 'The text is missing.' : `{{${place}}}: ${code}`,
    value: place,
  }));
  throw new ApiError(400, first.code, 'The template cannot be used.', { errors });
}

const SAMPLE_FEE = { amount: 12_000, currency: 'EUR' };

function sampleOf(
  { config }: ApiDeps,
  kind: MessageKind,
  language: ReferenceLanguage,
  { subject, body }: Template,
): Words {
  const filling = {
    customer: 'Camille Laurent',
    number: 'PAR-000123',
    product: 'Bague Lune',
    shop: 'Paris Vendôme',
    phone: '+33 1 23 45 67 89',
    amount: kind === 'fee' ? moneyIn(SAMPLE_FEE, language) : '',
    link: `${config.publicUrl}/customerStatus`,
  };
  return fillTemplate({ subject, body }, filling, language, `${config.publicUrl}/messages/…`);
}

const TEST_WITHIN_MS = 60_000;

/** Sent at once, by this node: the screen waits for the mail server's answer. */
async function sendTest({ config, store }: ApiDeps, words: Words, language: ReferenceLanguage, to: string) {
  const { sender } = await readWording(store);
  if (config.mailUrl === undefined || sender === null) return { to, outcome: 'not_configured' as const };
  const send = createMailChannel(config.mailUrl, config.publicUrl);
  const optOut = `${config.publicUrl}/messages/`;
  const letter = { id: randomUUID(), from: sender, to, words, language, optOut } as const;
  const outcome = await send(letter, openSendWindow(TEST_WITHIN_MS));
  if (outcome.kind === 'sent') return { to, outcome: 'sent' as const };
  return { to, outcome: outcome.kind === 'failed' ? outcome.fault : ('unreachable' as const) };
}
