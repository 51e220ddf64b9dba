import { randomUUID } from 'node:crypto';
import { codeWords } from '@atelier/contracts/insight/weekly-letter.ts';
import {
  mailCodeBody,
  noBody,
  ownMailAskedResponse,
  ownMailBody,
  ownMailResponse,
  weeklyBody,
  type OwnMailView,
} from '@atelier/contracts/insight/own-mail-schema.ts';
import { changeOwnMail } from '@atelier/application/insight/weekly/own-mail.commands.ts';
import {
  isMailCode,
  mailCode,
  mailToken,
  readOwnMail,
} from '@atelier/application/insight/weekly/own-mail.queries.ts';
import { createMailChannel } from '@atelier/application/shared/mail-channel.ts';
import { readWording } from '@atelier/application/messages/wording.queries.ts';
import { countFailure, isShut, takeFailureBack } from '@atelier/application/shared/failure-count.ts';
import { openSendWindow } from '@atelier/application/shared/send-window.ts';
import { accept } from '@atelier/domain/decider.ts';
import { isAuditor } from '@atelier/domain/identity/auditor.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import { FIGURE_READERS } from '@atelier/domain/insight/figures.ts';
import { WEEKLY_PATH, type NoMailReason } from '@atelier/domain/insight/weekly/contract.ts';
import {
  askOwnMail,
  chooseWeekly,
  confirmOwnMail,
  isCodeAlive,
  removeOwnMail,
  type OwnMail,
} from '@atelier/domain/insight/weekly/own-mail.ts';
import type { MessageFault } from '@atelier/domain/messages/contract.ts';
import type { Sender } from '@atelier/domain/messages/wording.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError, badField, forbidden, tooMany } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { digestsOf } from '../shared/attempt-digests.ts';

const OWN = { by: 'persons', shows: 'caller', scope: 'none' } as const;
/** An auditor changes nothing, not even this. */
const CHANGE = {
  ...OWN,
  method: 'POST',
  permission: ['view home page', 'operation dashboard'],
  notForAuditors: true,
} as const;
const HOUR_MS = 3_600_000;
/** Codes that one account may have mailed: an address may be a stranger's. */
const CODES = { max: 10, windowMs: HOUR_MS };

/** An account's mails: its address, and the weekly summary (docs/product/insight.md §10). */
export function ownMailRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...OWN,
    method: 'GET',
    url: '/insight/mail',
    permission: FIGURE_READERS,
    summary: 'The caller’s address for mails, and whether a weekly summary is sent to it',
    response: ownMailResponse,
    handler: async ({ principal }) => ok(await viewOf(deps, principal)),
  });
  addressRoutes(app, deps);
  choiceRoutes(app, deps);
}

function addressRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...CHANGE,
    url: '/insight/mail',
    summary:
      'Name an address for the caller’s mails: a code is mailed to it, nothing else before it is typed',
    body: ownMailBody,
    response: ownMailAskedResponse,
    guessLimit: CODES,
    handler: async (input) => {
      const sender = await demandOffer(deps, input.principal);
      const { user } = input.principal;
      const asked = { userId: user.id, nonce: randomUUID(), ...input.body };
      const { position } = accepted(
        await changeOwnMail(commandServices(deps), callerOf(input, 'ask'), user.id, (mail, now) =>
          askOwnMail(mail, asked, now),
        ),
      );
      const mail = await readOwnMail(deps.store, user.id);
      const outcome = mail.isConfirmed ? ('known' as const) : await sendCode(deps, input, mail, sender);
      return ok({ ...(await viewOf(deps, input.principal)), outcome }, { position });
    },
  });
  defineRoute(app, {
    ...CHANGE,
    url: '/insight/mail/confirm',
    summary: 'Confirm the address with the code that was mailed to it',
    body: mailCodeBody,
    response: ownMailResponse,
    handler: async (input) => {
      demandOwn(input.principal);
      await demandCode(deps, input, input.body.code);
      return change(deps, input, confirmOwnMail);
    },
  });
}

function choiceRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...CHANGE,
    url: '/insight/mail/remove',
    summary: 'Remove the caller’s address; no mails are sent any more',
    body: noBody,
    response: ownMailResponse,
    handler: async (input) => {
      demandOwn(input.principal);
      return change(deps, input, (mail, now) => removeOwnMail(mail, 'person', now));
    },
  });
  defineRoute(app, {
    ...CHANGE,
    url: '/insight/mail/weekly',
    summary: 'Want a weekly summary of the figures, in a language, or none',
    body: weeklyBody,
    response: ownMailResponse,
    handler: async (input) => {
      demandOwn(input.principal);
      const mail = await readOwnMail(deps.store, input.principal.user.id);
      if (input.body.wanted && !mail.isConfirmed)
        throw badField('wanted', 'mail_unconfirmed', 'Confirm an address first.');
      return change(deps, input, (state, now) => chooseWeekly(state, { ...input.body, how: 'person' }, now));
    },
  });
}

