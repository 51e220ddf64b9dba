import type { ItemId } from '@atelier/domain/kernel.ts';
import type { MessageOutcome, NotSent } from '@atelier/domain/messages/decide.ts';
import type { Caller, CommandOutcome, CommandServices } from '@atelier/application/commands/run-command.ts';
import { extendOlderChoices } from '@atelier/application/messages/choice.commands.ts';
import { createGatewayChannel } from '@atelier/application/messages/gateway.commands.ts';
import { createMailChannel } from '@atelier/application/shared/mail-channel.ts';
import type { MessageSettings } from '@atelier/application/messages/message-facts.queries.ts';
import { listDueMessages } from '@atelier/application/messages/messages.queries.ts';
import { planDelays } from '@atelier/application/messages/plan-message.commands.ts';
import {
  sendMessage,
  type MessageSending,
  type SendLetter,
} from '@atelier/application/messages/send-message.commands.ts';
import { UNREPORTED, type UsedDependency } from '@atelier/application/platform/outages.ts';
import { readMasterKey } from '@atelier/key-vault/master-key.ts';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import type { JobQueue } from '../jobs/queues.ts';
import { systemCaller } from '../system-caller.ts';
import { z } from 'zod';
import { readGatewaySettings, type MessageConfig } from './message-settings.ts';
import { MESSAGES_QUEUE, messagesReaction, messageWork } from './messages.reaction.ts';

/** How much the reconciler puts back at once; the rest has its turn half a minute later. */
const AT_ONCE = 200;
/** The same message is put back once per stretch of time, and again in the next. */
const RECHECK_MS = 20_000;

/** The repair's own command; a fee's message carries its link. */
type MakeFeeLink = (
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  hash: string,
) => Promise<CommandOutcome>;

/** Messages to customers (product/messages.md). Without a mail server they are planned, and fail with a word on why. */
export function messagesSlice(
  config: MessageConfig,
  makeFeeLink: MakeFeeLink,
  outage: (name: string) => UsedDependency = () => UNREPORTED,
): JobSlice {
  const house = once(() => openHouse(config));
  const send = sendOver(config, outage);
  let hasExtended = false;
  /** Once in the life of a worker. */
  const extendOlder = async (services: CommandServices): Promise<void> => {
    if (hasExtended) return;
    const callerFor = (key: string) => systemCaller(services.clock, 'messages', key);
    await extendOlderChoices(services, (await house()).masterKey, callerFor);
    hasExtended = true;
  };
  return {
    queue: MESSAGES_QUEUE,
    jobs: [
      job('send', z.object({ message_id: z.int() }), async (services, { message_id: id }) => {
        const caller = () => systemCaller(services.clock, 'messages');
        const sending: MessageSending = {
          house: await house(),
          send,
          caller,
          makeFeeLink: async (itemId, hash) => {
            const outcome = await makeFeeLink(services, caller(), itemId, hash);
            return outcome.ok && outcome.answer?.['made'] === true;
          },
        };
        await sendMessage(services, sending, id);
      }),
    ],
    reactions: [messagesReaction(house)],
    reconcile: async (services, queue) => {
      await extendOlder(services);
      await reconcile(services, await house(), queue);
    },
  };
}

async function openHouse({
  publicUrl,
  masterKeyFile,
  gateway,
  attemptMs,
}: MessageConfig): Promise<MessageSettings> {
  const masterKey = await readMasterKey(masterKeyFile);
  return { publicUrl, masterKey, phoneChannel: gateway?.channel ?? null, attemptMs };
}

interface Channel {
  /** As the line about its outage names it. */
  readonly server: string;
  readonly send: SendLetter;
}

const mailOf = ({ mailUrl, publicUrl }: MessageConfig): Channel | undefined =>
  mailUrl === undefined
    ? undefined
    : { server: `The mail server ${new URL(mailUrl).host}`, send: createMailChannel(mailUrl, publicUrl) };

const gatewayOf = ({ gateway }: MessageConfig): Channel | undefined =>
  gateway && {
    server: `The gateway ${new URL(gateway.url).host}`,
    send: createGatewayChannel(readGatewaySettings(gateway)),
  };

function sendOver(config: MessageConfig, outage: (name: string) => UsedDependency): SendLetter {
  const [mail, gateway] = [mailOf(config), gatewayOf(config)];
  return async (letter, window, now) => {
    const channel = letter.channel === 'email' ? mail : gateway;
    if (channel === undefined) return MISSING;
    return noted(await channel.send(letter, window, now), outage(channel.server));
  };
}

/** A server that refuses one message takes others. */
function noted(outcome: MessageOutcome | NotSent, server: UsedDependency): MessageOutcome | NotSent {
  if (outcome.kind === 'too_late') return outcome;
  const isAway = outcome.kind === 'failed' && outcome.fault !== 'refused';
  if (isAway) server.failed(new Error(outcome.fault));
  else server.worked();
  return outcome;
}

const MISSING: MessageOutcome = { kind: 'failed', fault: 'not_configured' };

/** What the log calls due and no queue may know, and pieces that have been in repair for long. */
async function reconcile(services: CommandServices, house: MessageSettings, queue: JobQueue): Promise<void> {
  const callerFor = (key: string) => systemCaller(services.clock, 'messages', key);
  await planDelays(services, house, callerFor);
  const now = services.clock.now();
  const slot = Math.floor(now.getTime() / RECHECK_MS);
  for (const { id, version } of await listDueMessages(services.db, now, AT_ONCE)) {
    const { name, data, key } = messageWork(id, `v${version}-${slot}`);
    await queue.add(name, data, key);
  }
}

function once<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let opened: Promise<Value> | undefined;
  return () => (opened ??= open());
}
