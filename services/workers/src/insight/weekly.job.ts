import { removeOwnMail } from '@atelier/domain/insight/weekly/own-mail.ts';
import { changeOwnMail } from '@atelier/application/insight/weekly/own-mail.commands.ts';
import {
  sendWeeklySummaries,
  type WeeklySending,
} from '@atelier/application/insight/weekly/send-weekly.commands.ts';
import { createMailChannel } from '@atelier/application/shared/mail-channel.ts';
import { readWording } from '@atelier/application/messages/wording.queries.ts';
import type { UsedDependency } from '@atelier/application/platform/outages.ts';
import { readMasterKey } from '@atelier/key-vault/master-key.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { Logger } from 'pino';
import { z } from 'zod';
import { job, type Job } from '../jobs/job-slice.ts';
import type { Reaction } from '../jobs/reaction.ts';
import { systemCaller } from '../system-caller.ts';

export const WEEKLY = 'weekly-summary';
const FORGET = 'forget-mail';
const NAME = 'weekly-summary';

/** What sending works with, read when the first mail is due; undefined without a mail server. */
export type OpenWeekly = (services: CommandServices) => Promise<WeeklySending | undefined>;

/** What the environment says about mails. */
interface MailConfig {
  readonly publicUrl: string;
  readonly masterKeyFile: string;
  readonly mailUrl: string | undefined;
  readonly attemptMs: number;
}

/** Weekly summaries go over the mail server of messages to customers. */
export function weeklySending(
  { mailUrl, publicUrl, masterKeyFile, attemptMs }: MailConfig,
  outage: (name: string) => UsedDependency,
  log: Pick<Logger, 'warn'>,
): OpenWeekly {
  if (mailUrl === undefined) return async () => undefined;
  const send = createMailChannel(mailUrl, publicUrl);
  const server = () => outage(`The mail server ${new URL(mailUrl).host}`);
  return async ({ clock, store }) => ({
    publicUrl,
    masterKey: await readMasterKey(masterKeyFile),
    attemptMs,
    send: async (letter, window) => {
      const outcome = await send(letter, window);
      if (outcome.kind === 'sent') server().worked();
      else if (outcome.kind === 'failed' && outcome.fault !== 'refused')
        server().failed(new Error(outcome.fault));
      return outcome;
    },
    sender: async () => (await readWording(store)).sender,
    caller: () => systemCaller(clock, NAME),
    onError: (error) => log.warn({ err: error }, 'weekly summary not made, trying again in 10 min'),
  });
}

/** `weekly-summary` mails what is due; `forget-mail` takes the address of an account that was switched off. */
export const weeklyJobs = (open: OpenWeekly): readonly Job[] => [
  job(WEEKLY, z.object({}), async (services) => {
    const sending = await open(services);
    if (sending !== undefined) await sendWeeklySummaries(services, sending);
  }),
  job(FORGET, z.object({ user_id: z.int() }), async (services, { user_id: userId }) => {
    await changeOwnMail(services, systemCaller(services.clock, NAME), userId, (mail, now) =>
      removeOwnMail(mail, 'deactivated', now),
    );
  }),
];

/** An account that is switched off keeps no address for its mails, also when it is switched on again. */
export const forgetMailReaction: Reaction = {
  name: 'forget-mail',
  types: ['UserDeactivated'],
  workFor: async ({ streamId, eventId }) => [
    {
      name: FORGET,
      data: { user_id: Number(streamId.slice('user-'.length)) },
      key: `forget-mail-${eventId}`,
    },
  ],
};