async function change(deps: ApiDeps, input: CommandInput, decide: Parameters<typeof changeOwnMail>[3]) {
  const { id } = input.principal.user;
  const { position } = accepted(await changeOwnMail(commandServices(deps), callerOf(input), id, decide));
  return ok(await viewOf(deps, input.principal), { position });
}

async function viewOf(deps: ApiDeps, principal: Principal): Promise<OwnMailView> {
  const mail = await readOwnMail(deps.store, principal.user.id);
  return {
    why_not: whyNot(deps, principal, (await readWording(deps.store)).sender),
    address: mail.asked?.address ?? null,
    confirmed: mail.isConfirmed,
    awaits_code: isCodeAlive(mail, deps.clock.now().toISOString()),
    weekly: mail.wantedSince !== null,
    language: mail.language,
  };
}

function whyNot({ config }: ApiDeps, principal: Principal, sender: Sender | null): NoMailReason | null {
  if (!isOwn(principal)) return 'not_offered';
  if (config.mailUrl === undefined) return 'no_server';
  return sender === null ? 'no_sender' : null;
}

/** A station's account is shared by its workers, and an auditor's changes nothing. */
const isOwn = ({ permissions, worker, wall }: Principal): boolean =>
  worker === undefined && wall !== true && !isAuditor(permissions);

function demandOwn(principal: Principal): void {
  if (!isOwn(principal)) throw forbidden();
}

/** @throws ApiError where mails cannot be sent from here */
async function demandOffer(deps: ApiDeps, principal: Principal): Promise<Sender> {
  demandOwn(principal);
  const { sender } = await readWording(deps.store);
  if (deps.config.mailUrl === undefined || sender === null)
    throw new ApiError(409, 'mail_not_set_up', 'No mail server or no sender is set up.');
  return sender;
}

/** Guessing a code is counted like guessing a password. */
async function demandCode(deps: ApiDeps, { principal }: CommandInput, typed: string): Promise<void> {
  const { user } = principal;
  const attempt = digestsOf(deps, `own mail ${user.id}`, 'own mail');
  const { loginFailures: most, loginLockMs: lockMs } = deps.policy();
  const count = await countFailure(deps.db, attempt, { most, lockMs }, deps.clock.now());
  if (isShut(count, most)) throw tooMany(Math.ceil(lockMs / 1_000));
  const mail = await readOwnMail(deps.store, user.id);
  const isRight = mail.asked !== null && isMailCode(deps.masterKey, mail.asked, typed);
  if (!isRight || !(mail.isConfirmed || isCodeAlive(mail, deps.clock.now().toISOString())))
    throw badField('code', 'mail_code_wrong', 'This code is wrong or too old.');
  await takeFailureBack(deps.db, attempt, most);
}

const SEND_WITHIN_MS = 30_000;

/** Sent at once, by this node: the screen waits for the mail server's answer. */
async function sendCode(
  deps: ApiDeps,
  input: CommandInput,
  { asked, language }: OwnMail,
  from: Sender,
): Promise<'sent' | MessageFault> {
  const { config, masterKey } = deps;
  if (config.mailUrl === undefined || asked === null || asked.address === null) return 'not_configured';
  const optOut = `${config.publicUrl}${WEEKLY_PATH}${mailToken(masterKey, asked)}`;
  const words = codeWords(language, mailCode(masterKey, asked), optOut);
  const letter = {
    id: `code-${asked.nonce}`,
    from,
    to: asked.address,
    words,
    language,
    optOut,
  } as const;
  const send = createMailChannel(config.mailUrl, config.publicUrl);
  const outcome = await send(letter, openSendWindow(SEND_WITHIN_MS));
  if (outcome.kind !== 'sent') return outcome.kind === 'failed' ? outcome.fault : 'unreachable';
  accepted(
    await changeOwnMail(commandServices(deps), callerOf(input, 'sent'), input.principal.user.id, (_, now) =>
      accept({ type: 'OwnMailCodeSent', data: { language, at: now } }),
    ),
  );
  return 'sent';
}
